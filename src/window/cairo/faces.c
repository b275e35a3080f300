// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/cairo/faces.h"

#include <cairo-ft.h>
#include <string.h>

/********* Opening *********/

static void close_face(JwFace *face) {
    hb_font_destroy(face->shaper);
    hb_font_destroy(face->unanchored);
    if (face->font) {
        cairo_scaled_font_destroy(face->font);
    }
    if (face->face) {
        cairo_font_face_destroy(face->face);
    }
    if (face->pattern) {
        FcPatternDestroy(face->pattern);
    }
}

/// Opens the face that fontconfig matches; takes over the pattern.
static bool open_face(JwFace *face, FcPattern *wanted, const cairo_font_options_t *options) {
    memset(face, 0, sizeof *face);
    FcResult result = FcResultMatch;
    FcConfigSubstitute(NULL, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    face->pattern = FcFontMatch(NULL, wanted, &result);
    FcPatternDestroy(wanted);
    if (!face->pattern ||
        FcPatternGetCharSet(face->pattern, FC_CHARSET, 0, &face->characters) != FcResultMatch) {
        close_face(face);
        return false;
    }
    cairo_matrix_t size, identity;
    cairo_matrix_init_scale(&size, JW_FACE_PX, JW_FACE_PX);
    cairo_matrix_init_identity(&identity);
    face->face = cairo_ft_font_face_create_for_pattern(face->pattern);
    face->font = cairo_scaled_font_create(face->face, &size, &identity, options);
    if (cairo_scaled_font_status(face->font) != CAIRO_STATUS_SUCCESS) {
        close_face(face);
        return false;
    }
    return true;
}

static FcPattern *pattern_of(const char *family, int weight) {
    FcPattern *pattern = FcPatternCreate();
    if (pattern) {
        if (family) {
            FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family);
        }
        FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)"sans-serif");
        FcPatternAddInteger(pattern, FC_WEIGHT, weight);
        FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN);
        FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
        FcPatternAddBool(pattern, FC_COLOR, FcFalse);
    }
    return pattern;
}

bool jw_faces_open(JwFaces *faces, const char *family, int weight,
                   const cairo_font_options_t *options) {
    FcPattern *pattern = pattern_of(family, weight);
    *faces = (JwFaces){.weight = weight, .options = options};
    faces->n = pattern && open_face(&faces->face[0], pattern, options) ? 1 : 0;
    return faces->n > 0;
}

void jw_faces_close(JwFaces *faces) {
    for (int i = 0; i < faces->n; ++i) {
        close_face(&faces->face[i]);
    }
    faces->n = 0;
}

/********* Fallback faces *********/

static bool same_file(const JwFace *a, const JwFace *b) {
    FcChar8 *name_a, *name_b;
    int index_a, index_b;
    return FcPatternGetString(a->pattern, FC_FILE, 0, &name_a) == FcResultMatch &&
           FcPatternGetString(b->pattern, FC_FILE, 0, &name_b) == FcResultMatch &&
           !strcmp((const char *)name_a, (const char *)name_b) &&
           FcPatternGetInteger(a->pattern, FC_INDEX, 0, &index_a) == FcResultMatch &&
           FcPatternGetInteger(b->pattern, FC_INDEX, 0, &index_b) == FcResultMatch &&
           index_a == index_b;
}

int jw_faces_add(JwFaces *faces, const FcCharSet *wanted) {
    FcPattern *pattern = faces->n < JW_MAX_FACES ? pattern_of(NULL, faces->weight) : NULL;
    if (!pattern) {
        return -1;
    }
    FcPatternAddCharSet(pattern, FC_CHARSET, wanted);
    JwFace *face = &faces->face[faces->n];
    if (!open_face(face, pattern, faces->options)) {
        return -1;
    }
    bool good = FcCharSetIntersectCount(face->characters, wanted) > 0;
    for (int i = 0; i < faces->n && good; ++i) {
        good = !same_file(face, &faces->face[i]);
    }
    if (!good) {
        close_face(face);
        return -1;
    }
    return faces->n++;
}

int jw_faces_for(JwFaces *faces, uint32_t c) {
    for (int i = 0; i < faces->n; ++i) {
        if (FcCharSetHasChar(faces->face[i].characters, c)) {
            return i;
        }
    }
    FcCharSet *wanted = FcCharSetCreate();
    int found = 0;
    if (wanted) {
        FcCharSetAddChar(wanted, c);
        found = jw_faces_add(faces, wanted);
        FcCharSetDestroy(wanted);
    }
    return found > 0 ? found : 0;
}

/********* Shaping *********/

/// Sets the axes of a variable font to fontconfig's choice ("wght=500,slnt=0").
static void set_axes(hb_font_t *font, const char *axes) {
    enum { MOST = 16 };
    hb_variation_t axis[MOST];
    unsigned n = 0;
    while (*axes && n < MOST) {
        const size_t length = strcspn(axes, ",");
        n += (unsigned)hb_variation_from_string(axes, (int)length, &axis[n]);
        axes += length + (axes[length] == ',');
    }
    hb_font_set_variations(font, axis, n);
}

/// Creates a font; takes over the face.
static hb_font_t *font_of(hb_face_t *face, FcPattern *pattern, int index) {
    FcChar8 *axes;
    hb_font_t *font = hb_font_create(face);
    hb_face_destroy(face);
    if (index >> 16 > 0) {
        hb_font_set_var_named_instance(font, (unsigned)(index >> 16) - 1);
    }
    if (FcPatternGetString(pattern, FC_FONT_VARIATIONS, 0, &axes) == FcResultMatch) {
        set_axes(font, (const char *)axes);
    }
    return font;
}

static hb_blob_t *table_but_gpos(hb_face_t *face, hb_tag_t tag, void *whole) {
    (void)face;
    return tag == HB_TAG('G', 'P', 'O', 'S') ? hb_blob_get_empty()
                                             : hb_face_reference_table(whole, tag);
}

static void free_whole(void *whole) {
    hb_face_destroy(whole);
}

/// Opens the file with HarfBuzz itself: cairo's FreeType face is shared by all threads.
static bool open_shapers(JwFace *face) {
    FcChar8 *file;
    int index = 0;
    if (FcPatternGetString(face->pattern, FC_FILE, 0, &file) != FcResultMatch) {
        return false;
    }
    FcPatternGetInteger(face->pattern, FC_INDEX, 0, &index);
    hb_blob_t *blob = hb_blob_create_from_file((const char *)file);
    hb_face_t *whole = hb_face_create(blob, (unsigned)index & 0xffff);
    hb_blob_destroy(blob);
    if (hb_face_get_glyph_count(whole) == 0) {
        hb_face_destroy(whole);
        return false;
    }
    hb_face_t *part =
        hb_face_create_for_tables(table_but_gpos, hb_face_reference(whole), free_whole);
    face->unanchored = font_of(part, face->pattern, index);
    face->shaper = font_of(whole, face->pattern, index);
    return true;
}

hb_font_t *jw_face_shaper(JwFace *face) {
    if (!face->shaper && !face->no_shaper) {
        face->no_shaper = !open_shapers(face);
    }
    return face->shaper;
}
