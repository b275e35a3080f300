// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the player's window shows of a player that plays, without the window: path and energies
// while it sounds, and no change in silence, whatever sounded before.

#include "app/player/live_preset.h"
#include "app/player/practice.h"
#include "app/player_window/live_model.h"
#include "base/ragas.h"
#include "host/clocks.h"
#include "support/check.h"
#include "window/draw/action.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NOTE_ON = 0x90, BEND = 0xe0, LONG_NAME = 120 };

static JwLiveModel model;

static void say(void *user, const char *text) {
    (void)user;
    printf("%s\n", text);
}

static JwLive *open_player(const char *instrument, bool input) {
    static bool set[JW_N_PARAMS];
    static double value[JW_N_PARAMS];
    set[JW_P_QUALITY] = true;
    value[JW_P_QUALITY] = 1.0;
    static const JwTuningArguments tuning;
    const JwLiveSetup setup = {.driver = JW_DRIVER_NONE,
                               .backend = {.input = input},
                               .instrument = instrument,
                               .set = set,
                               .value = value,
                               .tuning = &tuning,
                               .folder = ".",
                               .offline_quality = 1,
                               .say = say};
    JwError error = {0};
    JwLive *live = jw_live_new(&setup, &error);
    const bool opened = live && jw_live_load(live, &error) && jw_live_open(live, &error);
    check(opened, "a player: %s", error.text);
    return opened ? live : NULL;
}

/// Lets time go by; returns the parts that changed.
static unsigned look(JwLive *live, double seconds) {
    unsigned parts = 0;
    for (const double end_s = jw_monotonic_s() + seconds; jw_monotonic_s() < end_s;) {
        jw_live_tick(live);
        parts |= jw_live_model_look(&model, jw_monotonic_s());
        usleep(10000);
    }
    return parts;
}

static double last_db(JwWindowEnergy of) {
    const JwWindowEnergies *e = &model.window.energies;
    return (double)e->db[(e->first + e->n - 1) % JW_WINDOW_ENERGIES][of];
}

static void check_path(const JwWindowHero *hero) {
    float most = 0.0F;
    for (int i = 0; i < hero->n_path; ++i) {
        most = fmaxf(most, fabsf(hero->path_across[i]));
        check(isfinite(hero->path_across[i]) && isfinite(hero->path_towards[i]), "a path");
    }
    check(hero->n_path > 10, "%d points of it", hero->n_path);
    check_between((double)most, 1e-7, 3e-3, "how far it goes across [m]");
}

/// Silence after sound: nothing is drawn, though held levels fall and a preset's path is long.
static void check_silence(JwLive *live) {
    jw_live_panic(live);
    look(live, 1.5);
    check(!model.window.sounds && model.window.hero.n_pictures == 0, "all is silent");
    check(look(live, 0.5) == 0, "and nothing changes");
}

/// A file of a preset in folders of long names.
static bool write_long_preset(char *path, size_t size) {
    char name[LONG_NAME + 1], folder[4096];
    memset(name, 'n', LONG_NAME);
    name[LONG_NAME] = 0;
    if (!getcwd(folder, sizeof folder)) {
        return false;
    }
    snprintf(path, size, "%.2000s/%s", folder, name);
    mkdir(path, 0700);
    snprintf(path, size, "%.2000s/%s/%s", folder, name, name);
    mkdir(path, 0700);
    snprintf(path, size, "%.2000s/%s/%s/%s.ttl", folder, name, name, name);
    char command[8192];
    snprintf(command, sizeof command, "cp '%s/sitar-khula.ttl' '%s'", getenv("JAWARI_DATA"), path);
    return getenv("JAWARI_DATA") && system(command) == 0;
}

