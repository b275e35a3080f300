// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Distance of a sound file from a recorded note or drone [dB], as tools/profile.h says.
//
//     recorded RECORDINGS.csv NAME SOUND
//
// NAME is one of the table, of a drone if it begins with "drone". The sound has 48,000 frames a
// second; of a note 3.2 s are heard, of a drone 40 s. Prints the distance of all, then those of the
// quantities that the recording has.

#include "files/line.h"
#include "profile.h"
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

static void print(const ProfileDistance *d) {
    static const char *const names[PROFILE_QUANTITIES] = {"bands", "level", "bloom", "long",
                                                          "pulse"};
    printf("%.1f", d->all);
    for (int q = 0; q < PROFILE_QUANTITIES; ++q) {
        if (d->quantity[q] > 0.0) {
            printf(" %s %.1f", names[q], d->quantity[q]);
        }
    }
    printf("\n");
}

int main(int argc, char **argv) {
    static double samples[PROFILE_DRONE_FRAMES];
    if (argc != 4) {
        fprintf(stderr, "usage: recorded RECORDINGS.csv NAME SOUND\n");
        return 2;
    }
    const Profile theirs = profile_recorded(argv[1], argv[2]);
    if (theirs.n == 0) {
        return fail(argv[1], "no recording of that name");
    }
    Sound sound = {0};
    const bool readable = sound_read(argv[3], &sound) && sound.rate_hz == PROFILE_RATE;
    if (readable) {
        copy(&sound, samples, PROFILE_DRONE_FRAMES);
    }
    free(sound.sample);
    if (!readable) {
        return fail(argv[3], "not a sound file of 48000 Hz");
    }
    const bool drone = strncmp(argv[2], "drone", 5) == 0;
    const Profile ours = drone ? profile_drone(samples) : profile_note(samples);
    const ProfileDistance d = profile_distance(&ours, &theirs);
    if (ours.n == 0 || !(d.all >= 0.0)) {
        return fail(argv[3], "silent, or too short");
    }
    print(&d);
    return EXIT_SUCCESS;
}
