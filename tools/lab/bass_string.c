// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "bass_string.h"
#include "base/pi.h"

#include <math.h>

// Source of all numbers: examples/mechanics/Music of the Siconos tutorials
// (github.com/siconos/siconos-tutorials, Apache-2.0), which hold the measurements by Issanchou et
// al. of their electric bass (Applied Acoustics, 2018).

const JwStringData jw_bass_string = {
    .length_m = 0.863,
    .mu_kg_m = 6.7e-3,
    .tension_n = 191.6,
    .ei_n_m2 = 3.5e-5 * 191.6 * 0.863 * 0.863 / (JW_PI * JW_PI),
    .losses = {.law = JW_LOSS_VALETTE,
               .diameter_m = 1.588097e-3,
               .air_viscosity = 1.8e-5,
               .air_density = 1.2,
               .viscoelastic = 0.01,
               .inverse_q = 6e-6},
};

const double jw_bass_fret_x_m[JW_BASS_FRETS] = {
    0.048, 0.094, 0.137, 0.178, 0.216, 0.253, 0.287, 0.319, 0.350, 0.379,
    0.406, 0.432, 0.456, 0.479, 0.501, 0.521, 0.540, 0.558, 0.576, 0.591,
};

const double jw_bass_fret_height_m[JW_BASS_FRETS] = {
    -0.63e-3, -0.88e-3, -1.13e-3, -1.33e-3,  -1.58e-3,  -1.73e-3,  -1.88e-3,
    -1.98e-3, -2.13e-3, -2.18e-3, -2.23e-3,  -2.33e-3,  -2.33e-3,  -2.33e-3,
    -2.33e-3, -2.33e-3, -2.33e-3, -2.335e-3, -2.335e-3, -2.335e-3,
};

// Partials measured on the fretted bass, blended into the model at the end of the list; dead spots
// come from the neck.
static const JwBassPartial measured[] = {
    {97.973198, 0.19641903},   {196.463358, 0.138053225}, {294.640159, 1.64868677},
    {393.02427, 0.458835467},  {491.361508, 1.42287901},  {589.890866, 0.683478912},
    {688.258847, 0.403366922}, {786.601573, 3.50693636},  {885.353743, 0.459932294},
    {983.970542, 0.570360386}, {1082.61417, 1.15898937},  {1181.13281, 0.949282015},
    {1281.3018, 2.06562401},   {1379.93154, 0.661961705}, {1478.70267, 2.38383792},
    {1578.27744, 2.32450748},  {1677.68542, 2.06238037},  {1777.16415, 1.0014269},
    {1877.17813, 1.61800873},  {1976.99423, 1.72260637},  {2076.8376, 1.9170988},
    {2177.09676, 2.63159581},  {2278.00361, 1.68818246},  {2378.52936, 2.92973908},
    {2478.49094, 4.36200311},  {2580.48365, 4.6243512},   {2682.07255, 3.41459767},
    {2783.63499, 3.43711495},  {2885.43173, 4.2258047},   {2987.26537, 4.23997873},
    {3089.80012, 3.76406041},  {3192.71551, 4.82502256},  {3295.33326, 5.51042522},
    {3398.55518, 5.47260105},  {3502.68527, 6.43944867},  {3607.21198, 6.29813764},
    {3712.01026, 6.47299954},  {3817.20962, 6.91974773},  {3922.79529, 7.45806022},
    {4028.80627, 7.85450516},  {4135.17482, 8.35488959},  {4242.03128, 9.31379047},
    {4349.31878, 9.66627722},  {4457.00268, 10.6818549},  {4565.26267, 10.8816805},
    {4673.84116, 11.2773549},  {4782.91458, 12.0240773},  {4892.47586, 12.8574007},
    {5002.56786, 13.5866895},  {5113.12424, 14.2866464},  {5224.21401, 15.2139482},
    {5335.8327, 16.0582832},   {5447.96404, 16.8588379},  {5560.66642, 18.1441272},
    {5673.94242, 18.9058252},  {5787.72962, 19.8231701},  {5902.11072, 21.1239025},
    {6017.12378, 22.3356757},  {6132.72482, 23.291425},   {6248.88563, 24.4375655},
    {6365.68153, 25.6901266},  {6483.1104, 27.0767478},   {6601.21823, 28.2277829},
    {6719.95641, 29.5352086},  {6839.32328, 30.7628978},  {6959.3629, 32.1923349},
    {7080.09206, 33.4862119},  {7201.47597, 34.928808},   {7323.58426, 36.6275346},
    {7446.40468, 38.1223444},  {7569.96901, 39.8214582},  {7694.23095, 41.3699798},
    {7819.25168, 43.1686291},  {7945.02847, 44.8389531},  {8071.54457, 46.5447442},
    {8198.82403, 48.2778456},  {8326.88864, 50.2499989},  {8455.74811, 52.2228431},
    {8585.41712, 54.2792723},  {8715.92068, 56.3155241},  {8847.20788, 58.436291},
    {8979.36374, 60.6829242},  {9112.34047, 62.7318394},  {9246.16125, 65.0506851},
    {9380.85208, 67.4910067},  {9516.44036, 69.7148666},  {9652.9108, 72.4022944},
    {9790.30705, 74.9187039},  {9928.55164, 77.2667968},  {10067.7173, 79.8520363},
};
enum { n_measured = sizeof(measured) / sizeof(measured[0]) };

// Model of that file for partials beyond the list: dispersion to first order in B, Valette's
// losses.
static JwBassPartial modelled(int n) {
    const JwStringData *s = &jw_bass_string;
    const JwLosses *l = &s->losses;
    const double f0 = n * sqrt(s->tension_n / s->mu_kg_m) / (2.0 * s->length_m);
    const double f = f0 * (1.0 + 0.5 * 3.5e-5 * n * n);
    const double drag =
        2.0 * JW_PI *
        (l->air_viscosity + l->diameter_m * sqrt(JW_PI * l->air_viscosity * l->air_density * f));
    const double air = drag / (2.0 * JW_PI * s->mu_kg_m * f) * f0 / f;
    const double bend = 4.0 * JW_PI * JW_PI * s->mu_kg_m * s->ei_n_m2 * l->viscoelastic * f0 * f0 *
                        f0 / (s->tension_n * s->tension_n * f);
    return (JwBassPartial){f, JW_PI * f * (air + bend + l->inverse_q)};
}

JwBassPartial jw_bass_partial(int n) {
    return n <= n_measured ? measured[n - 1] : modelled(n);
}

int jw_bass_count(double highest_hz) {
    int n = 1;
    while (n < JW_BASS_PARTIALS && jw_bass_partial(n + 1).f_hz <= highest_hz) {
        ++n;
    }
    return n;
}
