// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The CLAP plug-ins beside the LV2 ones: the same notes and values give the same bits.
//
//     test_clap_lv2 LIBRARY BUNDLE

#define _XOPEN_SOURCE 700

#include "clap_host.h"
#include "host.h"
#include "plugins.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RATE = 48000, BLOCK = 256, BLOCKS = 200 };

static const char *const ids[JW_N_PLUGINS] = {"org.jawari.instrument", "org.jawari.drone",
                                              "org.jawari.resonator"};

/// One event for both hosts; no notes are needed by drone and resonator.
static void send(ClapHost *clap, Host *lv2, uint64_t r, uint32_t frame) {
    const int channel = (int)(r >> 8 & 3), key = 45 + (int)(r >> 16 & 31);
    const int velocity = 1 + (int)((r >> 24) % 127);
    switch (r % 6) {
    case 0:
    case 1:
        clap_host_note(clap, frame, CLAP_EVENT_NOTE_ON, -1, channel, key, velocity / 127.0);
        host_midi(lv2, frame, 0x90 | channel, key, velocity);
        break;
    case 2:
        clap_host_note(clap, frame, CLAP_EVENT_NOTE_OFF, -1, channel, key, 0.0);
        host_midi(lv2, frame, 0x80 | channel, key, 0);
        break;
    case 3:
        clap_host_midi(clap, frame, 0xe0 | channel, 0, velocity);
        host_midi(lv2, frame, 0xe0 | channel, 0, velocity);
        break;
    case 4:
        clap_host_midi(clap, frame, 0xb0 | channel, 64, velocity);
        host_midi(lv2, frame, 0xb0 | channel, 64, velocity);
        break;
    default:
        clap_host_midi(clap, frame, 0xd0 | channel, velocity, 0);
        host_midi(lv2, frame, 0xd0 | channel, velocity, 0);
        break;
    }
}

/// Identity of a parameter with the table's name.
static clap_id id_of(ClapHost *clap, JwParamId id) {
    return clap_host_param(clap, jw_param_info(id)->name);
}

/// Moves a control in both, at the start of a block.
static void move(ClapHost *clap, Host *lv2, uint64_t *seed, int plugin) {
    static const JwParamId moved[] = {JW_P_JAWARI, JW_P_SYMPATHETIC, JW_P_A4, JW_P_LOSS_HIGH};
    const JwParamId id = moved[fixture_random(seed) % 4];
    const JwParamInfo *info = jw_param_info(id);
    const double least = id == JW_P_A4 ? 430.0 : info->min;
    const double most = id == JW_P_A4 ? 450.0 : info->max;
    const float value = (float)fixture_uniform(seed, least, most);
    if (jw_plugin_port(plugin, id) >= 0) {
        clap_host_move(clap, 0, CLAP_EVENT_PARAM_VALUE, id_of(clap, id), (double)value);
        host_set(lv2, id, value);
    }
}

static void check_plugin(const char *library, const char *bundle, int plugin) {
    Host *lv2 = host_new(&(HostConfig){.bundle = bundle,
                                       .uri = jw_plugin(plugin)->uri,
                                       .rate_hz = RATE,
                                       .worker = HOST_WORKER_AT_ONCE});
    uint64_t seed = 5;
    int n_different = 0;
    double loudest = 0.0;
    if (!check(lv2 != NULL, "the LV2 plug-in")) {
        return;
    }
    ClapHost *clap = calloc(1, sizeof(ClapHost));
    clap_host_open(clap, library, ids[plugin]);
    clap_host_start(clap, RATE);
    host_activate(lv2);
    for (int b = 0; b < BLOCKS; ++b) {
        if (b % 20 == 19) {
            move(clap, lv2, &seed, plugin);
        }
        for (uint32_t i = 0; i < BLOCK; ++i) {
            const float x = (float)(0.3 * fixture_uniform(&seed, -1.0, 1.0));
            clap->input[0][i] = clap->input[1][i] = lv2->in[0][i] = lv2->in[1][i] = x;
        }
        for (int e = 0; e < b % 4; ++e) {
            send(clap, lv2, fixture_random(&seed), (uint32_t)(60 * e));
        }
        clap_host_run(clap, BLOCK);
        clap_host_serve(clap);
        host_run(lv2, BLOCK);
        n_different += memcmp(clap->left, lv2->left, BLOCK * sizeof(float)) != 0 ||
                       memcmp(clap->right, lv2->right, BLOCK * sizeof(float)) != 0;
        loudest = fmax(loudest, clap_host_peak(clap, BLOCK));
    }
    check(n_different == 0, "%s: %d of %d blocks differ", ids[plugin], n_different, BLOCKS);
    check_between(loudest, 1e-3, 4.0, "%s: loudest sample", ids[plugin]);
    clap_host_stop(clap);
    clap_host_close(clap);
    host_deactivate(lv2);
    host_free(lv2);
    free(clap);
}

