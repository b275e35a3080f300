// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tuned files, read for an instrument of two strings. What is accepted gives the instrument cents
// in their range and changes nothing else; what is not accepted changes nothing at all.

#include "files/instrument_file.h"
#include "files/tuned_file.h"
#include "files/tuned_hash.h"
#include "files/tuned_text.h"
#include "fuzz.h"

#include <math.h>

static const char box[] = "[instrument]\nformat = 1\nname = Box\ndescription = Of a test\n"
                          "[string wire]\nrole = melody\nlength_mm = 700\ndiameter_mm = 0.35\n"
                          "material = steel\npitch = D3\nlosses = polynomial\nsigma0_per_s = 1\n"
                          "sigma1_m_per_s = 0\nsigma3_m3_per_s = 0\nfrets = 0 2\npluck_mm = 1\n"
                          "gain = 1\n[string hair]\nlike = wire\npitch = D2\n[end]\n";

static bool is_curve(const JwCurve *curve) {
    bool ok = curve->n >= 0 && curve->n <= JW_CURVE_NODES;
    for (int i = 0; ok && i < curve->n; ++i) {
        ok = fabs(curve->y[i]) <= 100.0 && (i == 0 || curve->x[i] > curve->x[i - 1]);
    }
    return ok;
}

static bool is_tuned(const JwStringSpec *string) {
    bool ok = true;
    for (int f = 0; f < string->n_frets; ++f) {
        ok &= fabs(string->wrap_cents[f]) <= 100.0 && fabs(string->ringing_cents[f]) <= 100.0;
    }
    return ok && is_curve(&string->wrap_by_lift) && is_curve(&string->wrap_by_thread) &&
           is_curve(&string->wrap_by_thread_place);
}

/// Puts the instrument's hash in the place of one that begins with 0, so that inputs need not know
/// it.
static void put_hash(char *text, size_t size, const JwInstrument *instrument) {
    static const char key[] = "made_from = 0";
    const size_t before = sizeof(key) - 2;
    char hash[JW_SHA256_TEXT];
    jw_tuned_hash(instrument, hash);
    for (size_t i = 0; i + before + JW_SHA256_TEXT - 1 <= size; ++i) {
        if (!memcmp(text + i, key, sizeof(key) - 1)) {
            memcpy(text + i + before, hash, JW_SHA256_TEXT - 1);
            return;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static JwInstrument untuned, tuned;
    JwError error = {0};
    demand(!jw_instrument_file_parse(box, sizeof(box) - 1, "box", &untuned, &error),
           "an instrument");
    FuzzBytes bytes = {data, size};
    size_t n;
    char *text = (char *)fuzz_copy(&bytes, size, &n);
    put_hash(text, n, &untuned);
    memcpy(&tuned, &untuned, sizeof(tuned));
    const JwTunedFit fit = jw_tuned_parse(text, n, "fuzz", &tuned, &error);
    if (fit == JW_TUNED_BAD) {
        demand_message(error.text);
    }
    for (int s = 0; s < tuned.n_strings; ++s) {
        demand(is_tuned(&tuned.string[s]), "cents in their range");
    }
    if (fit == JW_TUNED_TAKEN) {
        jw_tuned_clear(&tuned);
    }
    demand(!memcmp(&tuned, &untuned, sizeof(tuned)), "all else stays");
    free(text);
    return 0;
}