static void test_sitar(void) {
    JwLive *live = open_player("sitar", false);
    if (!live) {
        return;
    }
    jw_live_model_begin(&model, live);
    check(!(model.window.lacks & JW_LACKS_ENERGIES), "energies are shown");
    check(!model.window.has_input, "no sound comes in, and the page has no such group");
    look(live, 0.3);
    check(model.window.energies.n == 0, "there are none in silence");
    jw_live_midi(live, NOTE_ON, 54, 100);
    look(live, 1.0);
    check(model.window.sounds, "it sounds");
    check_between(model.window.energies.n, 4.0, 12.0, "instants of energies");
    check_between(last_db(JW_WINDOW_OF_STRINGS), -110.0, -10.0, "strings [dB]");
    check(last_db(JW_WINDOW_OF_BODY) < last_db(JW_WINDOW_OF_STRINGS) &&
              last_db(JW_WINDOW_OF_BODY) > -150.0,
          "the body has less: %.1f dB", last_db(JW_WINDOW_OF_BODY));
    check_between(last_db(JW_WINDOW_OF_LEDGER), -200.1, last_db(JW_WINDOW_OF_STRINGS) + 30.0,
                  "ledger [dB]");
    check_path(&model.window.hero);
    jw_live_model_choose(&model, 1);
    check(model.window.hero.n_pictures == 0, "another string begins anew");
    check_silence(live);
    char path[4096];
    JwError error = {0};
    if (check(write_long_preset(path, sizeof path), "a preset's file: %s", path)) {
        check(jw_live_preset(live, path, &error), "is played: %s", error.text);
        look(live, 1.0);
        check_silence(live);
    }
    jw_live_free(live);
}

/// A pull is followed: ma on baj, pulled by two semitones, is Pa.
static void check_bend(JwLive *live) {
    const JwWindowHero *hero = &model.window.hero;
    jw_live_midi(live, NOTE_ON, 66, 100);
    look(live, 0.4);
    check(hero->key == 66 && !hero->pulled, "a plucked note is not pulled");
    const int wheel = 8192 + (int)(8191.0 * 2.0 / jw_live_param(live, JW_P_BEND_RANGE));
    jw_live_midi(live, BEND, wheel & 127, wheel >> 7);
    look(live, 0.5);
    check(hero->pulled && hero->near_key == 68, "pulled to Pa: %d", hero->near_key);
    check_between(hero->near_cents, -3.0, 3.0, "from there [cent]");
    check_between(hero->bend_semitones, 1.97, 2.03, "pull [semitone]");
    jw_live_set(live, JW_P_TUNE, 40.0);
    look(live, 0.5);
    check_between(hero->near_cents, -3.0, 3.0, "TUNE moves the tonic as well [cent]");
    jw_live_set(live, JW_P_TUNE, 0.0);
    jw_live_midi(live, BEND, 0, 64);
    look(live, 0.5);
    check(!hero->pulled, "let back");
}

/// The window shows the melody string that was played last, unless another kind was chosen.
static void check_follow(JwLive *live) {
    jw_live_panic(live);
    look(live, 0.5);
    check(model.window.hero.string == 0, "baj is shown");
    jw_live_pluck(live, 3, 100, 0.0);
    look(live, 0.4);
    check(model.window.hero.string == 3, "then kharaj, which is plucked: %d",
          model.window.hero.string);
    jw_live_pluck(live, 3, 0, 0.0);
    jw_live_pluck(live, 5, 100, 0.0);
    look(live, 0.4);
    check(model.window.hero.string == 3, "but not a chikari: %d", model.window.hero.string);
    jw_live_model_choose(&model, 5);
    jw_live_midi(live, NOTE_ON, 66, 100);
    look(live, 0.4);
    check(model.window.hero.string == 5, "which stays once it is chosen: %d",
          model.window.hero.string);
}

/// Instruments can be chosen without a preset; families are kinds.
static void check_choices(JwLive *live) {
    const JwWindowModel *w = &model.window;
    int biwa = -1;
    for (int i = 0; i < w->n_presets; ++i) {
        biwa =
            w->presets[i].is_instrument && !strcmp(w->presets[i].name, "Satsuma biwa") ? i : biwa;
    }
    check(biwa >= 0 && !strcmp(w->family[w->presets[biwa].family], "Biwa"), "the biwa, a family");
    int veena = 0;
    for (int i = 0; i < w->n_families; ++i) {
        veena += !strcmp(w->family[i], "Veena");
        check(strcmp(w->family[i], "Satsuma") != 0 && strcmp(w->family[i], "Rudra") != 0 &&
                  strcmp(w->family[i], "Tambura") != 0,
              "%s is a kind", w->family[i]);
    }
    check(veena == 1, "the veenas are one family");
    JwError error = {0};
    check(jw_live_instrument(live, model.showing.presets.file[biwa], &error), "%s", error.text);
    look(live, 0.5);
    check(w->bridge.along && w->bridge.posts && w->bridge.n > 20, "its frets are under the string");
    check(w->preset == biwa && w->has_bachi, "it plays, and is marked in the list: %d", w->preset);
}

