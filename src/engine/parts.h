// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Functions that the files of the engine call of each other.

#ifndef JW_PARTS_H
#define JW_PARTS_H

#include "engine/engine_impl.h"

/// Outputs below this count as 0.
#define JW_INAUDIBLE 1e-9

/********* voice.c *********/

/// Moves the bridge under a string to where parameters and tables have it, over some ticks.
JW_REALTIME void jw_audio_move_bridge(JwAudio *audio, int s);

/// Wakes a string; strings on one body sleep and wake together.
JW_REALTIME void jw_audio_wake(JwAudio *audio, JwVoice *v);

/// Wakes all strings, those that "all sound off" has muted too.
JW_REALTIME void jw_audio_wake_all(JwAudio *audio);

/// Bridge as the parameters have it.
JW_REALTIME JwBridge jw_audio_bridge(const JwAudio *audio);

/// True if the parameters have the bridge elsewhere than the one in force.
JW_REALTIME bool jw_audio_bridge_moves(const JwAudio *audio);

/// True if the bridge has stood still for long enough that strings get tables for its place.
JW_REALTIME bool jw_audio_bridge_has_settled(const JwAudio *audio);

JW_REALTIME void jw_audio_rest_string(JwAudio *audio, int s);

/// The same for a string that sleeps: what a hand does to it, and "all sound off", goes on.
JW_REALTIME void jw_audio_rest_again(JwAudio *audio, int s);

/// Takes a string that "all sound off" has faded off the bridge, and puts it to rest there.
JW_REALTIME void jw_audio_mute(JwAudio *audio, int s);

/// Puts the strings on the body of the tables in force, which goes on moving as `from` did; NULL:
/// at rest.
JW_REALTIME void jw_audio_bind_body(JwAudio *audio, const JwBody *from);

JW_REALTIME bool jw_audio_is_silenced(const JwVoice *v);

/// Lays on a string the firmest of the palms that are asked for. A dashpot of twice the string's
/// impedance absorbs most; a larger one would only divide the string.
JW_REALTIME void jw_audio_update_palm(JwAudio *audio, int s);

/// True if the rest shapes of the tables in force, the string's own among them, are those over the
/// bridge as it is now.
JW_REALTIME bool jw_audio_lies_as_tables_say(const JwAudio *audio, int s);

/// Gives a string the tables in force at that fret. The force on the bridge goes on as it was, and
/// the body with it; the output of a pick-up is led over, unless frets follow each other faster
/// than that takes.
JW_REALTIME void jw_audio_go_over(JwAudio *audio, int s, int fret);

JW_REALTIME void jw_audio_obey(JwAudio *audio, const JwGesture *g);

/// Lifts the hand of "all sound off" or of a note that ended, and lets the string be heard again.
JW_REALTIME void jw_audio_lift_hand(JwAudio *audio, int s);

JW_REALTIME void jw_audio_panic(JwAudio *audio);

/********* pitch.c *********/

/// Tension, relative to the table's, that raises a string by a pull [semitone]: the square of the
/// pitch ratio, corrected for the part of the pitch that stiffness makes.
JW_REALTIME double jw_audio_tension_at(const JwModes *m, double pull);

/// Pull [semitone] that a string's tension corresponds to, clamped to the range of pulls.
JW_REALTIME double jw_audio_pull_at(const JwStringState *c);

/// Notes the fret that a string is stopped at; what it is tuned lower for moved bridge and thread
/// goes along at once, as its length does.
JW_REALTIME void jw_audio_put_fret(JwAudio *audio, int s, int fret);

/// Gives a string the tension for its pull, and for what it is tuned lower.
JW_REALTIME void jw_audio_apply_tension(JwAudio *audio, int s);

/// The same for a string at rest, which is heard as if it had always had it: the force with which
/// it presses on a bridge is part of the output.
JW_REALTIME void jw_audio_settle_tension(JwAudio *audio, int s);

/// Tunes a string at rest, that nothing pulls, for where bridge and thread are now.
JW_REALTIME void jw_audio_tune_lower(JwAudio *audio, int s);

/// Takes the pull that a string's tension stands for as the one in force.
JW_REALTIME void jw_audio_keep_pull(JwAudio *audio, int s);

/// Vibrato in force, 0..1; never negative, since a pull can only raise the pitch.
JW_REALTIME double jw_audio_vibrato(const JwAudio *audio);

/// Gives a string that lies still the pull that is asked for: nobody hears a glide to it.
JW_REALTIME void jw_audio_pull_at_once(JwAudio *audio, int s);

/// Moves a string's tension towards the pull that is asked for. wave: vibrato at this tick, from 0
/// to 1.
JW_REALTIME void jw_audio_update_tension(JwEngine *engine, int s, double wave);

/// Pitch [Hz] at which a string sounds: its fret's, raised by the interval that its pull is for.
JW_REALTIME double jw_audio_pitch_of(const JwAudio *audio, int s);

/********* events.c *********/

/// Frame of the next stroke of allocator or drone, UINT64_MAX for none.
JW_REALTIME uint64_t jw_audio_next_due(const JwAudio *audio);

/// True if an event changes something as soon as it is taken; see jw_allocator_acts().
JW_REALTIME bool jw_audio_acts(const JwAudio *audio, const JwEvent *event);

JW_REALTIME void jw_audio_take_event(JwAudio *audio, const JwEvent *event);

/********* new_tables.c *********/

JW_REALTIME void jw_audio_update_tables(JwEngine *engine);

/********* tick.c *********/

JW_REALTIME void jw_audio_tick(JwEngine *engine);

/********* report.c *********/

/// Sets the inaudible remainder in a sleeping string's high-pass to exactly 0. Waits until the
/// decimator gives the constant back, except for its rounding.
JW_REALTIME void jw_audio_quiet(JwVoice *v);

JW_REALTIME void jw_audio_publish_report(JwAudio *audio, int s);

/// Publishes a string's shape and forces: in every tick as long as somebody reads them, otherwise
/// every few ticks.
JW_REALTIME void jw_audio_publish(JwAudio *audio, int s);

/********* picture.c *********/

/// Key that is held on a string, as JwStringReport has it.
JW_REALTIME int jw_audio_held_key(const JwAudio *audio, int s);

/// Places [m] and forces [N] of a string's first contact points, at most n; returns their number.
JW_REALTIME int jw_audio_contact_forces(const JwStringState *string, float *x_m, float *force_n,
                                        int n);

/// Samples that were held back, at the output and by the limiter of an input.
JW_REALTIME uint64_t jw_audio_limited(const JwAudio *audio);

/********* output.c *********/

JW_REALTIME void jw_audio_run_frames(JwEngine *engine, float *left, float *right,
                                     float *const *stems, uint32_t done, uint32_t n);

#endif // JW_PARTS_H
