// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Faces of one weight: the window's own font, and fonts that fontconfig finds for missing
// characters.

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
    hb_font_t *shaper;         ///< Units are those of the em; NULL before jw_face_shaper()
    hb_font_t *unanchored;     ///< The same without the table GPOS; exists if `shaper` does
    bool no_shaper;            ///< True if opening `shaper` failed
} JwFace;

/// Size at which advances are measured.
#define JW_FACE_PX 64.0

typedef struct {
    int n;
    JwFace face[JW_MAX_FACES]; ///< The first is the window's own
    int weight;                ///< FC_WEIGHT_...
    const cairo_font_options_t *options;
} JwFaces;

/// Opens the first face: that of a family, or the system's sans. Returns false if there is no font
/// at all. The options must outlive the faces. [any]
bool jw_faces_open(JwFaces *faces, const char *family, int weight,
                   const cairo_font_options_t *options);

/// Closes all faces. [any]
void jw_faces_close(JwFaces *faces);

/// Number of the first face that has a character, opening one if necessary; 0 if none has it. [any]
int jw_faces_for(JwFaces *faces, uint32_t c);

/// Opens the face that fontconfig chooses for these characters. Returns its number; -1 if there is
/// no room, the face is already open, or it has none of the characters. [any]
int jw_faces_add(JwFaces *faces, const FcCharSet *wanted);

/// The face as a HarfBuzz font; NULL if its file is not OpenType. [any]
hb_font_t *jw_face_shaper(JwFace *face);

#endif // JW_CAIRO_FACES_H
