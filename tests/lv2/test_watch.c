// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a window is sent and what it can ask for, through the plug-in's own ports. Argument: the
// bundle.

#include "files/preset_file.h"
#include "host.h"
#include "lv2/messages.h"
#include "plugins.h"
#include "properties.h"
#include "support/check.h"

#include <lv2/atom/util.h>
#include <lv2/patch/patch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 256, SECOND = RATE / BLOCK };

static const char *bundle;

/// What the notify port had, over some blocks.
typedef struct {
    int n_pictures, n_silent, n_values, n_sounds, n_cut;
    uint32_t largest; ///< Bytes of the largest picture, its event's head included
    double bytes;     ///< Of all pictures
    uint64_t frame;
    bool steady; ///< Frames only went on
    JwPictureMessage picture;
    JwValues values;
    JwSoundMessage sound;
} Seen;

static Host *open_host(const char *instrument) {
    static HostState state;
    Host *host =
        host_new(&(HostConfig){.bundle = bundle, .rate_hz = RATE, .worker = HOST_WORKER_LATER});
    memset(&state, 0, sizeof(state));
    host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, instrument);
    check(!host_restore(host, &state, ""), "%s is chosen", instrument);
    host_set(host, JW_P_QUALITY, 1.0f);
    host_activate(host);
    host_settle(host);
    return host;
}

static void see_picture(const LV2_Atom_Event *e, Seen *seen) {
    const uint32_t size = (uint32_t)sizeof(*e) + ((e->body.size + 7U) & ~7U);
    jw_messages_read_picture(&e->body, host_uris(), &seen->picture);
    seen->n_pictures += !seen->picture.silent;
    seen->n_silent += seen->picture.silent;
    seen->largest = size > seen->largest ? size : seen->largest;
    seen->bytes += size;
    seen->steady = seen->steady && seen->picture.of.frame >= seen->frame;
    seen->frame = seen->picture.of.frame;
}

static void look(const Host *host, Seen *seen) {
    const JwUris *uris = host_uris();
    const LV2_Atom_Sequence *sequence = &host->notify.sequence;
    const uint8_t *end = (const uint8_t *)&sequence->body + sequence->atom.size;
    LV2_ATOM_SEQUENCE_FOREACH(sequence, e) {
        const LV2_URID type = ((const LV2_Atom_Object *)&e->body)->body.otype;
        seen->n_cut += (const uint8_t *)(e + 1) + e->body.size > end;
        if (type == uris->jw_Picture) {
            see_picture(e, seen);
        } else if (type == uris->jw_Values) {
            jw_messages_read_values(&e->body, uris, &seen->values);
            ++seen->n_values;
        } else if (type == uris->jw_Sound) {
            jw_messages_read_sound(&e->body, uris, &seen->sound);
            ++seen->n_sounds;
        }
    }
}

static Seen run(Host *host, int n_blocks) {
    Seen seen = {.steady = true};
    for (int i = 0; i < n_blocks; ++i) {
        host_run(host, BLOCK);
        host_work(host);
        look(host, &seen);
    }
    return seen;
}

static void test_pictures(const char *instrument, int string, int key) {
    Host *host = open_host(instrument);
    host_midi(host, 0, 0x90, key, 110);
    check(run(host, SECOND).n_pictures == 0, "%s: no pictures unless they are asked for",
          instrument);
    host_midi(host, 0, 0x90, key, 110);
    host_watch(host, &(JwWatch){.string = string});
    check_between(run(host, SECOND).n_pictures, 58, 61, "pictures a second");
    host_midi(host, 0, 0x90, key, 110);
    Seen seen = run(host, SECOND / 4);
    const JwEnginePicture *of = &seen.picture.of;
    int n_moving = 0, n_pressed = 0;
    for (int j = 0; j < of->n; ++j) {
        n_moving += fabsf(of->towards[j]) > 1e-6F;
    }
    for (int i = 0; i < of->n_contacts; ++i) {
        n_pressed += of->contact_m[i] > 0.0F && of->force_n[i] >= 0.0F;
    }
    printf("%s: %.0f bytes a picture, at most %u; %d modes, %d across, %d points, %d strings\n",
           instrument, seen.bytes / seen.n_pictures, seen.largest, of->n, of->n_across,
           of->n_contacts, of->n_strings);
    check_below(seen.largest, 4096.0, "bytes of the largest picture");
    check(seen.steady && of->string == string, "pictures are of the string, one after another");
    check(n_moving > 3 && n_pressed == of->n_contacts && of->n_contacts > 0,
          "with modes and contact");
    check(of->held_key[string] == key && of->energy_j[string] > 0.0F,
          "with what is held and sounds");
    check(seen.picture.peak[0] > 1e-4F && of->length_m > 0.1 && of->pitch_hz > 20.0 &&
              seen.picture.rate_hz == RATE,
          "with levels, length, pitch and rate");
    check_between(run(host, 4 * SECOND).n_pictures, 100, 110, "pictures until the watch is over");
    check(run(host, SECOND).n_pictures == 0, "then none");
    host_free(host);
}

