// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Distance of a sound file from a recorded note or drone [dB], as src/fit/portrait.h says.
//
//     recorded RECORDINGS.csv NAME SOUND
//
// NAME is one in the table, of a drone if it begins with "drone". The sound has 48,000 frames a
// second; 3.2 s of a note are used, 40 s of a drone. Prints the total distance, then those of the
// quantities that the recording has.

#include "files/line.h"
#include "fit/portrait.h"
#include "sound.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *what, const char *why) {
    jw_line_print(stderr, "recorded: %s: %s", what, why);
    return EXIT_FAILURE;
}

/// Copies the beginning of a sound, with silence after its end.
static void copy(const Sound *sound, double *to, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        to[i] = i < sound->n ? (double)sound->sample[i] : 0.0;
    }
}

static void print(const JwPortraitDistance *d) {
    static const char *const names[JW_PORTRAIT_QUANTITIES] = {"bands", "level", "bloom", "long",
                                                              "pulse"};
    printf("%.1f", d->all);
    for (int q = 0; q < JW_PORTRAIT_QUANTITIES; ++q) {
        if (d->quantity[q] > 0.0) {
            printf(" %s %.1f", names[q], d->quantity[q]);
        }
    }
    printf("\n");
}

int main(int argc, char **argv) {
    static double samples[JW_PORTRAIT_DRONE_FRAMES];
    if (argc != 4) {
        fprintf(stderr, "usage: recorded RECORDINGS.csv NAME SOUND\n");
        return 2;
    }
    const JwPortrait theirs = jw_portrait_recorded(argv[1], argv[2]);
    if (theirs.n == 0) {
        return fail(argv[1], "no recording of that name");
    }
    Sound sound = {0};
    const bool readable = sound_read(argv[3], &sound) && sound.rate_hz == JW_PORTRAIT_RATE;
    if (readable) {
        copy(&sound, samples, JW_PORTRAIT_DRONE_FRAMES);
    }
    free(sound.sample);
    if (!readable) {
        return fail(argv[3], "not a sound file of 48000 Hz");
    }
    const bool drone = strncmp(argv[2], "drone", 5) == 0;
    const JwPortrait ours = drone ? jw_portrait_drone(samples) : jw_portrait_note(samples);
    const JwPortraitDistance d = jw_portrait_distance(&ours, &theirs);
    if (ours.n == 0 || !(d.all >= 0.0)) {
        return fail(argv[3], "silent, or too short");
    }
    print(&d);
    return EXIT_SUCCESS;
}
