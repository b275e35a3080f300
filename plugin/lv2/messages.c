// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "messages.h"

#include "atoms.h"

#include <math.h>
#include <string.h>

/********* Writing *********/

/// Object under construction.
typedef struct {
    LV2_Atom_Forge *forge;
    const JwUris *uris;
    LV2_Atom_Forge_Frame frame;
    bool fits;
} Draft;

static JW_REALTIME void begin(Draft *d, LV2_Atom_Forge *forge, const JwUris *uris, LV2_URID type) {
    d->forge = forge;
    d->uris = uris;
    d->fits = lv2_atom_forge_object(forge, &d->frame, 0, type) != 0;
}

static JW_REALTIME bool end(Draft *d) {
    if (d->fits) {
        lv2_atom_forge_pop(d->forge, &d->frame);
    }
    return d->fits;
}

static JW_REALTIME void add_key(Draft *d, LV2_URID key) {
    d->fits = d->fits && lv2_atom_forge_key(d->forge, key) != 0;
}

static JW_REALTIME void add_int(Draft *d, LV2_URID key, int value) {
    add_key(d, key);
    d->fits = d->fits && lv2_atom_forge_int(d->forge, value) != 0;
}

static JW_REALTIME void add_long(Draft *d, LV2_URID key, int64_t value) {
    add_key(d, key);
    d->fits = d->fits && lv2_atom_forge_long(d->forge, value) != 0;
}

static JW_REALTIME void add_double(Draft *d, LV2_URID key, double value) {
    add_key(d, key);
    d->fits = d->fits && lv2_atom_forge_double(d->forge, value) != 0;
}

static JW_REALTIME void add_floats(Draft *d, LV2_URID key, const float *value, int n) {
    add_key(d, key);
    d->fits = d->fits && lv2_atom_forge_vector(d->forge, sizeof(float), d->uris->atom_Float,
                                               (uint32_t)n, value) != 0;
}

static JW_REALTIME void add_ints(Draft *d, LV2_URID key, const int *value, int n) {
    add_key(d, key);
    d->fits = d->fits && lv2_atom_forge_vector(d->forge, sizeof(int32_t), d->uris->atom_Int,
                                               (uint32_t)n, value) != 0;
}

static JW_REALTIME void add_held(Draft *d, const JwOverrides *held) {
    int weak[JW_N_CONTROLS];
    for (int i = 0; i < JW_N_CONTROLS; ++i) {
        weak[i] = held->weak[i];
    }
    add_floats(d, d->uris->jw_heldPlaces, held->at, JW_N_CONTROLS);
    add_ints(d, d->uris->jw_weak, weak, JW_N_CONTROLS);
}

JW_REALTIME bool jw_messages_add_text(LV2_Atom_Forge *forge, JwProperty property,
                                      const char *text) {
    const uint32_t size = (uint32_t)strlen(text);
    return jw_property_info(property)->extension ? lv2_atom_forge_path(forge, text, size) != 0
                                                 : lv2_atom_forge_string(forge, text, size) != 0;
}

JW_REALTIME bool jw_messages_set(LV2_Atom_Forge *forge, const JwUris *uris, JwProperty property,
                                 const char *text) {
    Draft d;
    begin(&d, forge, uris, uris->patch_Set);
    add_key(&d, uris->patch_property);
    d.fits = d.fits && lv2_atom_forge_urid(forge, uris->property[property]) != 0;
    add_key(&d, uris->patch_value);
    d.fits = d.fits && jw_messages_add_text(forge, property, text);
    return end(&d);
}

JW_REALTIME bool jw_messages_get(LV2_Atom_Forge *forge, const JwUris *uris) {
    Draft d;
    begin(&d, forge, uris, uris->patch_Get);
    return end(&d);
}

JW_REALTIME bool jw_messages_watch(LV2_Atom_Forge *forge, const JwUris *uris,
                                   const JwWatch *watch) {
    Draft d;
    begin(&d, forge, uris, uris->jw_Watch);
    add_int(&d, uris->jw_string, watch->string);
    add_double(&d, uris->jw_rate, watch->rate);
    add_int(&d, uris->jw_sound, watch->sound);
    return end(&d);
}

JW_REALTIME bool jw_messages_pluck(LV2_Atom_Forge *forge, const JwUris *uris,
                                   const JwStringPluck *pluck) {
    Draft d;
    begin(&d, forge, uris, uris->jw_Pluck);
    add_int(&d, uris->jw_string, pluck->string);
    add_int(&d, uris->jw_velocity, pluck->velocity);
    add_double(&d, uris->jw_place, pluck->place);
    return end(&d);
}