/// True if a host whose window watches plays the same bits as one without.
static void test_same_bits(void) {
    static float left[BLOCK];
    Host *seen = open_host("tanpura"), *unseen = open_host("tanpura");
    int n_same = 0;
    for (int i = 0; i < 2 * SECOND; ++i) {
        if (i % 40 == 0) {
            host_watch(seen, &(JwWatch){.string = i % 3, .sound = true});
        }
        if (i % 100 == 3) {
            host_midi(seen, 5, 0x90, 48, 100);
            host_midi(unseen, 5, 0x90, 48, 100);
        }
        host_run(unseen, BLOCK);
        memcpy(left, unseen->left, sizeof(left));
        host_run(seen, BLOCK);
        n_same += !memcmp(left, seen->left, sizeof(left));
    }
    check(n_same == 2 * SECOND && host_peak(left, BLOCK) > 1e-5,
          "%d of %d blocks are the same bits", n_same, 2 * SECOND);
    host_free(seen);
    host_free(unseen);
}

static void test_silence(void) {
    Host *host = open_host("bench");
    host_watch(host, &(JwWatch){.string = 0});
    Seen seen = run(host, SECOND);
    check(seen.n_silent == 1 && seen.n_pictures == 0, "silence is told once: %d", seen.n_silent);
    host_midi(host, 0, 0x90, 48, 100);
    host_watch(host, &(JwWatch){.string = 0});
    check(run(host, SECOND).n_pictures > 50, "a note is seen");
    host_midi(host, 0, 0xb0, 120, 0);
    host_watch(host, &(JwWatch){.string = 0});
    seen = run(host, SECOND);
    check(seen.n_silent == 1 && seen.picture.silent, "its end is told once: %d", seen.n_silent);
    host_watch(host, &(JwWatch){.string = 0});
    seen = run(host, SECOND);
    check(seen.n_silent == 0 && seen.n_pictures == 0 && seen.n_values > 0,
          "who watches on is told values alone");
    host_free(host);
}

/// A port with little room gets whole messages or none, and the last picture later.
static void test_room(void) {
    Host *host = open_host("sitar");
    const uint32_t whole = host->notify_capacity;
    host_midi(host, 0, 0x90, 60, 100);
    for (uint32_t room = 8; room < 2600; room += 97) {
        host->notify_capacity = room;
        host_watch(host, &(JwWatch){.string = 0, .sound = true});
        const Seen seen = run(host, 8);
        check(seen.n_cut == 0 && seen.largest + 8 <= room, "%u bytes: nothing is cut", room);
    }
    host_midi(host, 0, 0xb0, 120, 0);
    host->notify_capacity = 64;
    host_watch(host, &(JwWatch){.string = 0});
    check(run(host, SECOND).n_silent == 0, "no room for the last picture");
    host->notify_capacity = whole;
    check(run(host, SECOND).n_silent == 1, "it comes once there is");
    host_free(host);
}

static void test_plucks(void) {
    Host *host = open_host("sitar");
    JwStringPluck pluck = {.string = 3, .velocity = 100, .place = 0.2};
    host_watch(host, &(JwWatch){.string = 3});
    host_pluck(host, &pluck);
    Seen seen = run(host, SECOND / 2);
    check(seen.picture.of.held_key[3] >= 0 && seen.picture.of.energy_j[3] > 1e-8F,
          "a string is plucked by its number");
    pluck.velocity = 0;
    host_pluck(host, &pluck);
    check(run(host, SECOND / 2).picture.of.held_key[3] == -1, "and let go");
    host_midi(host, 0, 0xb0, 120, 0);
    run(host, SECOND);
    static const int wrong[] = {-1, 99, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 4; ++i) {
        host_pluck(host, &(JwStringPluck){.string = wrong[i], .velocity = 100, .place = NAN});
    }
    *host_knob(host, JW_HOST_ENABLED) = 0.0f;
    host_pluck(host, &(JwStringPluck){.string = 3, .velocity = 100});
    host_watch(host, &(JwWatch){.string = 3});
    run(host, SECOND);
    check_below(host_peak(host->left, BLOCK), 1e-12,
                "peak of strings that are not there, or disabled");
    host_free(host);
}

static void test_hands(void) {
    Host *host = open_host("tanpura");
    const JwStringPluck pluck = {.string = 1, .velocity = 100, .place = 0.2};
    const JwWatch watch = {.string = 1};
    host_watch(host, &watch);
    host_pluck(host, &pluck);
    Seen seen = run(host, SECOND / 2);
    const float before = seen.picture.of.energy_j[1];
    check(!seen.picture.of.damped[1], "no hand lies on a string at first");
    host_hand(host, &(JwStringHand){.string = 1, .on = true});
    host_hand(host, &(JwStringHand){.string = 99, .on = true});
    seen = run(host, SECOND / 2);
    check(seen.picture.of.damped[1] && !seen.picture.of.damped[2], "a hand is told of");
    check_between((double)(seen.picture.of.energy_j[1] / before), 0.0, 1e-3,
                  "energy of a string under a hand, over that before");
    host_hand(host, &(JwStringHand){.string = 1, .on = false});
    host_watch(host, &watch);
    host_pluck(host, &pluck);
    seen = run(host, SECOND / 2);
    check(!seen.picture.of.damped[1] && seen.picture.of.energy_j[1] > 0.5F * before,
          "and taken off");
    host_free(host);
}

