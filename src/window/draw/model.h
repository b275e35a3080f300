// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Model of the window: everything that it shows, as plain data.
//
// Whoever fills it (a test by hand, the plug-in's window from atoms, the player from its engine)
// owns it; drawing reads it, gestures change `hand` alone. Everything is of one thread. Physics is
// SI. x [m] runs from the bridge; heights [m] count from the straight line between the string's
// ends.

#ifndef JW_WINDOW_MODEL_H
#define JW_WINDOW_MODEL_H

#include "base/params.h"
#include "window/draw/pen.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_WINDOW_STRINGS = 32,
    JW_WINDOW_NAME = 64,
    JW_WINDOW_TEXT = 256,
    JW_WINDOW_MODES = 256,    ///< Most modes of a picture of a string, in each polarisation
    JW_WINDOW_PICTURES = 6,   ///< The string now, and at earlier instants
    JW_WINDOW_FRETS = 129,    ///< Most stopping places of the chosen string
    JW_WINDOW_POINTS = 256,   ///< Most contact points, and most points of a profile
    JW_WINDOW_COLUMNS = 1024, ///< Columns of the spectrogram that are kept
    JW_WINDOW_BINS = 256,     ///< Bins of a column, evenly from 0 to JW_WINDOW_TOP_HZ
    JW_WINDOW_TOP_HZ = 12000,
    JW_WINDOW_ENERGIES = 512, ///< Instants of the energies that are kept
    JW_WINDOW_PATH = 128,     ///< Points of the end-on path
    JW_WINDOW_STROKES = 16,   ///< Most strokes of a drone's round
    JW_WINDOW_ROUNDS = 6,     ///< Rounds whose strokes are remembered
    JW_WINDOW_PRESETS = 160,
    JW_WINDOW_FAMILIES = 24, ///< Most families of instruments: Sitar, Tanpura, ...
    JW_WINDOW_CHANGES = 24,
    JW_WINDOW_CURVE = 24, ///< Points of a preset's little bridge
    JW_WINDOW_KEYS = 128,
};

typedef enum { JW_WINDOW_MELODY, JW_WINDOW_DRONE, JW_WINDOW_TARAF } JwWindowRole;

/// One row of the table of strings.
typedef struct {
    char name[JW_WINDOW_NAME];
    JwWindowRole role;
    int key;           ///< MIDI key that the open string is meant to have
    double meant_hz;   ///< Pitch that raga and scale give that key
    double hz;         ///< Pitch of the string as it is tuned, open
    double off_cents;  ///< Interval from meant_hz to hz
    double key_cents;  ///< Interval of meant_hz over the key in equal temperament
    double tune_cents; ///< Fine tuning that the user gave it (JwTuning.string_cents)
    double tension_n;
    double energy_j;
    double level; ///< Level of the bar, 0 to 1
    bool lit;     ///< True while a key or the drone holds it
    bool damped;  ///< True while a hand lies on it
} JwWindowString;

/// A string at an instant: amplitudes a_j of y(x) = sum of a_j sin(j pi x/L) [m], j from 1.
typedef struct {
    int n;                          ///< Number of modes towards the bridge
    int n_across;                   ///< Number of modes across it; 0: one polarisation
    float towards[JW_WINDOW_MODES]; ///< Amplitudes along the bridge's normal, upward
    float across[JW_WINDOW_MODES];
} JwWindowPicture;

/// The string that the hero shows.
typedef struct {
    int string;      ///< Index into JwWindowModel.string
    double length_m; ///< Speaking length, stopped as it is
    double open_m;   ///< Length of the open string
    double hz;       ///< Pitch at which it sounds now
    int key;         ///< Key that sounds or would sound
    int fret;        ///< Index of the place where it is stopped; 0: open
    int n_frets;     ///< Number of places, the open string counted; 1: it has no frets
    double fret_m[JW_WINDOW_FRETS]; ///< Distance of each place from the bridge, descending
    int fret_key[JW_WINDOW_FRETS];
    int n_pictures;                              ///< 0: at rest
    JwWindowPicture picture[JW_WINDOW_PICTURES]; ///< The newest first
    double reach_m;                              ///< Largest excursion of late; scales the drawing
    int n_path; ///< Points of the end-on path, oldest first; 0: one polarisation
    float path_across[JW_WINDOW_PATH], path_towards[JW_WINDOW_PATH];
    double pull_semitones; ///< Meend that a hand gives it now
} JwWindowHero;

