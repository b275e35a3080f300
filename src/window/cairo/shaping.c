// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/cairo/shaping.h"

#include "window/draw/cluster.h"

#include <stdlib.h>
#include <string.h>

enum {
    N_KEPT = 512, ///< Texts in the cache
    N_PROBES = 8, ///< Slots that a text may occupy
};

typedef struct {
    char *text; ///< NULL: free
    size_t n;
    uint32_t hash;
    int weight;
    unsigned used; ///< Time of its last use
    JwShaped shaped;
} Kept;

struct JwShaping {
    Kept kept[N_KEPT];
    unsigned now;
    hb_buffer_t *buffer;
};

/// A run that is being shaped.
typedef struct {
    JwShaping *shaping;
    JwFaces *faces;
    const char *text; ///< The whole text
    JwShaped *to;
    int room; ///< Number of glyphs that fit into `to`
    bool failed;
} Work;

/********* One run *********/

/// True for scripts with one glyph per letter, apart from marks.
static bool is_alphabet(hb_script_t script) {
    return script == HB_SCRIPT_LATIN || script == HB_SCRIPT_GREEK || script == HB_SCRIPT_CYRILLIC ||
           script == HB_SCRIPT_COMMON;
}

/// Shapes a run into the buffer. Alphabets get no kerning and no ligatures, as in unshaped texts.
static void shape_in(Work *work, hb_font_t *font, size_t from, size_t to, hb_script_t script) {
    static const hb_feature_t off[] = {
        {HB_TAG('k', 'e', 'r', 'n'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
        {HB_TAG('l', 'i', 'g', 'a'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
        {HB_TAG('c', 'l', 'i', 'g'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
        {HB_TAG('c', 'a', 'l', 't'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
    };
    hb_buffer_t *buffer = work->shaping->buffer;
    hb_buffer_clear_contents(buffer);
    hb_buffer_set_script(buffer, script);
    hb_buffer_set_direction(buffer, hb_script_get_horizontal_direction(script) == HB_DIRECTION_RTL
                                        ? HB_DIRECTION_RTL
                                        : HB_DIRECTION_LTR);
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS);
    hb_buffer_add_utf8(buffer, work->text + from, (int)(to - from), 0, (int)(to - from));
    hb_shape(font, buffer, off, is_alphabet(script) ? sizeof off / sizeof off[0] : 0);
}

/// True if the buffer has a mark that the font did not attach to its letter.
static bool has_loose_mark(const Work *work, size_t from, size_t to) {
    unsigned n;
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(work->shaping->buffer, &n);
    const hb_glyph_position_t *place = hb_buffer_get_glyph_positions(work->shaping->buffer, &n);
    for (unsigned i = 1; i < n; ++i) {
        const char *at = work->text + from + info[i].cluster;
        if (place[i].x_offset == 0 && place[i].y_offset == 0 &&
            jw_cluster_extends(jw_cluster_decode(&at, work->text + to))) {
            return true;
        }
    }
    return false;
}

/// Shapes a run into the buffer; returns true if the face has all of it. A mark without an anchor
/// in the font (Inter 4.0 has few) is placed by HarfBuzz from the sizes of the outlines, which it
/// does only for a font without GPOS.
static bool shape(Work *work, int face, size_t from, size_t to, hb_script_t script) {
    hb_font_t *font = jw_face_shaper(&work->faces->face[face]);
    unsigned n;
    if (!font) {
        hb_buffer_clear_contents(work->shaping->buffer);
        return false;
    }
    shape_in(work, font, from, to, script);
    if (is_alphabet(script) && has_loose_mark(work, from, to)) {
        shape_in(work, work->faces->face[face].unanchored, from, to, script);
    }
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(work->shaping->buffer, &n);
    bool whole = n > 0;
    for (unsigned i = 0; i < n; ++i) {
        whole = whole && info[i].codepoint != 0;
    }
    return whole;
}

static bool make_room(Work *work, int more) {
    JwShaped *to = work->to;
    if (to->n + more > work->room) {
        const int room = 2 * work->room + more;
        JwShapedGlyph *glyph = realloc(to->glyph, (size_t)room * sizeof *glyph);
        if (!glyph) {
            work->failed = true;
            return false;
        }
        to->glyph = glyph;
        work->room = room;
    }
    return true;
}

/// Appends the buffer's glyphs to the result.
static void take(Work *work, int face) {
    JwShaped *to = work->to;
    unsigned n;
    hb_buffer_t *buffer = work->shaping->buffer;
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(buffer, &n);
    const hb_glyph_position_t *place = hb_buffer_get_glyph_positions(buffer, &n);
    hb_font_t *font = jw_face_shaper(&work->faces->face[face]);
    if (!font || !make_room(work, (int)n)) {
        return;
    }
    const double em = 1.0 / hb_face_get_upem(hb_font_get_face(font));
    for (unsigned i = 0; i < n; ++i) {
        to->glyph[to->n++] = (JwShapedGlyph){.glyph = info[i].codepoint,
                                             .face = face,
                                             .x = to->width + em * place[i].x_offset,
                                             .y = -em * place[i].y_offset};
        to->width += em * place[i].x_advance;
        to->lacks = to->lacks || info[i].codepoint == 0;
    }
}

/********* Faces *********/

/// Opens the face that fontconfig chooses for a run and shapes the run with it; returns true if the
/// face has all of it.
static bool find_face(Work *work, size_t from, size_t to, hb_script_t script, int *face) {
    FcCharSet *wanted = FcCharSetCreate();
    const char *at = work->text + from;
    const char *end = work->text + to;
    *face = -1;
    while (wanted && at < end) {
        const uint32_t c = jw_cluster_decode(&at, end);
        if (c >= 0x80) { // All faces have blanks
            FcCharSetAddChar(wanted, c);
        }
    }
    if (wanted) {
        *face = jw_faces_add(work->faces, wanted);
        FcCharSetDestroy(wanted);
    }
    return *face >= 0 && shape(work, *face, from, to, script);
}

/// Shapes a run in the first face that has all of it; returns false if none has.
static bool shape_whole(Work *work, size_t from, size_t to, hb_script_t script) {
    const char *next = work->text + from;
    const uint32_t first = jw_cluster_decode(&next, work->text + to);
    for (int i = 0; i < work->faces->n; ++i) {
        if (FcCharSetHasChar(work->faces->face[i].characters, first) &&
            shape(work, i, from, to, script)) {
            take(work, i);
            return true;
        }
    }
    int face;
    if (find_face(work, from, to, script, &face)) {
        take(work, face);
        return true;
    }
    return false;
}

/// Shapes a cluster that no face has completely, in the face of its first character.
static void shape_lacking(Work *work, size_t from, size_t to, hb_script_t script) {
    const char *at = work->text + from;
    int face = jw_faces_for(work->faces, jw_cluster_decode(&at, work->text + to));
    face = jw_face_shaper(&work->faces->face[face]) ? face : 0;
    shape(work, face, from, to, script);
    take(work, face);
}

/// Shapes a run in one face if one has all of it, otherwise each cluster in its own face.
static void shape_run(Work *work, size_t from, size_t to, hb_script_t script) {
    if (shape_whole(work, from, to, script)) {
        return;
    }
    for (size_t at = from; at < to && !work->failed;) {
        const size_t end = jw_cluster_end(work->text, to, at);
        if ((at == from && end == to) || !shape_whole(work, at, end, script)) {
            shape_lacking(work, at, end, script);
        }
        at = end;
    }
}

/********* Scripts *********/

static bool is_real(hb_script_t script) {
    return script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED &&
           script != HB_SCRIPT_UNKNOWN;
}

/// Script of a cluster: that of the first character with a script.
static hb_script_t script_of(const char *text, size_t from, size_t to) {
    hb_unicode_funcs_t *unicode = hb_unicode_funcs_get_default();
    const char *at = text + from;
    while (at < text + to) {
        const hb_script_t script = hb_unicode_script(unicode, jw_cluster_decode(&at, text + to));
        if (is_real(script)) {
            return script;
        }
    }
    return HB_SCRIPT_COMMON;
}

/// Shapes a text run by run. Characters without a script join the preceding run.
static void shape_text(Work *work, size_t n) {
    size_t from = 0;
    hb_script_t script = HB_SCRIPT_COMMON;
    for (size_t at = 0; at < n;) {
        const size_t end = jw_cluster_end(work->text, n, at);
        const hb_script_t next = script_of(work->text, at, end);
        if (is_real(next) && is_real(script) && next != script) {
            shape_run(work, from, at, script);
            from = at;
        }
        script = is_real(next) ? next : script;
        at = end;
    }
    shape_run(work, from, n, script);
}

/********* Cache *********/

static uint32_t hash_of(int weight, const char *text, size_t n) {
    uint32_t hash = 2166136261u + (uint32_t)weight;
    for (size_t i = 0; i < n; ++i) {
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    }
    return hash;
}

static void empty_slot(Kept *k) {
    free(k->text);
    free(k->shaped.glyph);
    *k = (Kept){.text = NULL};
}

/// Slot for a text: the one that has it, or the least recently used of its slots, emptied.
static Kept *find(JwShaping *shaping, uint32_t hash, int weight, const char *text, size_t n) {
    Kept *oldest = NULL;
    for (uint32_t i = 0; i < N_PROBES; ++i) {
        Kept *k = &shaping->kept[(hash + i) % N_KEPT];
        if (k->text && k->hash == hash && k->weight == weight && k->n == n &&
            !memcmp(k->text, text, n)) {
            return k;
        }
        if (!oldest || (oldest->text && (!k->text || k->used < oldest->used))) {
            oldest = k;
        }
    }
    empty_slot(oldest);
    return oldest;
}

const JwShaped *jw_shaping_do(JwShaping *shaping, JwFaces *faces, int weight, const char *text,
                              size_t n) {
    const uint32_t hash = hash_of(weight, text, n);
    Kept *k = find(shaping, hash, weight, text, n);
    k->used = ++shaping->now;
    if (k->text) {
        return &k->shaped;
    }
    Work work = {.shaping = shaping, .faces = faces, .text = text, .to = &k->shaped};
    k->text = malloc(n + 1);
    if (k->text) {
        memcpy(k->text, text, n);
        k->n = n;
        k->hash = hash;
        k->weight = weight;
        shape_text(&work, n);
    }
    if (!k->text || work.failed) {
        empty_slot(k);
        return NULL;
    }
    return &k->shaped;
}

/********* Made and freed *********/

JwShaping *jw_shaping_new(void) {
    JwShaping *shaping = calloc(1, sizeof *shaping);
    if (shaping) {
        shaping->buffer =
            hb_buffer_create(); // Never NULL: returns an inert buffer if memory is short
    }
    return shaping;
}

void jw_shaping_free(JwShaping *shaping) {
    if (shaping) {
        for (int i = 0; i < N_KEPT; ++i) {
            empty_slot(&shaping->kept[i]);
        }
        hb_buffer_destroy(shaping->buffer);
        free(shaping);
    }
}
