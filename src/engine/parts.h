// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Functions shared by the files of the engine.

#ifndef JW_PARTS_H
#define JW_PARTS_H

#include "engine/engine_impl.h"

/// Outputs below this count as 0.
#define JW_INAUDIBLE 1e-9

/********* voice.c *********/

/// Moves the bridge under a string to its place in parameters and tables, over some ticks.
JW_REALTIME void jw_audio_move_bridge(JwAudio *audio, int s);

/// Wakes a string; on a body, all strings sleep and wake together.
JW_REALTIME void jw_audio_wake(JwAudio *audio, JwVoice *v);

/// Wakes all strings, including those muted by "all sound off".
JW_REALTIME void jw_audio_wake_all(JwAudio *audio);

/// Bridge according to the parameters.
JW_REALTIME JwBridge jw_audio_bridge(const JwAudio *audio);

/// True if that bridge differs from the one in use.
JW_REALTIME bool jw_audio_bridge_moves(const JwAudio *audio);

/// True if the bridge has not moved for long enough to build tables for its place.
JW_REALTIME bool jw_audio_bridge_has_settled(const JwAudio *audio);

JW_REALTIME void jw_audio_rest_string(JwAudio *audio, int s);

/// The same for a sleeping string: hands on it and "all sound off" stay in effect.
JW_REALTIME void jw_audio_rest_again(JwAudio *audio, int s);

/// Takes a string that "all sound off" has faded off the bridge, and puts it to rest there.
JW_REALTIME void jw_audio_mute(JwAudio *audio, int s);

/// Puts the strings on the body of the tables in use, which continues the motion of `from`; NULL:
/// at rest.
JW_REALTIME void jw_audio_bind_body(JwAudio *audio, const JwBody *from);

JW_REALTIME bool jw_audio_is_silenced(const JwVoice *v);

/// Applies the firmest of the requested palms to a string. A dashpot of twice the string's
/// impedance absorbs most; a larger one would only split the string in two.
JW_REALTIME void jw_audio_update_palm(JwAudio *audio, int s);

/// True if the rest shapes of the tables in use, the string's own included, are those on the bridge
/// as it is now.
JW_REALTIME bool jw_audio_lies_as_tables_say(const JwAudio *audio, int s);

/// Gives a string the tables in use at that fret. Its force on the bridge, and with it the body,
/// continues smoothly; the output of a pick-up crosses over, unless frets change faster than that.
JW_REALTIME void jw_audio_go_over(JwAudio *audio, int s, int fret);

/// Strikes a string's second blow, if its stroke has one that is due.
JW_REALTIME void jw_audio_strike_again(JwAudio *audio, int s);

JW_REALTIME void jw_audio_obey(JwAudio *audio, const JwGesture *g);

/// Lifts the hand of "all sound off", or of an ended note, so that the string sounds again.
JW_REALTIME void jw_audio_lift_hand(JwAudio *audio, int s);

JW_REALTIME void jw_audio_panic(JwAudio *audio);

/********* pitch.c *********/

/// Tension, relative to the table's, for a pull [semitone]: the square of the pitch ratio,
/// corrected for the part of the pitch that is due to stiffness.
JW_REALTIME double jw_audio_tension_at(const JwModes *m, double pull);

/// Pull [semitone] for a string's tension, clamped to the range of pulls.
JW_REALTIME double jw_audio_pull_at(const JwStringState *state);

/// Records the fret at which the string is stopped. Its tuning for moved bridge and thread changes
/// at once, with its length.
JW_REALTIME void jw_audio_put_fret(JwAudio *audio, int s, int fret);

/// Sets the tension of a string from its pull, and from its tuning for bridge and thread.
JW_REALTIME void jw_audio_apply_tension(JwAudio *audio, int s);

/// The same for a string at rest, and settles its output, which includes the force with which it
/// presses on a bridge.
JW_REALTIME void jw_audio_settle_tension(JwAudio *audio, int s);

/// Tunes a string at rest, without a pull, for the present place of bridge and thread.
JW_REALTIME void jw_audio_tune_lower(JwAudio *audio, int s);

/// Makes the pull that matches a string's tension the one in effect.
JW_REALTIME void jw_audio_keep_pull(JwAudio *audio, int s);

/// Present vibrato, 0..1; never negative, because a pull can only raise the pitch.
JW_REALTIME double jw_audio_vibrato(const JwAudio *audio);

/// Gives a string that does not move the requested pull at once: a glide would be inaudible.
JW_REALTIME void jw_audio_pull_at_once(JwAudio *audio, int s);

/// Moves a string's tension towards the requested pull. wave: present value of the vibrato, 0..1.
JW_REALTIME void jw_audio_update_tension(JwEngine *engine, int s, double wave);

/// Pitch [Hz] at which a string sounds: that of its fret, raised by its pull.
JW_REALTIME double jw_audio_pitch_of(const JwAudio *audio, int s);

/********* events.c *********/

/// Frame of the next stroke of allocator or drone; UINT64_MAX: none.
JW_REALTIME uint64_t jw_audio_next_due(const JwAudio *audio);

/// True if an event acts as soon as it comes; see jw_allocator_acts().
JW_REALTIME bool jw_audio_acts(const JwAudio *audio, const JwEvent *event);

JW_REALTIME void jw_audio_take_event(JwAudio *audio, const JwEvent *event);

/********* new_tables.c *********/

JW_REALTIME void jw_audio_update_tables(JwEngine *engine);

/// Puts tables that wait for the decimators in the place of the present ones, for an engine that is
/// about to rest.
JW_REALTIME void jw_audio_end_wait(JwEngine *engine);

/********* tick.c *********/

JW_REALTIME void jw_audio_tick(JwEngine *engine);

/********* report.c *********/

/// Sets the inaudible remainder in a sleeping string's high-pass to exactly 0, once the decimator's
/// output is constant except for rounding.
JW_REALTIME void jw_audio_quiet(JwVoice *v);

JW_REALTIME void jw_audio_publish_report(JwAudio *audio, int s);

/// Publishes a string's shape and forces: in every tick while somebody reads them, otherwise every
/// few ticks.
JW_REALTIME void jw_audio_publish(JwAudio *audio, int s);

/********* picture.c *********/

/// Key held on a string, as in JwStringReport.
JW_REALTIME int jw_audio_held_key(const JwAudio *audio, int s);

/// Positions [m] and forces [N] of a string's first n contact points; returns their number.
JW_REALTIME int jw_audio_contact_forces(const JwStringState *string, float *x_m, float *force_n,
                                        int n);

/// Number of samples limited at the output and by the limiter of an input.
JW_REALTIME uint64_t jw_audio_limited(const JwAudio *audio);

/********* output.c *********/

JW_REALTIME void jw_audio_run_frames(JwEngine *engine, float *left, float *right,
                                     float *const *stems, uint32_t done, uint32_t n);

#endif // JW_PARTS_H