/// Index of a preset or set in the list; -1: it is not there.
static int listed(const char *name, bool is_set) {
    const JwWindowModel *w = &model.window;
    for (int i = 0; i < w->n_presets; ++i) {
        if (w->presets[i].is_set == is_set && !strcmp(w->presets[i].name, name)) {
            return i;
        }
    }
    return -1;
}

/// What a hand chooses in the window is applied there at once; keys and strings follow, too.
static void test_chosen(void) {
    JwLive *live = open_player("sitar", false);
    if (!live) {
        return;
    }
    const JwWindowModel *w = &model.window;
    static const struct {
        JwParamId id;
        double value;
    } chosen[] = {{JW_P_SA, 3.0}, {JW_P_RAGA, 1.0 * JW_RAGA_89}, {JW_P_INTONATION, 1.0}};
    jw_live_model_begin(&model, live);
    look(live, 0.2);
    check(w->string[1].key == 49 && w->raga_keys == 0, "as built: %d", w->string[1].key);
    for (size_t i = 0; i < sizeof chosen / sizeof chosen[0]; ++i) {
        const JwWindowAction action = {
            .kind = JW_DO_PARAM, .index = chosen[i].id, .value = chosen[i].value};
        jw_window_apply(&model.window, &action);
        jw_live_set(live, chosen[i].id, chosen[i].value);
    }
    look(live, 0.3);
    check(w->string[1].key == 50 && w->sa_key % 12 == 2, "Sa is D: %d, %d", w->string[1].key,
          w->sa_key);
    check(w->raga_keys == jw_raga_notes(JW_RAGA_89), "the keys are Malkauns': 0x%x", w->raga_keys);
    jw_live_free(live);
}

/// Presets and practice sets that are saved meanwhile are listed.
static void test_lists(void) {
    JwLive *live = open_player("sitar", false);
    if (!live) {
        return;
    }
    JwError error = {0}, told = {0};
    char folder[] = "/tmp/jawari-lists-XXXXXX", command[256];
    check(mkdtemp(folder) != NULL, "a folder");
    setenv("XDG_DATA_HOME", folder, 1);
    jw_live_model_begin(&model, live);
    look(live, 0.2);
    const JwWindowModel *w = &model.window;
    const int before = w->n_presets, families = w->n_families;
    jw_live_set(live, JW_P_SA, 3.0);
    check(jw_practice_save(live, "Morning", &error), "a set: %s", error.text);
    look(live, 0.2);
    check(listed("Morning", true) < 0, "the list waits for its page");
    model.window.hand.page = JW_WINDOW_PRESETS_PAGE;
    look(live, 0.2);
    const int morning = listed("Morning", true);
    check(morning == before && w->n_families == families + 1 &&
              !strcmp(w->family[w->presets[morning].family], "Practice sets") &&
              strstr(w->presets[morning].text, "Sa D"),
          "the set: %d, %s", morning, w->presets[before].text);
    check(jw_live_preset_keep(live, "Mine", &told, &error), "a preset: %s", error.text);
    look(live, 0.2);
    check(w->n_presets == before + 2 && listed("Mine", false) == w->preset &&
              !strcmp(w->preset_name, "Mine") && listed("Morning", true) == before + 1,
          "the preset, which is played: %d, %s", listed("Mine", false), w->preset_name);
    check(jw_practice_delete("Morning", &error), "deleted");
    model.window.hand.page = JW_WINDOW_PLAY;
    look(live, 0.2);
    model.window.hand.page = JW_WINDOW_PRESETS_PAGE;
    look(live, 0.2);
    check(w->n_presets == before + 1 && w->n_families == families, "no sets, no family of them");
    int instruments[2] = {0};
    for (int many = 0; many < 2; ++many) {
        check(jw_shown_presets(&model.window, NULL, &model.showing.presets), "listed");
        for (int i = 0; i < w->n_presets; ++i) {
            instruments[many] += w->presets[i].is_instrument;
        }
        snprintf(command, sizeof command,
                 "for i in $(seq %d); do cp %s/jawari/Mine.ttl %s/jawari/$i.ttl; done",
                 JW_WINDOW_PRESETS, folder, folder);
        check(many || system(command) == 0, "more presets than there is room for");
    }
    check(w->n_presets == JW_WINDOW_PRESETS && instruments[0] == instruments[1],
          "%d instruments, then %d beside as many presets as have room", instruments[0],
          instruments[1]);
    snprintf(command, sizeof command, "rm -r %s", folder);
    check(system(command) == 0, "removed");
    unsetenv("XDG_DATA_HOME");
    jw_live_free(live);
}

