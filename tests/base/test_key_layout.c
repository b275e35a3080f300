// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Layouts of keys: which note each letter plays, for a piano and for every raga; MIDI keyboards;
// the svara nearest to a pitch, and the next one of a pull.

#include "base/key_layout.h"
#include "base/ragas.h"
#include "base/svaras.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

static void check_letters(const JwKeyLayout *l, const char *letters, const int *keys) {
    for (int i = 0; letters[i]; ++i) {
        check(jw_key_layout_key(l, letters[i], false) == keys[i], "%c plays %d, not %d", letters[i],
              jw_key_layout_key(l, letters[i], false), keys[i]);
    }
}

static void test_piano(void) {
    const JwKeyLayout l = jw_key_layout(JW_KEYS_AUTO, 0, false, 61, 60);
    static const int keys[] = {60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70,
                               71, 72, 73, 74, 75, 76, 77, -1, -1, -1};
    check(!l.sargam, "without raga and tonic it is a piano");
    check_letters(&l, "awsedftgyhujkolp;'riq", keys);
    check(jw_key_layout_midi(&l, 49) == 49, "a MIDI keyboard stays as it is");
}

/// Bhimpalasi in D: the nine keys a to l are D E F G A B C D E.
static void test_bhimpalasi(void) {
    const int raga = jw_raga_find("Bhimpalasi");
    const JwKeyLayout l = jw_key_layout(JW_KEYS_AUTO, jw_raga_notes(raga), false, 62, 60);
    static const int keys[] = {62, 64, 65, 67, 69, 71, 72, 74, 76, 77, 79, 63, -1, 66, 68, 70, -1};
    check(l.sargam, "a raga makes it sargam");
    check_letters(&l, "asdfghjkl;'wertyu", keys);
    check(jw_key_layout(JW_KEYS_PIANO, jw_raga_notes(raga), true, 62, 60).sargam == false,
          "piano is piano");
    check(jw_key_layout(JW_KEYS_AUTO, 0, true, 62, 60).notes == 0xab5, "a tonic alone: shuddha");
    // White keys from C4 up are the same notes; black ones lie between their neighbours
    static const int midi[] = {62, 63, 64, -1, 65, 67, 68, 69, 70, 71, -1, 72, 74};
    for (int i = 0; i < 13; ++i) {
        check(jw_key_layout_midi(&l, 60 + i) == midi[i], "MIDI key %d plays %d, not %d", 60 + i,
              jw_key_layout_midi(&l, 60 + i), midi[i]);
    }
    check(jw_key_layout_midi(&l, 48) == 50, "an octave below: %d", jw_key_layout_midi(&l, 48));
}

/// In every raga each note of two octaves from Sa up to the last letter is reached by one letter.
static void test_every_raga(void) {
    for (int raga = 1; raga < JW_N_RAGAS; ++raga) {
        const JwKeyLayout l = jw_key_layout(JW_KEYS_AUTO, jw_raga_notes(raga), false, 60, 60);
        int white = 0;
        for (int key = 60; key <= jw_key_layout_key(&l, '\'', false); ++key) {
            bool second;
            const char letter = jw_key_layout_letter(&l, key, &second);
            const bool in = jw_raga_notes(raga) >> (key - 60) % 12 & 1u;
            check(!letter || jw_key_layout_key(&l, letter, second) == key, "%s: %d by %c",
                  jw_raga_name(raga), key, letter);
            check(!in || (letter == "asdfghjkl;'"[white] && !second), "%s: %d is on its row",
                  jw_raga_name(raga), key);
            // A gap of more than two notes keeps its highest ones to itself
            const unsigned above = jw_raga_notes(raga);
            bool third = !in;
            for (int by = 1; by <= 2 && third; ++by) {
                third = !(above >> ((key - by - 60) % 12 + 12) % 12 & 1u);
            }
            check(letter || third, "%s: %d has a letter", jw_raga_name(raga), key);
            white += in;
        }
        check(white == 11, "%s: %d notes on the row", jw_raga_name(raga), white);
    }
}

static void test_edges(void) {
    const JwKeyLayout high = jw_key_layout(JW_KEYS_SARGAM, 0, false, 120, 60);
    check(jw_key_layout_key(&high, ';', false) == -1, "nothing above key 127");
    check(jw_key_layout_midi(&high, 0) >= 0 && jw_key_layout_midi(&high, 127) == -1, "nor in MIDI");
    check(jw_key_layout_key(&high, -5, false) == -1 && jw_key_layout_key(&high, 0, false) == -1 &&
              jw_key_layout_key(&high, 0x10000, false) == -1,
          "no letter, no key");
    JwKeysChoice choice = JW_KEYS_PIANO;
    check(!jw_keys_choice_find("sarga", &choice) && choice == JW_KEYS_PIANO, "no such layout");
    for (int i = 0; i < JW_N_KEYS_CHOICES; ++i) {
        check(jw_keys_choice_find(jw_keys_choice_name((JwKeysChoice)i), &choice) &&
                  (int)choice == i,
              "layout %d by its name", i);
    }
}

/********* Svaras *********/

static void test_near(void) {
    JwSvaras s = jw_svaras_equal(62, jw_raga_find("Bhimpalasi"));
    s.cents[7] = 702.0;
    const JwSvaraNear pa = jw_svara_near(&s, 7.05, -1);
    check(pa.key == 69 && fabs(pa.cents - 3.0) < 1e-9, "Pa +3: %d %+.2f", pa.key, pa.cents);
    check(!strcmp(jw_svara_name(s.sa_key, pa.key), "Pa"), "by name");
    check(jw_svara_near(&s, -12.2, -1).key == 50, "Sa below");
    // Between ma (5.00) and Pa (7.02): the middle is 6.01
    check(jw_svara_near(&s, 6.05, -1).key == 69 && jw_svara_near(&s, 6.05, 67).key == 67,
          "a held svara stays within 10 cents");
    check(jw_svara_near(&s, 6.12, 67).key == 69, "and gives way then");
    check(jw_svara_near(&s, (double)NAN, -1).key == -1 && jw_svara_near(&s, HUGE_VAL, -1).key == -1,
          "no pitch, no svara");
}

static void test_pulls(void) {
    const JwSvaras s = jw_svaras_equal(62, jw_raga_find("Bhimpalasi"));
    double pull = 0.0;
    static const double up[] = {2.0, 3.0, 5.0, 7.0}; // From Sa: R g m P
    for (int i = 0; i < 4; ++i) {
        pull = jw_svara_next_pull(&s, 62, pull, 1);
        check(fabs(pull - up[i]) < 1e-9, "pull %d up: %g, not %g", i, pull, up[i]);
    }
    check(fabs(jw_svara_next_pull(&s, 62, 2.4, -1) - 2.0) < 1e-9, "down to the note below");
    check(fabs(jw_svara_next_pull(&s, 63, 0.4, -1)) < 1e-9, "a stopped note outside the raga, too");
}

int main(void) {
    test_piano();
    test_bhimpalasi();
    test_every_raga();
    test_edges();
    test_near();
    test_pulls();
    return check_result();
}
