// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Faces of one weight: the window's own, and those that fontconfig finds for characters it lacks.

#ifndef JW_CAIRO_FACES_H
#define JW_CAIRO_FACES_H

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <hb.h>
#include <stdbool.h>
#include <stdint.h>

enum { JW_MAX_FACES = 24 };

typedef struct {
    FcPattern *pattern;
    FcCharSet *characters; ///< Owned by the pattern
    cairo_font_face_t *face;
    cairo_scaled_font_t *font; ///< At JW_FACE_PX
    hb_font_t *shaper;         ///< In units of the em; NULL until jw_face_shaper()
    hb_font_t *unanchored;     ///< The same without the table GPOS; there with `shaper`
    bool no_shaper;            ///< True if opening them failed
} JwFace;

/// Size at which advances are measured.
#define JW_FACE_PX 64.0

typedef struct {
    int n;
    JwFace face[JW_MAX_FACES]; ///< The first is the window's own
    int weight;                ///< FC_WEIGHT_...
    const cairo_font_options_t *options;
} JwFaces;

/// Opens the first face, of a family or else the system's sans; false if there is no font at all.
/// The options have to outlive the faces. [any]
bool jw_faces_open(JwFaces *faces, const char *family, int weight,
                   const cairo_font_options_t *options);

/// Closes all. [any]
void jw_faces_close(JwFaces *faces);

/// Number of the first face that has a character, opening one if needed; 0 if none has it. [any]
int jw_faces_for(JwFaces *faces, uint32_t c);

/// Opens the face that fontconfig chooses for these characters. Returns its number, or -1 if there
/// is no room, the face is open already, or it has none of the characters. [any]
int jw_faces_add(JwFaces *faces, const FcCharSet *wanted);

/// The face as HarfBuzz's font; NULL if its file is not OpenType. [any]
hb_font_t *jw_face_shaper(JwFace *face);

#endif // JW_CAIRO_FACES_H