JW_REALTIME bool jw_messages_hand(LV2_Atom_Forge *forge, const JwUris *uris,
                                  const JwStringHand *hand) {
    Draft d;
    begin(&d, forge, uris, uris->jw_Hand);
    add_int(&d, uris->jw_string, hand->string);
    add_int(&d, uris->jw_on, hand->on);
    return end(&d);
}

JW_REALTIME bool jw_messages_return(LV2_Atom_Forge *forge, const JwUris *uris,
                                    const JwReturn *back) {
    Draft d;
    begin(&d, forge, uris, uris->jw_Return);
    add_key(&d, uris->property[JW_PROPERTY_INSTRUMENT]);
    d.fits = d.fits &&
             lv2_atom_forge_path(forge, back->instrument, (uint32_t)strlen(back->instrument)) != 0;
    add_held(&d, &back->held);
    return end(&d);
}

static JW_REALTIME void add_string(Draft *d, const JwEnginePicture *p) {
    const JwUris *uris = d->uris;
    add_int(d, uris->jw_string, p->string);
    add_int(d, uris->jw_fret, p->fret);
    add_double(d, uris->jw_length, p->length_m);
    add_double(d, uris->jw_pitch, p->pitch_hz);
    add_floats(d, uris->jw_towards, p->towards, p->n);
    add_floats(d, uris->jw_across, p->across, p->n_across);
    add_floats(d, uris->jw_contactPlaces, p->contact_m, p->n_contacts);
    add_floats(d, uris->jw_contactForces, p->force_n, p->n_contacts);
}

JW_REALTIME bool jw_messages_picture(LV2_Atom_Forge *forge, const JwUris *uris,
                                     const JwPictureMessage *picture) {
    const JwEnginePicture *p = &picture->of;
    Draft d;
    begin(&d, forge, uris, uris->jw_Picture);
    add_int(&d, uris->jw_silent, picture->silent);
    add_long(&d, uris->jw_frame, (int64_t)p->frame);
    add_double(&d, uris->jw_rate, picture->rate_hz);
    add_floats(&d, uris->jw_peaks, picture->peak, 2);
    add_floats(&d, uris->jw_energies, p->energy_j, p->n_strings);
    add_ints(&d, uris->jw_heldKeys, p->held_key, p->n_strings);
    add_ints(&d, uris->jw_damped, p->damped, p->n_strings);
    add_double(&d, uris->jw_bodyEnergy, p->body_j);
    add_double(&d, uris->jw_ledgerEnergy, p->ledger_j);
    add_long(&d, uris->jw_limited, (int64_t)p->limited);
    add_long(&d, uris->jw_droneRound, p->drone.runs ? p->drone.round : 0);
    add_double(&d, uris->jw_dronePart, p->drone.part);
    add_int(&d, uris->jw_droneNext, p->drone.next);
    add_string(&d, p);
    return end(&d);
}

JW_REALTIME bool jw_messages_values(LV2_Atom_Forge *forge, const JwUris *uris,
                                    const JwValues *values) {
    Draft d;
    begin(&d, forge, uris, uris->jw_Values);
    add_floats(&d, uris->jw_values, values->value, JW_N_PARAMS);
    add_held(&d, &values->held);
    return end(&d);
}

JW_REALTIME bool jw_messages_sound(LV2_Atom_Forge *forge, const JwUris *uris,
                                   const JwSoundMessage *sound) {
    const uint32_t size = sound->n * (uint32_t)sizeof(sound->sample[0]);
    Draft d;
    begin(&d, forge, uris, uris->jw_Sound);
    add_double(&d, uris->jw_rate, sound->rate_hz);
    add_key(&d, uris->jw_samples);
    d.fits = d.fits && lv2_atom_forge_atom(forge, size, uris->atom_Chunk) != 0 &&
             lv2_atom_forge_write(forge, sound->sample, size) != 0;
    return end(&d);
}

/********* Reading *********/

JW_REALTIME JwPatchMessage jw_messages_read_patch(const LV2_Atom *object, const JwUris *uris) {
    JwPatchMessage patch = {.is_ours = true};
    JwAtomReader reader = jw_properties_begin(object, uris);
    const LV2_Atom *value;
    LV2_URID key;
    while (jw_properties_next(&reader, &key, &value)) {
        if (key == uris->patch_property) {
            patch.property = jw_atom_urid(value, uris);
        } else if (key == uris->patch_value) {
            patch.value = value;
        } else if (key == uris->patch_body) {
            patch.body = value;
        } else if (key == uris->patch_subject) {
            patch.is_ours = jw_atom_urid(value, uris) == uris->plugin;
        } else if (key == uris->patch_sequenceNumber) {
            patch.sequence = (int32_t)fmin(fmax(jw_atom_number(value, uris, 0.0), 0.0), INT32_MAX);
        }
    }
    return patch;
}