/// What the chosen string lies on. jw_window_bridge_bend() makes some of the fields of the others,
/// of parameters and of the pen.
typedef struct {
    int n; ///< Points of the obstacle's profile
    int n_contacts;
    double x_m[JW_WINDOW_POINTS];    ///< Ascending
    double base_m[JW_WINDOW_POINTS]; ///< Heights at curvature 1 and height 0
    double sag_m[JW_WINDOW_POINTS];  ///< Fall by curvature
    double khula_m, band_m;          ///< What JAWARI adds to the height at 0 and at 100 percent
    double apex_m;
    double own_radius_m; ///< Radius of curvature at curvature 1; 0: the obstacle is no parabola
    double own_thread_m; ///< Place of the instrument's own thread
    double contact_m[JW_WINDOW_POINTS];
    double force_n[JW_WINDOW_POINTS];
    double held_n[JW_WINDOW_POINTS]; ///< Largest force of the last moments
    bool movable;                    ///< True if height and curvature act on it
    bool has_own_thread;             ///< True if the instrument has a thread under the string
    bool changed;                    ///< Made: true if built_m and now_m differ
    bool has_thread;                 ///< Made: true if a thread is there now
    double
        built_m[JW_WINDOW_POINTS];  ///< Made: heights as the instrument's own parameters have them
    double now_m[JW_WINDOW_POINTS]; ///< Made: heights as parameters and pen have them
    double lift_m;                  ///< Made: height that parameters add to the pen's profile
    double radius_m;                ///< Made: radius of curvature now
    double thread_m;                ///< Made: place of the thread now
} JwWindowBridge;

typedef struct {
    int first, n;                                     ///< Ring: oldest column and how many
    double seconds;                                   ///< Time of a column
    uint8_t level[JW_WINDOW_COLUMNS][JW_WINDOW_BINS]; ///< 0: floor, 255: loudest
} JwWindowSpectrum;

typedef enum {
    JW_WINDOW_OF_STRINGS,
    JW_WINDOW_OF_BODY,
    JW_WINDOW_OF_LEDGER,
    JW_WINDOW_N_ENERGIES
} JwWindowEnergy;

typedef struct {
    int first, n;
    double seconds;                                     ///< Time of an instant
    float db[JW_WINDOW_ENERGIES][JW_WINDOW_N_ENERGIES]; ///< Energies [dB over 1 J]
} JwWindowEnergies;

typedef struct {
    int string;
    double at;       ///< Place in the round, 0 to 1
    double strength; ///< 0 to 1
    int n_late;
    double late[JW_WINDOW_ROUNDS]; ///< How late the last rounds struck, as parts of the round
} JwWindowStroke;

typedef struct {
    int n_strokes;
    JwWindowStroke stroke[JW_WINDOW_STROKES];
    double now; ///< Place in the round, 0 to 1
    int round;
    int next; ///< Index of the next stroke
} JwWindowRound;

typedef struct {
    JwParamId id;
    double built, value;
} JwWindowChange;

typedef struct {
    char name[JW_WINDOW_NAME];
    char instrument[JW_WINDOW_NAME];
    char text[JW_WINDOW_TEXT];  ///< One line of description
    char facts[JW_WINDOW_NAME]; ///< "7 strings, 13 taraf, Sa C#3"
    int family;                 ///< Index into JwWindowModel.family
    bool is_instrument;         ///< True for an instrument without a preset
    int n_changes;
    JwWindowChange change[JW_WINDOW_CHANGES];
    int n_curve; ///< Points of its bridge, evenly from its start to its end
    float built_m[JW_WINDOW_CURVE], curve_m[JW_WINDOW_CURVE];
} JwWindowPreset;

typedef enum { JW_WINDOW_DARK, JW_WINDOW_LIGHT } JwWindowTheme;

typedef enum {
    JW_WINDOW_PLAY,
    JW_WINDOW_TUNE,
    JW_WINDOW_DRONE_PAGE,
    JW_WINDOW_PARAMS,
    JW_WINDOW_PRESETS_PAGE,
    JW_WINDOW_N_PAGES,
} JwWindowPage;

/// An element of the window: layout.h.
typedef struct {
    int kind; ///< JwElementKind; 0: none
    int index;
} JwWindowTarget;

typedef enum {
    JW_WINDOW_BUTTON = 1, ///< Acts when it is let go over the element
    JW_WINDOW_SLIDE,      ///< Moves a value by the way that the pointer goes
    JW_WINDOW_PLACE,      ///< Moves a thing to where the pointer is
    JW_WINDOW_SOUND,      ///< Sounds as long as it is held
    JW_WINDOW_SCROLL,
} JwWindowDragKind;

/// What the owner of a window cannot carry out, or has no data for: bits.
typedef enum {
    JW_LACKS_DAMP = 1,
    JW_LACKS_TUNE = 2, ///< Fine tuning of a string
    JW_LACKS_FILES = 4,
    JW_LACKS_PEN = 8,
    JW_LACKS_ENERGIES = 16,
    JW_LACKS_LEARN = 32, ///< Learning of MIDI controllers: a host's, where there is one
} JwWindowLack;

