// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "sound.h"

#include <sndfile.h>
#include <stdlib.h>

bool sound_read(const char *path, Sound *sound) {
    SF_INFO info = {0};
    SNDFILE *file = sf_open(path, SFM_READ, &info);
    if (!file) {
        return false;
    }
    const size_t n_channels = (size_t)info.channels;
    sound->n = (size_t)info.frames;
    sound->rate_hz = info.samplerate;
    sound->sample = calloc(sound->n + 1, sizeof(float));
    float *frames = calloc((sound->n + 1) * n_channels, sizeof(float));
    const bool good =
        sound->sample && frames && sf_readf_float(file, frames, info.frames) == info.frames;
    for (size_t i = 0; good && i < sound->n * n_channels; i++) {
        sound->sample[i / n_channels] += frames[i] / (float)n_channels;
    }
    free(frames);
    sf_close(file);
    return good;
}