/// Whole number in an atom, within limits.
static JW_REALTIME int whole(const LV2_Atom *atom, const JwUris *uris, double least, double most) {
    return (int)fmin(fmax(jw_atom_number(atom, uris, least), least), most);
}

JW_REALTIME void jw_messages_read_watch(const LV2_Atom *object, const JwUris *uris,
                                        JwWatch *watch) {
    *watch = (JwWatch){.string = -1, .rate = JW_WATCH_RATE};
    JwAtomReader reader = jw_properties_begin(object, uris);
    const LV2_Atom *value;
    LV2_URID key;
    while (jw_properties_next(&reader, &key, &value)) {
        if (key == uris->jw_string) {
            watch->string = whole(value, uris, -1.0, JW_MAX_STRINGS);
        } else if (key == uris->jw_rate) {
            const double rate = jw_atom_number(value, uris, JW_WATCH_RATE);
            watch->rate = fmin(fmax(rate, 1.0), JW_WATCH_RATE_MOST);
        } else if (key == uris->jw_sound) {
            watch->sound = whole(value, uris, 0.0, 1.0) > 0;
        }
    }
}

JW_REALTIME void jw_messages_read_pluck(const LV2_Atom *object, const JwUris *uris,
                                        JwStringPluck *pluck) {
    *pluck = (JwStringPluck){.string = -1};
    JwAtomReader reader = jw_properties_begin(object, uris);
    const LV2_Atom *value;
    LV2_URID key;
    while (jw_properties_next(&reader, &key, &value)) {
        if (key == uris->jw_string) {
            pluck->string = whole(value, uris, -1.0, JW_MAX_STRINGS);
        } else if (key == uris->jw_velocity) {
            pluck->velocity = whole(value, uris, 0.0, 127.0);
        } else if (key == uris->jw_place) {
            pluck->place = fmin(fmax(jw_atom_number(value, uris, 0.0), 0.0), 1.0);
        }
    }
}

JW_REALTIME void jw_messages_read_hand(const LV2_Atom *object, const JwUris *uris,
                                       JwStringHand *hand) {
    *hand = (JwStringHand){.string = -1};
    JwAtomReader reader = jw_properties_begin(object, uris);
    const LV2_Atom *value;
    LV2_URID key;
    while (jw_properties_next(&reader, &key, &value)) {
        if (key == uris->jw_string) {
            hand->string = whole(value, uris, -1.0, JW_MAX_STRINGS);
        } else if (key == uris->jw_on) {
            hand->on = jw_atom_number(value, uris, 0.0) > 0.0;
        }
    }
}

/// Reads the held controls in an object.
static JW_REALTIME void read_held(LV2_URID key, const LV2_Atom *value, const JwUris *uris,
                                  JwOverrides *held) {
    int weak[JW_N_CONTROLS];
    if (key == uris->jw_heldPlaces) {
        jw_atom_floats(value, uris, held->at, JW_N_CONTROLS);
    } else if (key == uris->jw_weak) {
        const int n = jw_atom_ints(value, uris, weak, JW_N_CONTROLS);
        for (int i = 0; i < n; ++i) {
            held->weak[i] = weak[i] != 0;
        }
    }
}

JW_REALTIME void jw_messages_read_return(const LV2_Atom *object, const JwUris *uris,
                                         JwReturn *back) {
    back->instrument = NULL;
    jw_overrides_none(&back->held);
    JwAtomReader reader = jw_properties_begin(object, uris);
    const LV2_Atom *value;
    LV2_URID key;
    while (jw_properties_next(&reader, &key, &value)) {
        if (key == uris->property[JW_PROPERTY_INSTRUMENT]) {
            back->instrument = jw_atom_text(value, uris, JW_TEXT_SIZE);
        }
        read_held(key, value, uris, &back->held);
    }
}

