// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Elementary functions against MPFR: errors below 1 ulp, exact where the result is a double, no
// floating-point exceptions.
//
//     test_elementary [N]     N random arguments for each function and range (2000)

#include "base/elementary.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 200 };

/// Arguments of a size from `least` to `most`, their logarithms distributed evenly.
typedef struct {
    double least, most;
} Range;

typedef struct {
    const char *name;
    double (*ours)(double x);
    int (*theirs)(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding);
    bool negative; ///< Takes negative arguments, too
    Range range[4];
} Function;

#define SAYS(name) #name, jw_##name, mpfr_##name

static const Function functions[] = {
    {SAYS(sin), true, {{1e-9, 0.8}, {0.8, 100.0}, {100.0, 1e7}, {1e7, 1e308}}},
    {SAYS(cos), true, {{1e-9, 0.8}, {0.8, 100.0}, {100.0, 1e7}, {1e7, 1e308}}},
    {SAYS(atan), true, {{1e-9, 0.1}, {0.08, 1.1}, {0.9, 100.0}, {1e-300, 1e300}}},
    {SAYS(exp), true, {{1e-18, 0.01}, {0.001, 1.0}, {1.0, 709.0}, {700.0, 760.0}}},
    {SAYS(exp2), true, {{1e-18, 0.01}, {0.001, 1.0}, {1.0, 1022.0}, {1015.0, 1090.0}}},
    {SAYS(expm1), true, {{1e-18, 0.01}, {0.001, 1.0}, {1.0, 60.0}, {30.0, 720.0}}},
    {SAYS(log), false, {{0.98, 1.02}, {0.5, 2.0}, {1e-10, 1e10}, {5e-324, 1.7e308}}},
    {SAYS(log2), false, {{0.98, 1.02}, {0.5, 2.0}, {1e-10, 1e10}, {5e-324, 1.7e308}}},
    {SAYS(log10), false, {{0.98, 1.02}, {0.5, 2.0}, {1e-10, 1e10}, {5e-324, 1.7e308}}},
    {SAYS(sinh), true, {{1e-12, 0.3}, {0.2, 1.0}, {1.0, 45.0}, {40.0, 720.0}}},
    {SAYS(cosh), true, {{1e-12, 0.3}, {0.2, 1.0}, {1.0, 45.0}, {40.0, 720.0}}},
    {SAYS(tanh), true, {{1e-12, 0.3}, {0.2, 1.0}, {1.0, 45.0}, {1e-300, 1e300}}},
};

enum { N_FUNCTIONS = sizeof(functions) / sizeof(functions[0]) };

static uint64_t dice = 1;

/// What one function did over its arguments.
typedef struct {
    double worst; ///< Largest error [ulp]
    double at[2]; ///< Its arguments
    long n;
    long n_wrong;  ///< Infinite, or a NaN, where MPFR's is not, or the other way round
    long n_raised; ///< Exceptions that should not be
} Outcome;

/// Distance of ours from the exact result in distances of doubles there.
static double ulps(double ours, const mpfr_t exact) {
    mpfr_t difference;
    mpfr_init2(difference, BITS);
    mpfr_sub_d(difference, exact, ours, MPFR_RNDN);
    const long last = mpfr_zero_p(exact) ? -1074 : mpfr_get_exp(exact) - DBL_MANT_DIG;
    mpfr_mul_2si(difference, difference, last > -1074 ? -last : 1074, MPFR_RNDN);
    const double error = fabs(mpfr_get_d(difference, MPFR_RNDN));
    mpfr_clear(difference);
    return error;
}

