// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Places of recorded notes: the string and the fret that the player takes for the note, on every
// instrument. Arguments: files of instruments.

#include "files/instrument_file.h"
#include "fit/placing.h"
#include "playing/allocator_place.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

static JwInstrument like;
static JwFretboard board;
static JwAllocator player;
static JwMisfit misfit;

/// Places one note that is heard so many cents above a pitch.
static bool place(double hz, double cents, const char *string, JwError *error) {
    memset(&misfit, 0, sizeof(misfit));
    misfit.like = &like;
    misfit.n_notes = 1;
    misfit.note[0].recording.path = "note.wav";
    misfit.note[0].recording.hz = hz * exp2(cents / 1200.0);
    return jw_placing_find(&misfit, string, error);
}

/// Compares the places of all keys of an instrument, a little out of tune, with the player's.
static void test_instrument(const char *path) {
    JwError error = {0};
    int n = 0;
    if (!check(!jw_instrument_file_load(path, &like, &error), "%s", error.text)) {
        return;
    }
    jw_fretboard_fill(&board, &like, NULL, like.param);
    jw_allocator_reset(&player, &like, &board, 48000.0, 2.0);
    for (int key = 0; key < JW_KEYS; ++key) {
        JwPlace wanted;
        const int string = jw_allocator_find_string(&player, 0, key, true, &wanted);
        if (string < 0 || !wanted.is_near || fabs(wanted.retune) > 0.01) {
            continue;
        }
        const double hz = board.neck[string].hz[wanted.fret];
        for (int cents = -30; cents <= 30; cents += 30) {
            const bool is_placed = place(hz, cents, NULL, &error);
            check(is_placed && misfit.string == string && misfit.note[0].note.fret == wanted.fret,
                  "%s: key %d, %d cents: string %d, fret %d, the player takes %d, %d%s", path, key,
                  cents, misfit.string, misfit.note[0].note.fret, string, wanted.fret,
                  is_placed ? "" : error.text);
            check_below(fabs(misfit.note[0].off_cents - cents), 0.5, "cents from the fret");
            ++n;
        }
    }
    check(n > 0, "%s: %d notes are placed", path, n);
}

/// The guitar's E4 is its highest string; that string's name, or another one's, is followed.
static void test_guitar(const char *path) {
    JwError error = {0};
    char text[200];
    if (!check(!jw_instrument_file_load(path, &like, &error), "%s", error.text)) {
        return;
    }
    check(place(329.6276, 2.0, NULL, &error), "%s", error.text);
    jw_placing_text(&misfit, 0, text, sizeof(text));
    check(!strcmp(text, "heard 330.0 Hz: e1, open (+2 cents), note.wav"), "it says: %s", text);
    check(place(329.6276, 0.0, "a", &error) && misfit.note[0].note.fret == 19, "fret %d of a",
          misfit.note[0].note.fret);
    check(!place(329.6276, 0.0, "z", &error) && strstr(error.text, "no string of"), "%s",
          error.text);
    check(!place(5000.0, 0.0, NULL, &error) && strstr(error.text, "beyond all strings"), "%s",
          error.text);
    // Two notes are of the string that has both.
    check(place(329.6276, 0.0, NULL, &error), "%s", error.text);
    misfit.n_notes = 2;
    misfit.note[1].recording = (JwRecording){.path = "low.wav", .hz = 246.9417};
    check(jw_placing_find(&misfit, NULL, &error) && misfit.note[0].note.fret == 5 &&
              misfit.note[1].note.fret == 0,
          "B3 and E4: frets %d, %d", misfit.note[1].note.fret, misfit.note[0].note.fret);
    // The name that the user gives counts for more than the pitch.
    check(place(329.6276, -55.0, NULL, &error) && misfit.note[0].note.fret == 4,
          "between frets the nearer one: %d", misfit.note[0].note.fret);
    misfit.note[0].recording.named_hz = 329.6276;
    check(jw_placing_find(&misfit, NULL, &error) && misfit.note[0].note.fret == 0,
          "the named one: %d %s", misfit.note[0].note.fret, error.text);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; ++i) {
        test_instrument(argv[i]);
        if (strstr(argv[i], "guitar")) {
            test_guitar(argv[i]);
        }
    }
    return check_result();
}
