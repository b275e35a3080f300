// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "atoms.h"

#include <math.h>
#include <string.h>

static JW_REALTIME uint32_t padded(uint32_t size) {
    return (size + 7u) & ~7u;
}

static JW_REALTIME size_t left_of(const JwAtomReader *reader) {
    return (size_t)(reader->end - reader->at);
}

/// Skips an item of head and body; the last item may lack its padding.
static JW_REALTIME void skip(JwAtomReader *reader, size_t head, uint32_t body) {
    const size_t size = head + padded(body);
    reader->at = size < left_of(reader) ? reader->at + size : reader->end;
}

JW_REALTIME JwAtomReader jw_events_begin(const LV2_Atom_Sequence *sequence, const JwUris *uris,
                                         uint32_t n_frames) {
    JwAtomReader reader = {NULL, NULL, 0, n_frames};
    if (sequence && sequence->atom.type == uris->atom_Sequence &&
        sequence->atom.size >= sizeof(LV2_Atom_Sequence_Body)) {
        reader.at = (const uint8_t *)(sequence + 1);
        reader.end = (const uint8_t *)&sequence->body + sequence->atom.size;
    }
    return reader;
}

/// Clamps an event's frame to between the previous event and the end of the block.
static JW_REALTIME uint32_t frame_of(const JwAtomReader *reader, int64_t frame) {
    const int64_t last = reader->n_frames > 0 ? (int64_t)reader->n_frames - 1 : 0;
    frame = frame < last ? frame : last;
    return frame > (int64_t)reader->frame ? (uint32_t)frame : reader->frame;
}

JW_REALTIME bool jw_events_next(JwAtomReader *reader, uint32_t *frame, const LV2_Atom **event) {
    if (left_of(reader) < sizeof(LV2_Atom_Event)) {
        return false;
    }
    const LV2_Atom_Event *e = (const LV2_Atom_Event *)(const void *)reader->at;
    if (e->body.size > left_of(reader) - sizeof(*e)) {
        return false;
    }
    reader->frame = *frame = frame_of(reader, e->time.frames);
    *event = &e->body;
    skip(reader, sizeof(*e), e->body.size);
    return true;
}

JW_REALTIME LV2_URID jw_object_type(const LV2_Atom *object, const JwUris *uris) {
    if (object->type != uris->atom_Object || object->size < sizeof(LV2_Atom_Object_Body)) {
        return 0;
    }
    return ((const LV2_Atom_Object *)object)->body.otype;
}

JW_REALTIME JwAtomReader jw_properties_begin(const LV2_Atom *object, const JwUris *uris) {
    JwAtomReader reader = {NULL, NULL, 0, 0};
    if (jw_object_type(object, uris)) {
        reader.at = (const uint8_t *)(object + 1) + sizeof(LV2_Atom_Object_Body);
        reader.end = (const uint8_t *)(object + 1) + object->size;
    }
    return reader;
}

JW_REALTIME bool jw_properties_next(JwAtomReader *reader, LV2_URID *key, const LV2_Atom **value) {
    if (left_of(reader) < sizeof(LV2_Atom_Property_Body)) {
        return false;
    }
    const LV2_Atom_Property_Body *p = (const LV2_Atom_Property_Body *)(const void *)reader->at;
    if (p->value.size > left_of(reader) - sizeof(*p)) {
        return false;
    }
    *key = p->key;
    *value = &p->value;
    skip(reader, sizeof(*p), p->value.size);
    return true;
}

JW_REALTIME LV2_URID jw_atom_urid(const LV2_Atom *atom, const JwUris *uris) {
    if (!atom || atom->type != uris->atom_URID || atom->size < sizeof(LV2_URID)) {
        return 0;
    }
    return ((const LV2_Atom_URID *)atom)->body;
}

/// Value of a float; `otherwise` if not finite. Tests the bits, because reading a
/// signalling NaN as a number raises an exception.
static JW_REALTIME double float_number(const void *body, double otherwise) {
    float value;
    uint32_t bits;
    memcpy(&value, body, sizeof(value));
    memcpy(&bits, body, sizeof(bits));
    return (bits & 0x7f800000u) == 0x7f800000u ? otherwise : (double)value;
}

/// Value of a double, or `otherwise` beyond 1e100, so that products of values are finite too.
static JW_REALTIME double double_number(const void *body, double otherwise) {
    static const uint64_t exponent = UINT64_C(0x7ff) << 52;
    double value;
    uint64_t bits;
    memcpy(&value, body, sizeof(value));
    memcpy(&bits, body, sizeof(bits));
    return (bits & exponent) == exponent || fabs(value) > 1e100 ? otherwise : value;
}

JW_REALTIME double jw_atom_number(const LV2_Atom *atom, const JwUris *uris, double otherwise) {
    if (atom->type == uris->atom_Float && atom->size >= sizeof(float)) {
        return float_number(atom + 1, otherwise);
    }
    if (atom->type == uris->atom_Double && atom->size >= sizeof(double)) {
        return double_number(atom + 1, otherwise);
    }
    if (atom->type == uris->atom_Int && atom->size >= sizeof(int32_t)) {
        return ((const LV2_Atom_Int *)atom)->body;
    }
    if (atom->type == uris->atom_Long && atom->size >= sizeof(int64_t)) {
        return (double)((const LV2_Atom_Long *)atom)->body;
    }
    return otherwise;
}

JW_REALTIME const char *jw_atom_text(const LV2_Atom *atom, const JwUris *uris, uint32_t size) {
    if (!atom || (atom->type != uris->atom_Path && atom->type != uris->atom_String) ||
        atom->size < 1 || atom->size > size) {
        return NULL;
    }
    const char *text = (const char *)(atom + 1);
    return memchr(text, 0, atom->size) ? text : NULL;
}

/// Numbers in a vector of that type, 4 bytes each; NULL for any other atom.
static JW_REALTIME const uint8_t *numbers_of(const LV2_Atom *atom, const JwUris *uris,
                                             LV2_URID type, int most, int *n) {
    const LV2_Atom_Vector *vector = (const LV2_Atom_Vector *)atom;
    *n = 0;
    if (atom->type != uris->atom_Vector || atom->size < sizeof(LV2_Atom_Vector_Body) ||
        vector->body.child_type != type || vector->body.child_size != sizeof(float)) {
        return NULL;
    }
    const size_t held = (atom->size - sizeof(LV2_Atom_Vector_Body)) / sizeof(float);
    *n = held < (size_t)most ? (int)held : most;
    return (const uint8_t *)(vector + 1);
}

JW_REALTIME int jw_atom_floats(const LV2_Atom *atom, const JwUris *uris, float *to, int most) {
    int n;
    const uint8_t *from = numbers_of(atom, uris, uris->atom_Float, most, &n);
    for (int i = 0; i < n; ++i) {
        to[i] = (float)float_number(from + sizeof(float) * (size_t)i, (double)NAN);
    }
    return n;
}

JW_REALTIME int jw_atom_ints(const LV2_Atom *atom, const JwUris *uris, int *to, int most) {
    int n;
    const uint8_t *from = numbers_of(atom, uris, uris->atom_Int, most, &n);
    for (int i = 0; i < n; ++i) {
        memcpy(&to[i], from + sizeof(int32_t) * (size_t)i, sizeof(int32_t));
    }
    return n;
}