static void judge(Outcome *o, double ours, int raised, const mpfr_t exact, const double *x) {
    const double nearest = mpfr_get_d(exact, MPFR_RNDN);
    ++o->n;
    o->n_raised += (raised & (FE_INVALID | FE_DIVBYZERO)) || (raised & FE_OVERFLOW && !isinf(ours));
    if (isnan(nearest) || isinf(nearest) || !isfinite(ours)) {
        const bool good = isnan(nearest) ? isnan(ours) : ours == nearest;
        if (!good && ++o->n_wrong <= 5) {
            printf("%.17g, %.17g: %g, should be %g\n", x[0], x[1], ours, nearest);
        }
        return;
    }
    const double error = ulps(ours, exact);
    if (error > o->worst) {
        o->worst = error;
        memcpy(o->at, x, sizeof(o->at));
    }
}

static void try_one(const Function *f, double x, Outcome *o) {
    mpfr_t argument, exact;
    feclearexcept(FE_ALL_EXCEPT);
    const volatile double ours = f->ours(x);
    const int raised = fetestexcept(FE_ALL_EXCEPT);
    mpfr_inits2(BITS, argument, exact, (mpfr_ptr)0);
    mpfr_set_d(argument, x, MPFR_RNDN);
    f->theirs(exact, argument, MPFR_RNDN);
    judge(o, ours, raised, exact, (const double[]){x, 0.0});
    mpfr_clears(argument, exact, (mpfr_ptr)0);
}

static void try_power(double x, double y, Outcome *o) {
    mpfr_t base, power, exact;
    feclearexcept(FE_ALL_EXCEPT);
    const volatile double ours = jw_pow(x, y);
    const int raised = fetestexcept(FE_ALL_EXCEPT);
    mpfr_inits2(BITS, base, power, exact, (mpfr_ptr)0);
    mpfr_set_d(base, x, MPFR_RNDN);
    mpfr_set_d(power, y, MPFR_RNDN);
    mpfr_pow(exact, base, power, MPFR_RNDN);
    judge(o, ours, raised, exact, (const double[]){x, y});
    mpfr_clears(base, power, exact, (mpfr_ptr)0);
}

static double in_range(const Range *r) {
    const double part = fixture_uniform(&dice, 0.0, 1.0);
    return r->least * pow(r->most / r->least, part);
}

/// The number and its neighbours.
static void try_around(const Function *f, double x, Outcome *o) {
    double down = x, up = x;
    try_one(f, x, o);
    for (int i = 0; i < 3; ++i) {
        down = nextafter(down, -HUGE_VAL);
        up = nextafter(up, HUGE_VAL);
        try_one(f, down, o);
        try_one(f, up, o);
    }
}

static void try_edges(const Function *f, Outcome *o) {
    static const double sizes[] = {0.0,      0x1p-1074, 0x1p-1022, 0x1p-60, 0x1p-54,
                                   0x1p-53,  0x1p-28,   0x1p-27,   0.09,    0.25,
                                   0.785,    1.0,       22.0,      40.0,    50.0,
                                   0x1p19,   0x1p20,    0x1p60,    709.0,   709.782712893384,
                                   710.4758, 744.44,    745.1332,  750.0,   1022.0,
                                   1024.0,   1074.0,    1075.0,    1080.0,  0x1p1023,
                                   DBL_MAX,  HUGE_VAL};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
        try_around(f, sizes[i], o);
        try_around(f, -sizes[i], o);
    }
    // Edges of the pieces, eighths and quarters of a turn, powers of 2 and 10
    for (int i = -1500; i < 1500; ++i) {
        try_around(f, i * (0.69314718055994530942 / 128.0), o);
        try_around(f, i / 128.0, o);
        try_around(f, i * 0.78539816339744830962, o);
        try_around(f, ldexp(1.0, i), o);
        try_around(f, i, o);
    }
    for (int i = -307; i < 309; ++i) {
        try_around(f, pow(10.0, i), o);
    }
    try_one(f, (double)NAN, o);
    // The doubles that are nearest to a multiple of pi/2, of all (J.-M. Muller, Elementary
    // Functions), and up to 2^19
    try_around(f, 6381956970095103.0 * 0x1p797, o);
    for (int i = 1; i < 400000; i += 7) {
        try_one(f, i * 1.57079632679489661923, o);
    }
}

