// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The room in which the instrument sounds: reflections and a tail that decays, added to the mix.
//
// Eight delay lines feed each other through an orthogonal matrix (a feedback delay network after
// Jot & Chaigne, 90th AES Convention, 1991, preprint 3030). Each line loses per pass what makes the
// room's reverberation time; a low-pass in it makes that half as long at 4 kHz. The delays are
// proportional to the room's size, and so is the reverberation time: walls absorb as much in a
// small room as in a large one. The losses per pass are therefore the same at any size.
//
// Energy: the matrix keeps it, the lines lose at least 18 % of it a pass. When the size moves, each
// line is read at two places for a while, with weights that sum to 1. As places move by at most a
// tenth of that while, no pass reads more than 1.1 times the energy that went in, so that the tail
// still decays, however the size is moved.
//
// The work for a frame is the same whatever sounds. Nothing is done while LEVEL is 0 and the lines
// are empty.

#ifndef JW_ENGINE_ROOM_H
#define JW_ENGINE_ROOM_H

#include "base/attributes.h"
#include "base/params.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_ROOM_LINES = 8 };

/// Reverberation time of a room, over its size [s/m].
#define JW_ROOM_T60_S_M 0.13

typedef struct {
    float *ring;     ///< Lines, frame by frame: ring[JW_ROOM_LINES * place + line]
    uint32_t frames; ///< Length of the ring, a power of two
    uint32_t place;  ///< Place of the next frame
    double rate_hz;
    float keep[JW_ROOM_LINES];    ///< What the low-pass of a line keeps of its last output
    float loss[JW_ROOM_LINES];    ///< Gain of a line in a pass at low frequencies
    float low[JW_ROOM_LINES];     ///< Last outputs of the low-passes
    double size_m;                ///< Size to which `to` belongs [m]
    uint32_t from[JW_ROOM_LINES]; ///< Delays before the size moved [frames]
    uint32_t to[JW_ROOM_LINES];   ///< Delays, reached when the fade ends [frames]
    float fade, fade_step;        ///< Weight of `to`, 0..1, and its change per frame
    double level, level_step;     ///< Gain of the room's sound, and its change per frame
    double width, width_step;     ///< Gain of its side channel, and its change per frame
    uint32_t still;               ///< Frames since something was last written into the lines
    uint32_t age;  ///< Frames in the lines since it was silenced; older ones count as 0
    int silencing; ///< Frames until it is silent; 0: nobody silences it
    bool open;     ///< True while input reaches the lines: LEVEL is not 0
} JwRoom;

/// Allocates the lines. Returns false if memory is short. [setup]
bool jw_room_init(JwRoom *room, double rate_hz);

/// Frees the lines. [setup]
void jw_room_release(JwRoom *room);

/// Empties the room; its controls take their parameters' values. [setup; audio, where it takes as
/// long as clearing up to 4 MB, 0.3 MB at 48 kHz]
JW_REALTIME void jw_room_rest(JwRoom *room, const double *param);

/// Sets the goals of the controls from the parameters, reached within `frames`. [audio]
JW_REALTIME void jw_room_tick(JwRoom *room, const double *param, uint32_t frames);

/// Lets the room fall silent within 0.1 s, in which it hears nothing. [audio]
JW_REALTIME void jw_room_silence(JwRoom *room);

/// True while the room is silent without sound from the instrument. [audio]
JW_REALTIME bool jw_room_is_still(const JwRoom *room);

/// Adds the room's sound to n frames of the instrument's; a NaN counts as 0. part:
/// left and right to which the room's sound alone is added, each may be NULL. Returns true if the
/// room adds exactly 0. [audio]
JW_REALTIME bool jw_room_run(JwRoom *room, float *left, float *right, float *const part[2],
                             uint32_t n);

#endif // JW_ENGINE_ROOM_H