/// Reads a property of the chosen string; returns false for other keys.
static JW_REALTIME bool read_string(LV2_URID key, const LV2_Atom *value, const JwUris *uris,
                                    JwEnginePicture *p) {
    if (key == uris->jw_string) {
        p->string = whole(value, uris, -1.0, JW_MAX_STRINGS);
    } else if (key == uris->jw_fret) {
        p->fret = whole(value, uris, 0.0, 1e6);
    } else if (key == uris->jw_length) {
        p->length_m = jw_atom_number(value, uris, 0.0);
    } else if (key == uris->jw_pitch) {
        p->pitch_hz = jw_atom_number(value, uris, 0.0);
    } else if (key == uris->jw_towards) {
        p->n = jw_atom_floats(value, uris, p->towards, JW_PICTURE_MODES);
    } else if (key == uris->jw_across) {
        p->n_across = jw_atom_floats(value, uris, p->across, JW_PICTURE_MODES);
    } else if (key == uris->jw_contactPlaces) {
        p->n_contacts = jw_atom_floats(value, uris, p->contact_m, JW_PICTURE_POINTS);
    } else if (key == uris->jw_contactForces) {
        jw_atom_floats(value, uris, p->force_n, JW_PICTURE_POINTS);
    } else {
        return false;
    }
    return true;
}

static JW_REALTIME void read_whole(LV2_URID key, const LV2_Atom *value, const JwUris *uris,
                                   JwPictureMessage *picture) {
    JwEnginePicture *p = &picture->of;
    if (key == uris->jw_silent) {
        picture->silent = whole(value, uris, 0.0, 1.0) > 0;
    } else if (key == uris->jw_frame) {
        p->frame = (uint64_t)fmin(fmax(jw_atom_number(value, uris, 0.0), 0.0), 0x1p62);
    } else if (key == uris->jw_rate) {
        picture->rate_hz = jw_atom_number(value, uris, 0.0);
    } else if (key == uris->jw_peaks) {
        jw_atom_floats(value, uris, picture->peak, 2);
    } else if (key == uris->jw_energies) {
        p->n_strings = jw_atom_floats(value, uris, p->energy_j, JW_MAX_STRINGS);
    } else if (key == uris->jw_heldKeys) {
        jw_atom_ints(value, uris, p->held_key, JW_MAX_STRINGS);
    } else if (key == uris->jw_damped) {
        jw_atom_ints(value, uris, p->damped, JW_MAX_STRINGS);
    } else if (key == uris->jw_bodyEnergy) {
        p->body_j = jw_atom_number(value, uris, 0.0);
    } else if (key == uris->jw_ledgerEnergy) {
        p->ledger_j = jw_atom_number(value, uris, 0.0);
    } else if (key == uris->jw_limited) {
        p->limited = (uint64_t)fmin(fmax(jw_atom_number(value, uris, 0.0), 0.0), 0x1p62);
    } else if (key == uris->jw_droneRound) {
        p->drone.round = whole(value, uris, 0.0, 0x1p30);
        p->drone.runs = p->drone.round > 0;
    } else if (key == uris->jw_dronePart) {
        p->drone.part = jw_atom_number(value, uris, 0.0);
    } else if (key == uris->jw_droneNext) {
        p->drone.next = whole(value, uris, 0.0, 1e6);
    }
}

JW_REALTIME void jw_messages_read_picture(const LV2_Atom *object, const JwUris *uris,
                                          JwPictureMessage *picture) {
    memset(picture, 0, sizeof(*picture));
    picture->of.string = -1;
    JwAtomReader reader = jw_properties_begin(object, uris);
    const LV2_Atom *value;
    LV2_URID key;
    while (jw_properties_next(&reader, &key, &value)) {
        if (!read_string(key, value, uris, &picture->of)) {
            read_whole(key, value, uris, picture);
        }
    }
}

JW_REALTIME void jw_messages_read_values(const LV2_Atom *object, const JwUris *uris,
                                         JwValues *values) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        values->value[i] = NAN;
    }
    jw_overrides_none(&values->held);
    JwAtomReader reader = jw_properties_begin(object, uris);
    const LV2_Atom *value;
    LV2_URID key;
    while (jw_properties_next(&reader, &key, &value)) {
        if (key == uris->jw_values) {
            jw_atom_floats(value, uris, values->value, JW_N_PARAMS);
        }
        read_held(key, value, uris, &values->held);
    }
}

JW_REALTIME void jw_messages_read_sound(const LV2_Atom *object, const JwUris *uris,
                                        JwSoundMessage *sound) {
    sound->n = 0;
    sound->rate_hz = 0.0;
    JwAtomReader reader = jw_properties_begin(object, uris);
    const LV2_Atom *value;
    LV2_URID key;
    while (jw_properties_next(&reader, &key, &value)) {
        if (key == uris->jw_rate) {
            sound->rate_hz = jw_atom_number(value, uris, 0.0);
        } else if (key == uris->jw_samples && value->type == uris->atom_Chunk &&
                   value->size <= sizeof(sound->sample)) {
            sound->n = value->size / (uint32_t)sizeof(sound->sample[0]);
            memcpy(sound->sample, value + 1, value->size);
        }
    }
}