static void test_values(void) {
    Host *host = open_host("sitar");
    host_watch(host, &(JwWatch){.string = 0});
    Seen seen = run(host, SECOND);
    check(seen.n_values == 1, "values are told once: %d", seen.n_values);
    check(!isnan(seen.values.held.at[JW_P_JAWARI]), "no control was moved yet");
    host_set(host, JW_P_JAWARI, 0.75f);
    seen = run(host, 20);
    check(seen.n_values == 1 && seen.values.value[JW_P_JAWARI] == 0.75f &&
              isnan(seen.values.held.at[JW_P_JAWARI]),
          "a moved control is told at once");
    const JwParamInfo *volume = jw_param_info(JW_P_VOLUME);
    host_midi(host, 0, 0xb0, volume->cc, 32);
    seen = run(host, 20);
    check(seen.n_values >= 1 && (double)seen.values.value[JW_P_VOLUME] < volume->def,
          "and what a controller moved: %g", (double)seen.values.value[JW_P_VOLUME]);
    host_free(host);
}

/// After a preset was tried, everything is as it was: values, and what a state keeps.
static void test_return(void) {
    static HostState before, tried, after;
    Host *host = open_host("sitar");
    host_set(host, JW_P_GAIN, -7.0f);
    host_watch(host, &(JwWatch){.string = 0});
    const Seen was = run(host, SECOND);
    host_save(host, &before, "");
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "sitar-muted.ttl", 0);
    host_watch(host, &(JwWatch){.string = 0});
    const Seen other = run(host, SECOND);
    host_save(host, &tried, "");
    check(!host_same_state(&before, &tried) &&
              memcmp(was.values.value, other.values.value, sizeof(was.values.value)) != 0,
          "a preset changes values");
    const JwReturn back = {.instrument = "sitar", .held = was.values.held};
    host_return(host, &back);
    host_watch(host, &(JwWatch){.string = 0});
    const Seen now = run(host, SECOND);
    host_save(host, &after, "");
    check(now.values.value[JW_P_GAIN] == -7.0f &&
              !memcmp(was.values.value, now.values.value, sizeof(was.values.value)),
          "all values are as before");
    check(host_same_state(&before, &after), "and so is the state");
    const JwReturn nowhere = {.instrument = "no-such-instrument", .held = was.values.held};
    host_return(host, &nowhere);
    host_watch(host, &(JwWatch){.string = 0});
    host_save(host, &after, "");
    check(host_same_state(&before, &after), "nothing changes if there is no such file");
    host_free(host);
}

static void test_sound(double rate, int step) {
    static HostState state;
    Host *host =
        host_new(&(HostConfig){.bundle = bundle, .rate_hz = rate, .worker = HOST_WORKER_LATER});
    host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, "bench");
    host_restore(host, &state, "");
    host_activate(host);
    host_settle(host);
    host_midi(host, 0, 0x90, 48, 60);
    run(host, 20);
    check(run(host, 20).n_sounds == 0, "no sound is sent unless it is wanted");
    host_watch(host, &(JwWatch){.string = 0, .sound = true});
    int n_wrong = 0, n_blocks = 0;
    for (int i = 0; i < 40; ++i) {
        const Seen seen = run(host, 1);
        n_blocks += seen.n_sounds == 1 && seen.sound.n == BLOCK / (unsigned)step;
        for (uint32_t j = 0; j < seen.sound.n; ++j) {
            double mean = 0.0;
            for (int k = 0; k < step; ++k) {
                mean += (double)(host->left[j * step + k] + host->right[j * step + k]) / 2 / step;
            }
            n_wrong += fabs(seen.sound.sample[j] / 32767.0 - mean) > 0.51 / 32767.0;
        }
        check(i < 1 || seen.sound.rate_hz == rate / step, "rate of the sound");
    }
    check(n_blocks >= 39 && n_wrong == 0, "%g Hz: %d blocks are heard, %d samples wrong", rate,
          n_blocks, n_wrong);
    host_free(host);
}

int main(int argc, char **argv) {
    bundle = argc > 1 ? argv[1] : "";
    test_pictures("sitar", 0, 60);
    test_pictures("tanpura", 1, 50);
    test_same_bits();
    test_silence();
    test_room();
    test_plucks();
    test_hands();
    test_values();
    test_return();
    test_sound(48000.0, 1);
    test_sound(96000.0, 2);
    return check_result();
}
