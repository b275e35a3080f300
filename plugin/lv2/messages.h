// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Messages between the plug-in and its window, as structs and as atoms; messages.def lists them.

#ifndef JW_MESSAGES_H
#define JW_MESSAGES_H

#include "base/attributes.h"
#include "engine/engine.h"
#include "overrides.h"
#include "uris.h"

#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    JW_WATCH_RATE = 60, ///< Pictures per second if a Watch gives no rate
    JW_WATCH_RATE_MOST = 120,
    JW_SOUND_FRAMES = 6144, ///< Largest number of frames of a Sound
};

/// Time for which a Watch is valid [s].
#define JW_WATCH_LEASE_S 3.0

/// Request of a window for pictures.
typedef struct {
    int string;  ///< String whose motion is displayed
    double rate; ///< Pictures per second
    bool sound;  ///< Also send the audio output
} JwWatch;

/// Stroke on a string by its index.
typedef struct {
    int string;
    int velocity; ///< 1..127; 0 releases it
    double place; ///< As in JwEvent.open
} JwStringPluck;

/// Palm that is applied to a string, or lifted.
typedef struct {
    int string;
    bool on;
} JwStringHand;

/// Picture of the sounding instrument.
typedef struct {
    bool silent;    ///< Nothing sounds; the last picture until something does
    double rate_hz; ///< Frames per second
    float peak[2];
    JwEnginePicture of;
} JwPictureMessage;

/// Values in force, and the held controls.
typedef struct {
    float value[JW_N_PARAMS];
    JwOverrides held;
} JwValues;

/// Samples of the audio output, the mean of left and right.
typedef struct {
    double rate_hz;
    uint32_t n;
    int16_t sample[JW_SOUND_FRAMES];
} JwSoundMessage;

/// Contents of a patch message.
typedef struct {
    int32_t sequence;
    LV2_URID property;
    const LV2_Atom *value; ///< Value of a Set
    const LV2_Atom *body;  ///< Body of a Put
    bool is_ours;          ///< The message is for this plug-in
} JwPatchMessage;

/// Instrument and values to which a window returns.
typedef struct {
    const char *instrument; ///< As in the property; borrowed from the atom
    JwOverrides held;
} JwReturn;

/// Write a message with the forge; return false if it does not fit. [audio, main]
JW_REALTIME bool jw_messages_set(LV2_Atom_Forge *forge, const JwUris *uris, JwProperty property,
                                 const char *text);
JW_REALTIME bool jw_messages_get(LV2_Atom_Forge *forge, const JwUris *uris);
JW_REALTIME bool jw_messages_watch(LV2_Atom_Forge *forge, const JwUris *uris, const JwWatch *watch);
JW_REALTIME bool jw_messages_pluck(LV2_Atom_Forge *forge, const JwUris *uris,
                                   const JwStringPluck *pluck);
JW_REALTIME bool jw_messages_hand(LV2_Atom_Forge *forge, const JwUris *uris,
                                  const JwStringHand *hand);
JW_REALTIME bool jw_messages_return(LV2_Atom_Forge *forge, const JwUris *uris,
                                    const JwReturn *back);
JW_REALTIME bool jw_messages_picture(LV2_Atom_Forge *forge, const JwUris *uris,
                                     const JwPictureMessage *picture);
JW_REALTIME bool jw_messages_values(LV2_Atom_Forge *forge, const JwUris *uris,
                                    const JwValues *values);
JW_REALTIME bool jw_messages_sound(LV2_Atom_Forge *forge, const JwUris *uris,
                                   const JwSoundMessage *sound);

/// Adds the text of a property to an object. [audio, main]
JW_REALTIME bool jw_messages_add_text(LV2_Atom_Forge *forge, JwProperty property, const char *text);

/// Reads a patch message. [audio, main]
JW_REALTIME JwPatchMessage jw_messages_read_patch(const LV2_Atom *object, const JwUris *uris);

/// Read an object of that type; missing or invalid values become 0, -1 or NaN, as described for the
/// fields. [audio, main]
JW_REALTIME void jw_messages_read_watch(const LV2_Atom *object, const JwUris *uris, JwWatch *watch);
JW_REALTIME void jw_messages_read_pluck(const LV2_Atom *object, const JwUris *uris,
                                        JwStringPluck *pluck);
JW_REALTIME void jw_messages_read_hand(const LV2_Atom *object, const JwUris *uris,
                                       JwStringHand *hand);
JW_REALTIME void jw_messages_read_return(const LV2_Atom *object, const JwUris *uris,
                                         JwReturn *back);
JW_REALTIME void jw_messages_read_picture(const LV2_Atom *object, const JwUris *uris,
                                          JwPictureMessage *picture);
JW_REALTIME void jw_messages_read_values(const LV2_Atom *object, const JwUris *uris,
                                         JwValues *values);
JW_REALTIME void jw_messages_read_sound(const LV2_Atom *object, const JwUris *uris,
                                        JwSoundMessage *sound);

#endif // JW_MESSAGES_H
