// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Every raga of the table: its names, notes, taraf, a tanpura's first string, pitches in three
// intonations; the ten thats to the bit. Arguments: a sitar of thirteen taraf, a tanpura, other
// instruments.

#include "base/ragas.h"
#include "files/instrument_file.h"
#include "playing/fretboard.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/tone.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { JUST = 1, EQUAL = 2, OWN = 3, N_HOSTILE = 4000 };

static JwInstrument instrument;
static JwFretboard board;

/// Cents of the 22 places, as they are published with one decimal; the one in just intonation.
static const struct {
    char letter;
    int semitone;
    double low, high;
    bool is_high;
} places[] = {
    {'S', 0, 0.0, 0.0, false},     {'r', 1, 90.2, 111.7, true},    {'R', 2, 182.4, 203.9, true},
    {'g', 3, 294.1, 315.6, true},  {'G', 4, 386.3, 407.8, false},  {'m', 5, 498.0, 519.6, false},
    {'M', 6, 590.2, 611.7, false}, {'P', 7, 702.0, 702.0, false},  {'d', 8, 792.2, 813.7, true},
    {'D', 9, 884.4, 905.9, false}, {'n', 10, 996.1, 1017.6, true}, {'N', 11, 1088.3, 1109.8, false},
};

static int place_of(char letter) {
    for (int i = 0; i < 12; ++i) {
        if (places[i].letter == letter) {
            return i;
        }
    }
    return -1;
}

/// Cents of a note in an intonation.
static double cents_of(const JwRaga *raga, int place, int intonation) {
    if (intonation == EQUAL) {
        return 100.0 * places[place].semitone;
    }
    const char *lists[] = {intonation == OWN ? raga->own : "", raga->just};
    for (int i = 0; i < 2; ++i) {
        for (const char *at = lists[i]; *at; ++at) {
            if (at[0] == places[place].letter) {
                return at[1] == '1' ? places[place].low : places[place].high;
            }
        }
    }
    return places[place].is_high ? places[place].high : places[place].low;
}

static bool load(const char *path) {
    JwError error = {0};
    return check(!jw_instrument_file_load(path, &instrument, &error), "%s: %s", path, error.text);
}

static void tune(int raga, int intonation, int first) {
    instrument.param[JW_P_RAGA] = raga;
    instrument.param[JW_P_INTONATION] = intonation;
    instrument.param[JW_P_DRONE_FIRST] = first;
    jw_fretboard_fill(&board, &instrument, NULL, instrument.param);
}

/********* Table *********/

/// Aroha, avaroha, vadi, samvadi and first string are made of the raga's notes.
static void check_rows(void) {
    static const char *const least[] = {"notes", "aroha", "avaroha", "vadi", "samvadi"};
    for (int r = 1; r < JW_N_RAGAS; ++r) {
        const JwRaga *raga = jw_raga_info(r);
        const char *texts[] = {raga->notes, raga->aroha, raga->avaroha, raga->vadi, raga->samvadi};
        unsigned notes = 0;
        for (int i = 0; i < 5; ++i) {
            for (const char *at = texts[i]; *at; ++at) {
                const int place = place_of(*at);
                const bool mark = *at == ' ' || (i > 0 && (*at == '\'' || *at == ','));
                notes |= i == 0 && place >= 0 ? 1u << places[place].semitone : 0;
                check(mark || (place >= 0 && (notes >> places[place].semitone & 1u)),
                      "%s: \"%c\" in its %s", raga->name, *at, least[i]);
            }
        }
        check(notes == jw_raga_notes(r), "%s: notes %#x, not %#x", raga->name, jw_raga_notes(r),
              notes);
        check(notes & 1u, "%s has Sa", raga->name);
        check(strlen(raga->aroha) > 8 && strlen(raga->avaroha) > 8, "%s goes up and down",
              raga->name);
        check(strchr("PmN", raga->first) &&
                  (notes >> places[place_of(raga->first)].semitone & 1u) != 0,
              "%s: first string %c", raga->name, raga->first);
        check(!strcmp(raga->checked, "1") || !strcmp(raga->checked, "2+") ||
                  !strcmp(raga->checked, "disagree"),
              "%s: checked \"%s\"", raga->name, raga->checked);
        check(*raga->sources && *raga->parent, "%s: source and parent", raga->name);
    }
    check(!jw_raga_info(0) && !jw_raga_info(-1) && !jw_raga_info(JW_N_RAGAS), "the table ends");
    check(jw_raga_notes(0) == 0xfff, "no raga has all notes");
    check_between(JW_N_RAGAS - 1, 120, 1000, "ragas");
}