static void test_meend(void) {
    JwLive *live = open_player("sitar", false);
    if (live) {
        jw_live_model_begin(&model, live);
        check_bend(live);
        check_follow(live);
        check_choices(live);
        jw_live_free(live);
    }
}

/// Companion and clock are shown as they are, and their hand and beat as they move.
static void test_beside(void) {
    JwLive *live = open_player("sitar", false);
    if (!live) {
        return;
    }
    JwLiveWith *with = jw_live_with(live);
    JwError error = {0};
    jw_live_model_begin(&model, live);
    look(live, 0.2);
    const JwWindowWith *w = &model.window.with;
    check(!w->on && !w->ready && w->preset >= 0, "it would play the usual preset: %s", w->name);
    check(jw_live_with_switch(with, true, &error), "on: %s", error.text);
    look(live, 1.0);
    check(w->on && w->ready && w->round.n_strokes >= 3, "it plays %d strokes", w->round.n_strokes);
    check_between(w->tempo, 30.0, 200.0, "in the preset's tempo");
    const double before = w->round.now;
    look(live, 0.4);
    check(w->round.now != before, "its hand moves");
    JwCompanionSettings settings = *jw_live_with_settings(with);
    settings.first = 2;
    settings.level_db = -6.0;
    settings.cents = 3.0;
    settings.tempo = 45.0;
    check(jw_live_with_set(with, &settings, true, &error), "other settings");
    look(live, 0.2);
    check(w->first == 2 && w->level_db == -6.0 && w->cents == 3.0 && w->tempo == 45.0, "are shown");
    JwLiveClock *clock = jw_live_audio_clock(jw_live_audio(live));
    check(jw_live_clock_obey(clock, "tintal", &error) && jw_live_clock_obey(clock, "300", &error),
          "tintal");
    look(live, 0.6);
    check(model.window.clock.on && model.window.clock.bpm == 300.0 &&
              model.window.clock.tala == clock->tala && model.window.clock.beat > 0,
          "the clock counts: %d", model.window.clock.beat);
    check(jw_live_clock_obey(clock, "dadra", &error) && jw_live_clock_obey(clock, "360", &error) &&
              jw_live_clock_obey(clock, "grow 50 400", &error),
          "a tempo that grows");
    look(live, 3.0);
    check(model.window.clock.bpm == 400.0, "it has grown to %g", model.window.clock.bpm);
    jw_live_free(live);
}

static void test_tanpura(void) {
    JwLive *live = open_player("tanpura", true);
    if (!live) {
        return;
    }
    jw_live_model_begin(&model, live);
    check(model.window.has_input, "sound comes in, and the page has its group");
    jw_live_pluck(live, model.window.hero.string, 100, 0.0);
    look(live, 0.5);
    check(model.window.sounds && model.window.hero.n_path == 0,
          "a string of one polarisation has no path");
    jw_live_free(live);
}

int main(void) {
    test_sitar();
    test_meend();
    test_chosen();
    test_lists();
    test_beside();
    test_tanpura();
    return check_result();
}