/********* Places *********/

static char declared[1024];

static bool take_location(const clap_preset_indexer *i, const clap_preset_location *location) {
    (void)i;
    snprintf(declared, sizeof(declared), "%s", location->location);
    return true;
}

static bool take_filetype(const clap_preset_indexer *i, const clap_preset_filetype *type) {
    (void)i;
    (void)type;
    return true;
}

static void make(const char *home, const char *name, bool is_folder) {
    char path[256];
    snprintf(path, sizeof(path), "%s/%s", home, name);
    const int fd = is_folder ? -1 : open(path, O_WRONLY | O_CREAT, 0666);
    check(is_folder ? !mkdir(path, 0777) : fd >= 0 && !close(fd), "made: %s", path);
}

/// Opens the library as if it were at a path: it declares the wanted folder of presets.
static void check_presets(const ClapHost *clap, const char *path, const char *wanted) {
    const clap_preset_indexer indexer = {.version = CLAP_VERSION,
                                         .declare_filetype = take_filetype,
                                         .declare_location = take_location};
    clap->entry->init(path);
    const clap_preset_factory *factory = clap->entry->factory(CLAP_PRESET_FACTORY);
    const clap_preset_provider *provider =
        factory->create(factory, &indexer, factory->descriptor(factory, 0)->id);
    check(provider->init(provider) && !strcmp(declared, wanted), "%s, not %s", wanted, declared);
    provider->destroy(provider);
}

/// A user's plug-ins: the library in ~/.clap, the bundle in ~/.lv2.
static void check_home(const char *library) {
    static const char *const folders[] = {".clap", ".lv2", ".lv2/jawari.lv2",
                                          ".lv2/jawari.lv2/instruments", ".lv2/jawari.lv2/presets"};
    static const char *const files[] = {".clap/jawari.clap",
                                        ".lv2/jawari.lv2/instruments/sitar.ini",
                                        ".lv2/jawari.lv2/presets/one.ttl"};
    char home[] = "/tmp/jawari-clap-XXXXXX", path[256], moved[256], wanted[256];
    ClapHost *clap = calloc(1, sizeof(ClapHost));
    clap_host_open(clap, library, ids[0]);
    check(mkdtemp(home) != NULL, "a home");
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); ++i) {
        make(home, folders[i], true);
    }
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
        make(home, files[i], false);
    }
    snprintf(path, sizeof(path), "%s/%s", home, files[0]);
    snprintf(wanted, sizeof(wanted), "%s/.lv2/jawari.lv2/presets", home);
    check_presets(clap, path, wanted);
    // The library elsewhere, and a link to it
    snprintf(moved, sizeof(moved), "%s/jawari.clap", home);
    check(!rename(path, moved) && !symlink(moved, path), "a link");
    check_presets(clap, path, wanted);
    unlink(moved);
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
        snprintf(path, sizeof(path), "%s/%s", home, files[i]);
        unlink(path);
    }
    for (size_t i = sizeof(folders) / sizeof(folders[0]); i-- > 0;) {
        snprintf(path, sizeof(path), "%s/%s", home, folders[i]);
        rmdir(path);
    }
    check(!rmdir(home), "nothing is left");
    clap_host_close(clap);
    free(clap);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    check_home(argv[1]);
    for (int i = 0; i < JW_N_PLUGINS; ++i) {
        check_plugin(argv[1], argv[2], i);
    }
    return check_result();
}