/********* Names *********/

static bool has_name(int raga, const char *wanted) {
    char name[JW_RAGA_NAME];
    bool has = false;
    for (int i = 0; jw_raga_name_at(raga, i, name); ++i) {
        has = has || !strcmp(name, wanted);
    }
    return has;
}

/// Each raga is found by its own name, and by each other one, unless another raga has that name.
static void check_names(void) {
    char name[JW_RAGA_NAME];
    int n = 0, n_taken = 0;
    for (int raga = 1; raga < JW_N_RAGAS; ++raga) {
        for (int i = 0; jw_raga_name_at(raga, i, name); ++i, ++n) {
            const int found = jw_raga_find(name);
            const bool taken = found != raga && i > 0;
            n_taken += taken;
            check(found == raga || taken, "%s (%d) is %d", name, raga, found);
            check(!taken || has_name(found, name) || !strcmp(jw_raga_name(found), name), "%s is %s",
                  name, jw_raga_name(found));
        }
    }
    printf("%d names, %d of them another raga's\n", n, n_taken);
    check_between(n_taken, 0, 6, "names of two ragas");
}

static void check_spellings(void) {
    static const struct {
        const char *written, *raga;
    } cases[] = {
        {"bhoopali", "Bhupali"},
        {"BHUPALI", "Bhupali"},
        {"Bhūpālī", "Bhupali"},
        {"Bhu\xcc\x84pa\xcc\x84li\xcc\x84", "Bhupali"}, // With accents of their own
        {"Raag Bhoopalee", "Bhupali"},
        {"raga-yaman", "Yaman"},
        {"Rāg Mālkauns", "Malkauns"},
        {"Mālkauṃs", "Malkauns"},
        {"मालकौंस", "Malkauns"},
        {"Jayjayvanti", "Jaijaivanti"},
        {"jaijaiwanti", "Jaijaivanti"},
        {"Miyan_ki_Malhar", "Miyan ki Malhar"},
        {"darbaari", "Darbari Kanada"},
        {"Hansadhvani", "Hamsadhwani"},
        {"Hamsadhwani (Carnatic)", "Hamsadhwani (Carnatic)"},
        {"Hamsadhwani-Carnatic", "Hamsadhwani (Carnatic)"},
        {"Bhimpalasee", "Bhimpalasi"},
        {"Poorvi", "Purvi"},
        {"marwa that", "Marwa that"},
        {"Śrī", "Sri"},
        {"Shri", "Shree"},
        {"Todi", "Todi"},
        {"Miyan ki Todi", "Todi"},
        {"Kafi", "Kafi"},
        {"Kapi", "Kapi"},
        {"Desi", "Desi"},
        {"Desh", "Desh"},
        {"Lalit", "Lalit"},
        {"Lalita", "Lalita"},
        {"Vasanta", "Vasanta"},
        {"Bhairav", "Bhairav"},
        {"Bhairavi", "Bhairavi"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        const int found = jw_raga_find(cases[i].written);
        check(found > 0 && !strcmp(jw_raga_name(found), cases[i].raga), "%s is %s, not %s",
              cases[i].written, cases[i].raga, found ? jw_raga_name(found) : "unknown");
    }
    static const char *const unknown[] = {
        "",         " ",        "-",    "x",  "raga",          "raga ", "Rag Yamen", "yamanx",
        "\xff\xfe", "\xe0\xa4", "%s%n", "\n", "Bhupali;Bhoop", "12",    ":equal"};
    for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); ++i) {
        check(jw_raga_find(unknown[i]) == 0, "\"%s\" is no raga", unknown[i]);
    }
    static char longest[100000];
    memset(longest, 'a', sizeof(longest) - 1);
    check(jw_raga_find(longest) == 0 && !jw_raga_matches(1, longest), "a long name");
    memcpy(longest, "raga ", 5);
    check(jw_raga_find(longest) == 0, "a long name of a raga");
}