static void report(const char *name, const Outcome *o) {
    check_between(o->worst, 0.0, 1.0, "%s of %ld arguments, worst of %.17g, %.17g [ulp]", name,
                  o->n, o->at[0], o->at[1]);
    check(o->n_wrong == 0, "%s: %ld times infinite or no number, or not so", name, o->n_wrong);
    check(o->n_raised == 0, "%s: %ld exceptions", name, o->n_raised);
}

static void test_function(const Function *f, long n) {
    Outcome o = {0};
    try_edges(f, &o);
    for (long i = 0; i < n; ++i) {
        for (int r = 0; r < 4; ++r) {
            const double x = in_range(&f->range[r]);
            try_one(f, f->negative && fixture_random(&dice) % 2 ? -x : x, &o);
        }
    }
    report(f->name, &o);
}

static void test_powers(long n) {
    static const double edges[] = {0.0,        0x1p-1074, 0x1p-1022, 1e-300, 0x1p-53,  0.5,
                                   0.70710678, 0.99,      1.0,       1.01,   1.414214, 2.0,
                                   3.0,        10.0,      12.0,      1e300,  DBL_MAX,  HUGE_VAL};
    static const Range bases[] = {{0.9, 1.1}, {0.01, 100.0}, {1e-300, 1e300}, {5e-324, 1e-300}};
    enum { N_EDGES = sizeof(edges) / sizeof(edges[0]) };
    Outcome o = {0};
    for (int i = 0; i < N_EDGES; ++i) {
        for (int j = 0; j < N_EDGES; ++j) {
            try_power(edges[i], edges[j], &o);
            try_power(edges[i], -edges[j], &o);
        }
        try_power(edges[i], (double)NAN, &o);
        try_power((double)NAN, edges[i], &o);
    }
    for (long i = 0; i < n; ++i) {
        for (int r = 0; r < 4; ++r) {
            // Mostly with a result that is a number
            const double x = in_range(&bases[r]), most = 750.0 / fmax(fabs(log(x)), 1e-300);
            try_power(x, most * fixture_uniform(&dice, -1.0, 1.0), &o);
            try_power(x, fixture_uniform(&dice, -5.0, 5.0), &o);
        }
    }
    report("pow", &o);
}

/// Results that are doubles are exact, as are signs of zero.
static void test_exact(void) {
    for (int i = -1074; i < 1024; ++i) {
        check(jw_exp2(i) == ldexp(1.0, i) && jw_log2(ldexp(1.0, i)) == i, "2^%d", i);
    }
    double ten = 1.0;
    for (int i = 0; i < 23; ++i, ten *= 10.0) {
        check(jw_pow(10.0, i) == ten && jw_log10(ten) == i, "10^%d", i);
    }
    check(jw_pow(2.5, 2.0) == 6.25 && jw_pow(6.25, 0.5) == 2.5, "square and root");
    check(jw_exp(0.0) == 1.0 && jw_cos(0.0) == 1.0 && jw_cosh(0.0) == 1.0 && jw_log(1.0) == 0.0,
          "0 and 1");
    check(isnan(jw_pow(-2.0, 2.0)) && isnan(jw_log(-1.0)), "no powers and logarithms below 0");
    for (int i = 0; i < N_FUNCTIONS; ++i) {
        const Function *f = &functions[i];
        if (f->negative && f->ours(0.0) == 0.0) {
            check(signbit(f->ours(-0.0)) && !signbit(f->ours(0.0)), "%s of -0", f->name);
        }
    }
}

int main(int argc, char **argv) {
    const long n = argc > 1 ? strtol(argv[1], NULL, 10) : 2000;
    for (int i = 0; i < N_FUNCTIONS; ++i) {
        test_function(&functions[i], n);
    }
    test_powers(n);
    test_exact();
    return check_result();
}
