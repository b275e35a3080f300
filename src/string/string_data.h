// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A string's physical data, in SI units, as in instrument files.

#ifndef JW_STRING_DATA_H
#define JW_STRING_DATA_H

typedef enum {
    JW_LOSS_POLYNOMIAL, ///< sigma = s0 + s1 beta + s3 beta^3, beta = n pi/L
    JW_LOSS_VALETTE,    ///< Air, visco-elastic and thermo-elastic parts (Valette & Cuesta 1993)
} JwLossLaw;

/// Decay rates of the partials: amplitude falls as exp(-sigma_n t).
typedef struct {
    JwLossLaw law;
    double s0;            ///< Term s0 of the polynomial law [1/s]
    double s1;            ///< Term s1 of the polynomial law [m/s]
    double s3;            ///< Term s3 of the polynomial law [m^3/s]
    double diameter_m;    ///< Valette law: diameter of the string
    double air_viscosity; ///< Valette law: eta [Pa s], 1.8e-5
    double air_density;   ///< Valette law: rho [kg/m^3], 1.2
    double viscoelastic;  ///< Valette law: delta_ve, loss angle [1]
    double inverse_q;     ///< Valette law: 1/Q_te, thermo-elastic and other losses [1]
} JwLosses;

/// Second polarisation: the ends hold the string a little longer along one axis than along the axis
/// across it, and these axes are tilted against the bridge's normal. Sideways motion therefore
/// turns into motion towards the bridge and back.
typedef struct {
    double hz;          ///< Modes up to this frequency have two polarisations; 0: none
    double split_cents; ///< Interval between a mode along the second axis and along the first
    double tilt_rad;    ///< Angle between the first axis and the bridge's normal
    double loss;        ///< Factor on the losses along the second axis
    double share;       ///< Part of the sideways force on a fixed bridge in the output
} JwLateral;

/// A string fixed at both ends; x runs from the bridge (0) to the nut or fret (length_m).
typedef struct {
    double length_m;  ///< Speaking length
    double mu_kg_m;   ///< Linear density
    double tension_n; ///< T0
    double ea_n;      ///< Axial stiffness EA; 0: constant tension
    double ei_n_m2;   ///< Bending stiffness EI
    JwLosses losses;
    JwLateral lateral;
} JwStringData;

/// Fundamental [Hz] of a string with its stiffness, without an obstacle. [any]
double jw_string_data_pitch_hz(const JwStringData *data);

/// Tension [N] for a fundamental; not positive if stiffness alone gives a higher one. [any]
double jw_string_data_tension_n(const JwStringData *data, double pitch_hz);

/// Speaking length [m] at which the string sounds an interval [semitone] above its open pitch.
/// [any]
double jw_string_data_stopped_length_m(const JwStringData *data, double semitones);

#endif // JW_STRING_DATA_H