/// Any bytes as a name: nothing breaks, and what is found is in the table.
static void check_hostile(void) {
    uint64_t state = 1;
    int n_found = 0;
    for (int i = 0; i < N_HOSTILE; ++i) {
        char name[160];
        const int n = (int)fixture_uniform(&state, 0.0, 130.0);
        for (int k = 0; k < n; ++k) {
            const double high = k % 3 ? 256.0 : 128.0;
            name[k] = (char)(int)fixture_uniform(&state, 1.0, high);
        }
        name[n] = '\0';
        if (i % 2) { // A true name with a wrong byte
            char truth[JW_RAGA_NAME];
            jw_raga_name_at(1 + i % (JW_N_RAGAS - 1), 0, truth);
            const size_t at = (size_t)fixture_uniform(&state, 0.0, (double)strlen(truth));
            truth[at] = name[0];
            snprintf(name, sizeof(name), "%s", truth);
        }
        const int found = jw_raga_find(name);
        n_found += found > 0;
        if (found < 0 || found >= JW_N_RAGAS) {
            check(false, "%d for %s", found, name);
        }
        jw_raga_matches(1 + i % (JW_N_RAGAS - 1), name);
    }
    printf("%d of %d hostile names are one\n", n_found, N_HOSTILE);
    check(n_found < N_HOSTILE / 8, "too many are found");
}

static void check_filter(void) {
    static const struct {
        const char *filter;
        int least, most;
    } cases[] = {{"", 270, 270},
                 {"kauns", 5, 8},
                 {"S g m d n -P -R", 2, 4},
                 {"xyz", 0, 0},
                 {"m M -P", 1, 3},
                 {"21-24", 20, 40},
                 {"carnatic", 150, 150},
                 {"HINDUSTANI", 120, 120},
                 {"Kafi 12-15", 1, 9},
                 {"mālkauns", 1, 1},
                 {"-S", 0, 0},
                 {"todi -P", 1, 3}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        int n = 0;
        for (int raga = 0; raga <= JW_N_RAGAS; ++raga) {
            n += jw_raga_matches(raga, cases[i].filter);
        }
        check_between(n, cases[i].least, cases[i].most, "ragas of \"%s\"", cases[i].filter);
    }
}

/********* Strings *********/

/// The table's taraf on thirteen strings, in each intonation.
static void check_taraf(void) {
    double worst = 0.0;
    for (int r = 1; r < JW_N_RAGAS; ++r) {
        for (int intonation = JUST; intonation <= OWN; ++intonation) {
            const JwRaga *raga = jw_raga_info(r);
            const char *at = raga->taraf;
            int n = 0;
            tune(r, intonation, 0);
            const double sa_hz = board.key_hz[board.sa_key];
            for (int s = 0; s < instrument.n_strings; ++s) {
                if (instrument.string[s].role != JW_ROLE_TARAF) {
                    continue;
                }
                const int place = place_of(*at);
                if (!check(place >= 0, "%s: taraf \"%s\"", raga->name, at)) {
                    return;
                }
                const int octave = at[1] == '\'' ? 1 : at[1] == ',' ? -1 : 0;
                at += strcspn(at, " ");
                at += *at == ' ';
                const double cents = cents_of(raga, place, intonation) + 1200.0 * octave;
                const double off = fabs(tone_cents(board.neck[s].hz[0], sa_hz) - cents -
                                        instrument.string[s].tune_cents);
                worst = fmax(worst, off);
                check(off < 1.0, "%s, intonation %d: %s is %.2f cents off", raga->name, intonation,
                      instrument.string[s].name, off);
                ++n;
            }
            check(n == 13 && !*at, "%s: %d taraf, \"%s\" is left", raga->name, n, at);
        }
    }
    check_below(worst, 1.0, "%s: taraf in just, equal and own intonation, cents off",
                instrument.name);
}