/// What hands do with the window: hover, focus, a drag, what is open. Gestures alone change it.
typedef struct {
    JwWindowPage page;
    JwWindowTarget hover, pressed, focus;
    bool dragged;    ///< True once the pointer went far enough for a drag
    bool focus_seen; ///< True once keys moved the focus: the ring is drawn
    JwWindowDragKind drag;
    double press_x, press_y; ///< Where the button went down
    double last_x, last_y;   ///< Where the pointer was seen last
    int start_param[2];      ///< Parameters that the drag moves; -1: none
    double start[2];         ///< Their values before it, or those of what else it moves
    double gone;             ///< Way of the drag so far, fine ones a tenth
    double click_s;          ///< Time of the last press, for double clicks and taps
    JwWindowTarget clicked;
    JwWindowTarget menu; ///< Element whose menu is open
    int menu_at;         ///< Line of the menu that keys chose; -1: none
    double scroll[JW_WINDOW_N_PAGES];
    double list_scroll; ///< Of the list of strings
    int described;      ///< Parameter whose comment the Parameters page shows; -1: none
    bool typing;        ///< True while a number is typed for `described`, or a search
    char typed[JW_WINDOW_NAME];
    bool pen_open;    ///< True while the pen is at work
    double lens_part; ///< Part of the bridge under the lens: 1, less is nearer
    int pen_point;    ///< Point of the pen that is held; -1: none
    bool frets_open;  ///< True: the fret board, false: keys
    bool energy_open; ///< True: energies in place of the spectrogram
    int family;       ///< Family of instruments that the presets page shows; -1: all
    int audition;     ///< Preset that is tried; -1: none
    double tap_s[4];  ///< Times of the last taps, the newest first
    int n_taps;
    int sounding; ///< Key or string that the pointer holds; -1: none
} JwWindowHand;

typedef struct {
    // Head
    char preset_name[JW_WINDOW_NAME], instrument_name[JW_WINDOW_NAME];
    int preset; ///< Index into `presets`; -1: none of them
    int n_presets;
    JwWindowPreset presets[JW_WINDOW_PRESETS];
    int n_families;
    char family[JW_WINDOW_FAMILIES][JW_WINDOW_NAME];
    double peak_db[2], held_db[2]; ///< Levels of left and right, and their held peaks
    bool clipped;                  ///< True once samples were held back
    // Parameters
    double param[JW_N_PARAMS];
    double built[JW_N_PARAMS];  ///< Values of the instrument's own
    int learned[JW_N_PARAMS];   ///< MIDI controller that moves it; -1: none
    int learning;               ///< Parameter that waits for a controller; -1: none
    bool disabled[JW_N_PARAMS]; ///< True of what this instrument or plug-in has not
    bool has_input;             ///< True if sound from outside comes in
    bool goes_by;               ///< True if that sound moves none of the instrument's strings
    // Tonality
    int sa_key;                 ///< Key of the tonic in force
    unsigned raga_keys;         ///< Bit d: the raga has the note d semitones over Sa; 0: no raga
    double raga_cents[12];      ///< Intervals of the notes over Sa in the tuning in force
    char scale[JW_WINDOW_NAME]; ///< Name of a scale from a file; "": from the raga
    // Strings
    int n_strings;
    JwWindowString string[JW_WINDOW_STRINGS];
    JwWindowHero hero;
    JwWindowBridge bridge;
    JwPen pen;   ///< A profile of one's own
    bool sounds; ///< False: silence, nothing moves
    JwWindowSpectrum spectrum;
    JwWindowEnergies energies;
    JwWindowRound round;
    // Keys
    int low_key, high_key;       ///< Keys that the instrument can play
    uint8_t lit[JW_WINDOW_KEYS]; ///< 0, or 1 + JwWindowRole of the string that sounds the key
    // The window itself
    JwWindowTheme theme;
    double zoom;    ///< 0.75 to 3
    unsigned lacks; ///< Bits of JwWindowLack: what is for that is not there
    JwWindowHand hand;
} JwWindowModel;

/// Empties a model: no strings, parameters at their defaults, nothing pressed, Play. [any]
void jw_window_model_init(JwWindowModel *model);

/// The chosen string; NULL if there is none. [any]
const JwWindowString *jw_window_chosen(const JwWindowModel *model);

/// Role of the chosen string. [any]
JwWindowRole jw_window_role(const JwWindowModel *model);

/// True if a parameter differs from the instrument's own value. [any]
bool jw_window_param_changed(const JwWindowModel *model, JwParamId id);

/// True if a string is fretted: then the window has keys, otherwise pads. [any]
bool jw_window_has_keys(const JwWindowModel *model);

/// Height [m] of a profile at x, by straight lines between its points; NAN outside it. [any]
double jw_window_profile_m(const double *x_m, const double *h_m, int n, double at_m);

/// Bends the bridge as parameters and pen have it: built_m, now_m and what follows from them. [any]
void jw_window_bridge_bend(JwWindowModel *model);

#endif // JW_WINDOW_MODEL_H
