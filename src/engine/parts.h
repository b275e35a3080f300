// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the files of the engine call of each other.

#ifndef JW_PARTS_H
#define JW_PARTS_H

#include "engine/engine_impl.h"

/// An output below this is 0.
#define JW_INAUDIBLE 1e-9

/********* voice.c *********/

JW_REALTIME JwBridge jw_audio_bridge_of(const JwAudio *audio);

/// Strings on one body sleep and wake together.
JW_REALTIME void jw_audio_wake(JwAudio *audio, JwVoice *v);

JW_REALTIME void jw_audio_rest_string(JwAudio *audio, int s);

JW_REALTIME void jw_audio_mute(JwAudio *audio, int s);

/// The body of the tables in force, as the last one moved.
JW_REALTIME void jw_audio_bind_body(JwAudio *audio, const JwBody *from);

JW_REALTIME bool jw_audio_is_silenced(const JwVoice *v);

/// The firmest of the palms that may lie on a string. A dashpot of twice the string's impedance
/// absorbs most; more would only divide the string.
JW_REALTIME void jw_audio_update_palm(JwAudio *audio, int s);

/// Tables in force, and that fret of them. The force on the bridge goes on as it was, and the body
/// with it; a pick-up is led over, but for frets that follow each other faster than that.
JW_REALTIME void jw_audio_go_over(JwAudio *audio, int s, int fret);

JW_REALTIME void jw_audio_obey(JwAudio *audio, const JwGesture *g);

JW_REALTIME void jw_audio_panic(JwAudio *audio);

/********* pitch.c *********/

/// Tension over the table's that raises a string by that pull [semitone]: the pitch ratio squared,
/// but for the part that stiffness makes.
JW_REALTIME double jw_audio_tension_at(const JwModes *m, double pull);

/// The pull that a string's tension is for, in the range of pulls.
JW_REALTIME double jw_audio_pull_at(const JwStringState *c);

/// wave: where the vibrato is in its pull, 0 to 1.
JW_REALTIME void jw_audio_update_tension(JwEngine *engine, int s, double wave);

/// What a string sounds at: its fret, and the interval that its pull is for.
JW_REALTIME double jw_audio_pitch_of(const JwAudio *audio, int s);

/********* events.c *********/

/// Frame of the next stroke that allocator or drone has in mind, UINT64_MAX for none.
JW_REALTIME uint64_t jw_audio_next_due(const JwAudio *audio);

/// True if something changes as soon as the event is taken; see jw_allocator_acts().
JW_REALTIME bool jw_audio_acts(const JwAudio *audio, const JwEvent *event);

JW_REALTIME void jw_audio_take_event(JwAudio *audio, const JwEvent *event);

/********* new_tables.c *********/

JW_REALTIME void jw_audio_update_tables(JwEngine *engine);

/********* tick.c *********/

JW_REALTIME void jw_audio_tick(JwEngine *engine);

/********* report.c *********/

/// The last of a sleeping string's high-pass, below hearing, becomes exactly 0. A decimator gives a
/// constant back but for its rounding.
JW_REALTIME void jw_audio_quiet(JwVoice *v);

JW_REALTIME void jw_audio_publish_report(JwAudio *audio, int s);

/// Shapes and forces in every tick as long as somebody reads them, now and then otherwise.
JW_REALTIME void jw_audio_publish(JwAudio *audio, int s);

/********* output.c *********/

JW_REALTIME void jw_audio_run_frames(JwEngine *engine, float *left, float *right,
                                     float *const *stems, uint32_t done, uint32_t n);

#endif // JW_PARTS_H