/// Keys over Sa: the raga's notes in its intonation, all others at their own just place.
static void check_keys(void) {
    double worst = 0.0;
    for (int r = 1; r < JW_N_RAGAS; ++r) {
        for (int own = 0; own < 2; ++own) {
            const JwTonic tonic = {442.0, 50, r, true, own == 1};
            double hz[JW_KEYS];
            jw_tonic_keys(&tonic, hz);
            for (int key = 2; key < JW_KEYS; ++key) {
                const int place = (key - 50 + 60) % 12, octave = (key - 50 + 60) / 12 - 5;
                const double cents = cents_of(jw_raga_info(r), place, own ? OWN : JUST);
                worst = fmax(worst, fabs(tone_cents(hz[key], hz[50]) - 1200.0 * octave - cents));
            }
        }
    }
    check_below(worst, 0.06, "keys, cents off from the published places");
}

/// The first string of a tanpura: the raga's, unless one is chosen.
static void check_first(void) {
    const int first = instrument.drone.first;
    if (!check(first >= 0, "%s has a first string", instrument.name)) {
        return;
    }
    tune(0, 0, 0);
    const int built = (board.neck[first].key[0] - board.sa_key + 120) % 12;
    for (int r = 1; r < JW_N_RAGAS; ++r) {
        tune(r, JUST, 0);
        const int note = (board.neck[first].key[0] - board.sa_key + 120) % 12;
        const int wanted = r <= 10 ? built : places[place_of(jw_raga_info(r)->first)].semitone;
        check(note == wanted, "%s: first string %d semitones over Sa, not %d", jw_raga_name(r),
              note, wanted);
        check(jw_raga_notes(r) >> note & 1u, "%s lacks its first string", jw_raga_name(r));
        tune(r, JUST, 1);
        check((board.neck[first].key[0] - board.sa_key + 120) % 12 == 7, "%s: Pa is asked for",
              jw_raga_name(r));
    }
    tune(0, 0, 0);
    check((board.neck[first].key[0] - board.sa_key + 120) % 12 == built, "none: as it was");
}

/// Instruments with other taraf: each string has a note of the raga, not far from its own.
static void check_others(void) {
    int n = 0, farthest = 0;
    for (int r = 1; r < JW_N_RAGAS; ++r) {
        tune(r, JUST, 0);
        for (int s = 0; s < instrument.n_strings; ++s) {
            if (instrument.string[s].role == JW_ROLE_TARAF) {
                const int key = board.neck[s].key[0];
                const int moved = key - instrument.string[s].key;
                farthest = moved > farthest ? moved : -moved > farthest ? -moved : farthest;
                check(key >= 0 && (jw_raga_notes(r) >> (key - board.sa_key + 120) % 12 & 1u),
                      "%s, %s: %s has key %d", instrument.name, jw_raga_name(r),
                      instrument.string[s].name, key);
                ++n;
            }
        }
    }
    if (n > 0) {
        check_between(farthest, 1, 4, "%s: semitones that a taraf moves at most", instrument.name);
    }
}

/********* The ten thats *********/

