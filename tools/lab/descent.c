// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "descent.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { max_depth = 50 };

static const double none = 2.0;

typedef struct {
    const double *a; ///< Polynomial of n coefficients
    int n;
    double limit, noise; ///< End of the interval; depth below zero that counts as rounding
} Search;

static double evaluate(const Search *search, double s) {
    double sum = 0.0;
    for (int k = search->n - 1; k >= 0; --k) {
        sum = sum * s + search->a[k];
    }
    return sum;
}

static double slope(const Search *search, double s) {
    double sum = 0.0;
    for (int k = search->n - 1; k >= 1; --k) {
        sum = sum * s + k * search->a[k];
    }
    return sum;
}

// Finds the single root between low (not below zero) and high (below): Newton, kept inside the
// bracket by bisection.
static double refine(const Search *search, double low, double high) {
    double s = 0.5 * (low + high);
    for (int i = 0; i < 200; ++i) {
        const double value = evaluate(search, s);
        if (value < 0.0) {
            high = s;
        } else {
            low = s;
        }
        double next = s - value / slope(search, s);
        if (!(next > low && next < high)) {
            next = 0.5 * (low + high);
        }
        if (fabs(next - s) <= DBL_EPSILON * s || next <= low || next >= high) {
            return next;
        }
        s = next;
    }
    return s;
}

// Converts to the Bernstein basis: b_j = sum_k C(j,k)/C(m,k) a_k, m the degree.
static void to_bernstein(const double *a, int n, double *b) {
    double binomial = 1.0;
    for (int k = 0; k < n; ++k) {
        b[k] = a[k] / binomial;
        binomial *= (double)(n - 1 - k) / (k + 1);
    }
    for (int round = 1; round < n; ++round) {
        for (int j = n - 1; j >= round; --j) {
            b[j] += b[j - 1];
        }
    }
}

// Halves the interval by De Casteljau: b becomes the left half, `right` the right one.
static void halve(double *b, int n, double *right) {
    for (int round = 0; round < n; ++round) {
        right[n - 1 - round] = b[n - 1];
        for (int j = n - 1; j > round; --j) {
            b[j] = 0.5 * (b[j] + b[j - 1]);
        }
    }
}

// Number of sign changes of the coefficients; `*first` is the first nonzero sign.
static int count_changes(const double *b, int n, double noise, int *first) {
    int changes = 0;
    int sign = 0;
    *first = 0;
    for (int j = 0; j < n; ++j) {
        const int now = b[j] > 0.0 ? 1 : b[j] < -noise ? -1 : 0;
        changes += now != 0 && sign != 0 && now != sign;
        sign = now != 0 ? now : sign;
        *first = *first != 0 ? *first : now;
    }
    return changes;
}

static double descend(const Search *search, double *b, double low, double high, int depth) {
    int first = 0;
    const int changes = count_changes(b, search->n, search->noise, &first);
    if (low > search->limit || first == 0 || (first > 0 && changes == 0)) {
        return none;
    }
    if (first < 0 || depth == max_depth) {
        return low;
    }
    if (changes == 1) {
        const double root = refine(search, low, high);
        return root <= search->limit ? root : none;
    }
    double right[JW_DESCENT_MAX];
    halve(b, search->n, right);
    const double middle = 0.5 * (low + high);
    const double root = descend(search, b, low, middle, depth + 1);
    return root < none ? root : descend(search, right, middle, high, depth + 1);
}

double jw_first_descent(const double *a, int n, double limit) {
    double reach = 0.0;
    for (int k = 1; k < n; ++k) {
        reach += fabs(a[k]);
    }
    if (a[0] > reach) {
        return none; // No root is near: the usual case
    }
    double b[JW_DESCENT_MAX];
    to_bernstein(a, n, b);
    const Search search = {a, n, limit, 4.0 * DBL_EPSILON * (fabs(a[0]) + reach)};
    return descend(&search, b, 0.0, 1.0, 0);
}