/// Notes and ratios of the parameter's first values; what sounds with them never changes.
static const struct {
    int semitone[7], ratio[7][2];
} thats[10] = {
    {{0, 2, 4, 5, 7, 9, 11}, {{1, 1}, {9, 8}, {5, 4}, {4, 3}, {3, 2}, {5, 3}, {15, 8}}},
    {{0, 2, 4, 6, 7, 9, 11}, {{1, 1}, {9, 8}, {5, 4}, {45, 32}, {3, 2}, {27, 16}, {15, 8}}},
    {{0, 2, 4, 5, 7, 9, 10}, {{1, 1}, {9, 8}, {5, 4}, {4, 3}, {3, 2}, {5, 3}, {16, 9}}},
    {{0, 2, 3, 5, 7, 9, 10}, {{1, 1}, {9, 8}, {6, 5}, {4, 3}, {3, 2}, {5, 3}, {9, 5}}},
    {{0, 2, 3, 5, 7, 8, 10}, {{1, 1}, {9, 8}, {6, 5}, {4, 3}, {3, 2}, {8, 5}, {9, 5}}},
    {{0, 1, 3, 5, 7, 8, 10}, {{1, 1}, {16, 15}, {6, 5}, {4, 3}, {3, 2}, {8, 5}, {9, 5}}},
    {{0, 1, 4, 5, 7, 8, 11}, {{1, 1}, {16, 15}, {5, 4}, {4, 3}, {3, 2}, {8, 5}, {15, 8}}},
    {{0, 1, 4, 6, 7, 8, 11}, {{1, 1}, {16, 15}, {5, 4}, {45, 32}, {3, 2}, {8, 5}, {15, 8}}},
    {{0, 1, 4, 6, 7, 9, 11}, {{1, 1}, {16, 15}, {5, 4}, {45, 32}, {3, 2}, {5, 3}, {15, 8}}},
    {{0, 1, 3, 6, 7, 8, 11}, {{1, 1}, {256, 243}, {32, 27}, {45, 32}, {3, 2}, {128, 81}, {15, 8}}},
};

static void check_thats(void) {
    static const int svara[12] = {0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6};
    static const int plain[12][2] = {{1, 1},   {16, 15}, {9, 8}, {6, 5}, {5, 4}, {4, 3},
                                     {45, 32}, {3, 2},   {8, 5}, {5, 3}, {9, 5}, {15, 8}};
    int n = 0;
    for (int r = 1; r <= 10; ++r) {
        const JwTonic tonic = {440.0, 49, r, true, false};
        double hz[JW_KEYS];
        jw_tonic_keys(&tonic, hz);
        for (int key = 1; key < JW_KEYS; ++key) {
            const int semitone = (key - 49 + 60) % 12, octave = (key - 49 + 60) / 12 - 5;
            const int own = thats[r - 1].semitone[svara[semitone]];
            const int *ratio =
                own == semitone ? thats[r - 1].ratio[svara[semitone]] : plain[semitone];
            const double wanted =
                ldexp(jw_key_hz(49, 440.0) * ((double)ratio[0] / ratio[1]), octave);
            n += hz[key] == wanted;
            check(hz[key] == wanted, "that %d, key %d: %.17g, not %.17g", r, key, hz[key], wanted);
            check(jw_raga_key(r, 49, key) == key - semitone + own, "that %d: key %d", r, key);
            for (int before = 0; before < 3; ++before) {
                check(jw_raga_taraf_key(r, 49, key, before) == key - semitone + own,
                      "that %d: taraf of key %d", r, key);
            }
        }
    }
    check_between(n, 1270, 1270, "pitches of the thats to the bit");
}

int main(int argc, char **argv) {
    check_rows();
    check_names();
    check_spellings();
    check_hostile();
    check_filter();
    check_keys();
    check_thats();
    if (argc > 2 && load(argv[1])) {
        check_taraf();
    }
    if (argc > 2 && load(argv[2])) {
        check_first();
    }
    for (int i = 3; i < argc; ++i) {
        if (load(argv[i])) {
            check_others();
        }
    }
    check(argc > 3, "no instruments given");
    return check_result();
}
