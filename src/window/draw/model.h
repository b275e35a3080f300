// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Model of the window: everything that it shows, as plain data.
//
// Its creator owns it: a test, the plug-in's window (from atoms) or the player (from its engine).
// Drawing only reads it, gestures change only `hand`, and one thread does both. Units are SI. x [m]
// is the distance from the bridge; heights [m] are measured from the straight line between the
// string's ends.

#ifndef JW_WINDOW_MODEL_H
#define JW_WINDOW_MODEL_H

#include "base/key_layout.h"
#include "base/params.h"
#include "window/draw/pen.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_WINDOW_STRINGS = 32,
    JW_WINDOW_NAME = 64,
    JW_WINDOW_TEXT = 256,
    JW_WINDOW_MODES = 256,    ///< Largest number of modes in a string's picture, per polarisation
    JW_WINDOW_PICTURES = 6,   ///< The present string, and earlier instants
    JW_WINDOW_FRETS = 129,    ///< Largest number of frets of the chosen string
    JW_WINDOW_POINTS = 256,   ///< Largest number of contact points, and of profile points
    JW_WINDOW_COLUMNS = 1024, ///< Columns of the spectrogram
    JW_WINDOW_BINS = 256,     ///< Bins of a column, evenly spaced from 0 to JW_WINDOW_TOP_HZ
    JW_WINDOW_TOP_HZ = 12000,
    JW_WINDOW_ENERGIES = 512, ///< Instants of the energy curves
    JW_WINDOW_PATH = 128,     ///< Points of the path seen along the string
    JW_WINDOW_STROKES = 16,   ///< Largest number of strokes in a drone's round
    JW_WINDOW_ROUNDS = 6,     ///< Rounds whose strokes are remembered
    JW_WINDOW_PRESETS = 512,  ///< Largest number of presets, instruments and practice sets
    JW_WINDOW_FAMILIES = 24,  ///< Largest number of instrument families: Sitar, Tanpura, ...
    JW_WINDOW_CHANGES = 24,
    JW_WINDOW_CURVE = 24, ///< Points of a preset's small bridge picture
    JW_WINDOW_KEYS = 128,
    JW_WINDOW_RAGAS = 512, ///< Largest number of ragas in a list
    JW_WINDOW_HELD = 16,   ///< Largest number of keys of the computer that play at a time
};

typedef enum { JW_WINDOW_MELODY, JW_WINDOW_DRONE, JW_WINDOW_TARAF } JwWindowRole;

/// A row of the table of strings.
typedef struct {
    char name[JW_WINDOW_NAME];
    JwWindowRole role;
    int key;           ///< MIDI key of the open string
    double meant_hz;   ///< Pitch of that key by raga and scale
    double hz;         ///< Pitch of the open string as tuned
    double off_cents;  ///< Interval from meant_hz to hz
    double key_cents;  ///< Interval of meant_hz above the key in equal temperament
    double tune_cents; ///< Fine tuning by the user (JwTuning.string_cents)
    double tension_n;
    double energy_j;
    double level; ///< Level of its bar, 0 to 1
    bool lit;     ///< True while a key or the drone holds it
    bool damped;  ///< True while a hand lies on it
} JwWindowString;

/// A string at one instant: amplitudes a_j of y(x) = sum of a_j sin(j pi x/L) [m], j from 1.
typedef struct {
    int n;                          ///< Number of modes towards the bridge
    int n_across;                   ///< Number of modes across it; 0: one polarisation
    float towards[JW_WINDOW_MODES]; ///< Amplitudes along the bridge's normal, upward
    float across[JW_WINDOW_MODES];
} JwWindowPicture;

/// The string shown in the hero.
typedef struct {
    int string;                     ///< Index into JwWindowModel.string
    double length_m;                ///< Present speaking length
    double open_m;                  ///< Speaking length of the open string
    double hz;                      ///< Present pitch
    int key;                        ///< Key that sounds, or would sound
    int fret;                       ///< Index of the fret that stops it; 0: open
    int n_frets;                    ///< Number of frets, including the open string; 1: no frets
    double fret_m[JW_WINDOW_FRETS]; ///< Distance of each fret from the bridge, descending
    int fret_key[JW_WINDOW_FRETS];
    int n_pictures;                              ///< 0: at rest
    JwWindowPicture picture[JW_WINDOW_PICTURES]; ///< Newest first
    double reach_m;                              ///< Largest recent excursion; scales the drawing
    int n_path; ///< Points of the path seen along the string, oldest first; 0: one polarisation
    float path_across[JW_WINDOW_PATH], path_towards[JW_WINDOW_PATH];
    double pull_semitones; ///< Bend asked for by the user's hand (meend)
    // What a bent string sounds like now
    bool pulled;           ///< It is bent, by whatever moves it
    double bend_semitones; ///< Interval from the pitch where it is stopped up to its pitch
    int near_key;          ///< Note, or svara of the raga, nearest to its pitch
    double near_cents;     ///< Interval from that note up to its pitch
    double near_s;         ///< Time at which this was found
} JwWindowHero;

/// The obstacle under the chosen string. jw_window_bridge_bend() computes the fields marked
/// "Computed" from the others, the parameters and the pen.
typedef struct {
    int n; ///< Number of points of the obstacle's profile
    int n_contacts;
    double x_m[JW_WINDOW_POINTS];    ///< Ascending
    double base_m[JW_WINDOW_POINTS]; ///< Heights at curvature 1 and height 0
    double sag_m[JW_WINDOW_POINTS];  ///< Drop due to curvature
    double khula_m, band_m;          ///< Heights that JAWARI adds at 0 and at 100 percent
    double apex_m;
    double own_radius_m; ///< Radius of curvature at curvature 1; 0: not a parabola
    double own_thread_m; ///< Position of the instrument's own thread
    double contact_m[JW_WINDOW_POINTS];
    double force_n[JW_WINDOW_POINTS];
    double held_n[JW_WINDOW_POINTS];  ///< Largest recent force
    bool along;                       ///< True if it lies along the string, not at the bridge
    bool posts;                       ///< True if its points stand alone, such as frets
    double lens_m;                    ///< Along the string: where the lens stands; 0: nowhere yet
    double lens_to_m;                 ///< Place to which it goes
    double lens_s, beaten_s;          ///< Times of its last move, and since when another place
                                      ///< is firmer
    bool movable;                     ///< True if height and curvature affect it
    bool has_own_thread;              ///< True if the instrument has a thread under the string
    bool changed;                     ///< Computed: true if built_m and now_m differ
    bool has_thread;                  ///< Computed: true if there is a thread now
    double built_m[JW_WINDOW_POINTS]; ///< Computed: heights with the instrument's own parameters
    double now_m[JW_WINDOW_POINTS];   ///< Computed: heights with present parameters and pen
    double lift_m;                    ///< Computed: height that parameters add to the pen's profile
    double radius_m;                  ///< Computed: present radius of curvature
    double thread_m;                  ///< Computed: present position of the thread
} JwWindowBridge;

typedef struct {
    int first, n;                                     ///< Ring: oldest column, and number of
                                                      ///< columns
    double seconds;                                   ///< Duration of a column
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
    double seconds;                                     ///< Time between instants
    float db[JW_WINDOW_ENERGIES][JW_WINDOW_N_ENERGIES]; ///< Energies [dB re 1 J]
} JwWindowEnergies;

typedef struct {
    int string;
    double at;       ///< Position in the round, 0 to 1
    double strength; ///< 0 to 1
    int n_late;
    double late[JW_WINDOW_ROUNDS]; ///< Delays of the last rounds' strokes, relative to the round
} JwWindowStroke;

typedef struct {
    int n_strokes;
    JwWindowStroke stroke[JW_WINDOW_STROKES];
    double now; ///< Present position in the round, 0 to 1
    int round;
    int next; ///< Index of the next stroke
} JwWindowRound;

/// Companion of the player.
typedef struct {
    bool on;                   ///< It is switched on
    bool ready;                ///< Its engine is there: it plays if it is on
    char name[JW_WINDOW_NAME]; ///< Name of its preset
    int preset;                ///< Index into JwWindowModel.presets; -1: none of these
    int first;                 ///< Note of its first string, a value of DRONE_FIRST; -1: not chosen
    double tempo;              ///< Counts a minute
    double level_db;           ///< Level added to the preset's
    double cents;              ///< Fine tuning of all its strings
    JwWindowRound round;
} JwWindowWith;

/// Metronome of the player.
typedef struct {
    bool on;
    double bpm;
    int tala; ///< Number of the tala; -1: beats without a cycle
    int beat; ///< Beat that sounded last, from 1; 0: none
} JwWindowClock;

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
    bool is_set;                ///< True for a practice set
    int n_changes;
    JwWindowChange change[JW_WINDOW_CHANGES];
    int n_curve; ///< Points of its bridge, evenly spaced over its length
    float built_m[JW_WINDOW_CURVE], curve_m[JW_WINDOW_CURVE];
} JwWindowPreset;

/// Colour of a host, 0xAARRGGBB; alpha 0: none, that of text is used.
typedef uint32_t JwHostColour;

/// What a host does about the automation of a control; numbers as in CLAP.
typedef enum {
    JW_AUTOMATION_NONE,
    JW_AUTOMATION_PRESENT, ///< There is one, which does not play
    JW_AUTOMATION_PLAYING,
    JW_AUTOMATION_RECORDING,
    JW_AUTOMATION_OVERRIDING, ///< The user moves the control instead
} JwWindowAutomation;

/// What a host says about a control; indication.h draws it.
typedef struct {
    bool mapped; ///< A controller is assigned to it
    JwHostColour mapped_colour;
    char text[JW_WINDOW_NAME]; ///< Which one; "": not known
    JwWindowAutomation automation;
    JwHostColour automation_colour;
} JwWindowIndication;

typedef enum { JW_WINDOW_DARK, JW_WINDOW_LIGHT } JwWindowTheme;

typedef enum {
    JW_WINDOW_PLAY,
    JW_WINDOW_TUNE,
    JW_WINDOW_DRONE_PAGE,
    JW_WINDOW_PARAMS,
    JW_WINDOW_PRESETS_PAGE,
    JW_WINDOW_RAGA_PAGE,
    JW_WINDOW_N_PAGES,
} JwWindowPage;

/// An element of the window, see layout.h.
typedef struct {
    int kind; ///< JwElementKind; 0: none
    int index;
} JwWindowTarget;

typedef enum {
    JW_WINDOW_BUTTON = 1, ///< Acts when released over the element
    JW_WINDOW_SLIDE,      ///< Changes a value by the pointer's motion
    JW_WINDOW_PLACE,      ///< Moves a thing to the pointer
    JW_WINDOW_SOUND,      ///< Sounds while it is held
    JW_WINDOW_SCROLL,
} JwWindowDragKind;

/// What the owner of a window cannot do, or has no data for: bits.
typedef enum {
    JW_LACKS_DAMP = 1,
    JW_LACKS_TUNE = 2, ///< Fine tuning of a string
    JW_LACKS_FILES = 4,
    JW_LACKS_PEN = 8,
    JW_LACKS_ENERGIES = 16,
    JW_LACKS_LEARN = 32, ///< MIDI learning: left to the host, if there is one
    JW_LACKS_WITH = 64,  ///< Companion, metronome, saving: what the player alone has
} JwWindowLack;

/// A key of the computer that is down and plays.
typedef struct {
    int code;       ///< Its number
    int key;        ///< MIDI key, or index of a string
    bool is_string; ///< It plucked an open string
} JwWindowHeld;

/// Values of JwWindowHand.described while a name is typed.
enum { JW_NAMES_PRESET = -2, JW_NAMES_SET = -3 };

/// Ragas found by a search.
typedef struct {
    int n;                       ///< Number of them, with those that are only near
    int n_found;                 ///< Number of those that match
    short raga[JW_WINDOW_RAGAS]; ///< Their numbers; 0: no raga
} JwRagaList;

/// State of the user's hand: hover, focus, drag, open menu. Changed only by gestures.
typedef struct {
    JwWindowPage page;
    JwWindowTarget hover, pressed, focus;
    bool dragged;    ///< True once the pointer has moved far enough for a drag
    bool focus_seen; ///< True once the keyboard moved the focus: draw the ring
    JwWindowDragKind drag;
    double press_x, press_y; ///< Where the button was pressed
    double last_x, last_y;   ///< Last position of the pointer
    int start_param[2];      ///< Parameters that the drag changes; -1: none
    double start[2];         ///< Their values before the drag, or those of other dragged things
    double gone;             ///< Drag distance so far; fine motion counts a tenth
    double click_s;          ///< Time of the last press, to detect double clicks and taps
    JwWindowTarget clicked;
    JwWindowTarget menu;              ///< Element with an open menu
    int menu_at;                      ///< Menu line chosen by the keyboard; -1: none
    int menu_first;                   ///< Ragas: first line in view
    char menu_filter[JW_WINDOW_NAME]; ///< Ragas: text typed to find one
    double scroll[JW_WINDOW_N_PAGES];
    double list_scroll; ///< Scroll position of the list of strings
    bool taraf_open;    ///< True: a row for each taraf, even if they have to scroll
    int described;      ///< Parameter whose comment is shown on the Parameters page; -1: none;
                        ///< JW_NAMES_...: what a name is typed for
    bool typing;        ///< True while typing a number for `described`, a search, or a name
    char typed[JW_WINDOW_NAME];
    char name[JW_WINDOW_NAME]; ///< Name under which something is to be saved
    bool pen_open;             ///< True while the pen is in use
    double lens_part;          ///< Shown part of the bridge: 1; smaller is nearer
    int pen_point;             ///< Held point of the pen; -1: none
    bool frets_open;           ///< True: fretboard; false: keys
    bool energy_open;          ///< True: energies; false: spectrogram
    JwRagaList ragas;          ///< Ragas that match what was typed on their page
    int raga_before;           ///< Raga when their page was opened
    int family;                ///< Family shown on the Presets page; -1: all
    int audition;              ///< Tried preset; -1: none
    double tap_s[4];           ///< Times of the last taps, newest first
    int n_taps;
    int sounding; ///< Key or string held by the pointer; -1: none
    // The computer's keyboard
    int n_held;
    JwWindowHeld held[JW_WINDOW_HELD];
    int letter_shift; ///< Semitones by which its letters were moved, whole octaves
    double softness;  ///< Part of the full strength that its keys lack
    bool pedal;       ///< The blank holds all notes, like a sustain pedal
} JwWindowHand;

typedef struct {
    // Head
    char preset_name[JW_WINDOW_NAME], instrument_name[JW_WINDOW_NAME];
    int preset; ///< Index into `presets`; -1: none of these
    int n_presets;
    JwWindowPreset presets[JW_WINDOW_PRESETS];
    int n_families;
    char family[JW_WINDOW_FAMILIES][JW_WINDOW_NAME];
    double peak_db[2], held_db[2]; ///< Levels of left and right, and their held peaks
    bool clipped;                  ///< True once samples were limited
    // Parameters
    double param[JW_N_PARAMS];
    double built[JW_N_PARAMS];  ///< The instrument's own values
    int learned[JW_N_PARAMS];   ///< MIDI controller that changes it; -1: none
    int learning;               ///< Parameter that waits for a controller; -1: none
    bool disabled[JW_N_PARAMS]; ///< True for parameters that this instrument or plug-in lacks
    JwWindowIndication indication[JW_N_PARAMS]; ///< What the host says; of the player's: nothing
    bool has_input;                             ///< True if there is an audio input
    bool has_bachi;                             ///< True if its plectrum is a bachi, not a mizrab
    bool is_effect;                             ///< True for a resonator: nothing is struck
    double input_db;        ///< Level of the audio input; -INFINITY: silence, or not known
    double limited_percent; ///< Part of the time in which the resonator's limiter acts
    bool goes_by;           ///< True if the audio input does not move this instrument's
                            ///< strings
    // Tonality
    int sa_key;                 ///< Key of the present tonic
    unsigned raga_keys;         ///< Bit d: the raga has the note d semitones above Sa; 0: no raga
    double raga_cents[12];      ///< Intervals of the notes above Sa in the present tuning
    char scale[JW_WINDOW_NAME]; ///< Name of a scale from a file; "": the raga's scale
    // Strings
    int n_strings;
    JwWindowString string[JW_WINDOW_STRINGS];
    JwWindowHero hero;
    JwWindowBridge bridge;
    JwPen pen;   ///< User's own profile
    bool sounds; ///< False: silence, no motion
    JwWindowSpectrum spectrum;
    JwWindowEnergies energies;
    JwWindowRound round;
    // Beside the instrument
    JwWindowWith with; ///< The companion that is shown
    int n_with;        ///< Number of companions; with fewer than two nothing chooses one
    int with_shown;    ///< Number of the shown one, from 0
    bool with_on[2];   ///< They are switched on
    JwWindowClock clock;
    // Keys
    JwKeysChoice keys_choice;    ///< Layout of the drawn keys and of the computer's letters
    int madhya_key, piano_key;   ///< Keys of the letter a: Sa, or a C
    int chikari_key, strum_key;  ///< Keys that strike the chikari, strum; 0: none
    int low_key, high_key;       ///< Range of keys that can be played
    uint8_t lit[JW_WINDOW_KEYS]; ///< 0, or 1 + JwWindowRole of the string that sounds on the key
    // The window itself
    JwWindowTheme theme;
    double zoom;    ///< 0.75 to 3
    unsigned lacks; ///< Bits of JwWindowLack; their elements are omitted
    JwWindowHand hand;
} JwWindowModel;

/// Initializes a model: no strings, default parameters, nothing pressed, page Play. [any]
void jw_window_model_init(JwWindowModel *model);

/// The chosen string; NULL: none. [any]
const JwWindowString *jw_window_chosen(const JwWindowModel *model);

/// Role of the chosen string. [any]
JwWindowRole jw_window_role(const JwWindowModel *model);

/// True if a parameter differs from the instrument's own value. [any]
bool jw_window_param_changed(const JwWindowModel *model, JwParamId id);

/// True if a string has frets: then the window shows keys, otherwise pads. [any]
bool jw_window_has_keys(const JwWindowModel *model);

/// True if notes are named as svaras: a raga or a tonic was chosen, or the instrument has strings
/// that drone or ring by themselves, as those of India have. [any]
bool jw_window_has_svaras(const JwWindowModel *model);

/// Layout of the keys. [any]
JwKeyLayout jw_window_keys(const JwWindowModel *model);

/// Height [m] of a profile at at_m, interpolated linearly; NAN outside it. [any]
double jw_window_profile_m(const double *x_m, const double *h_m, int n, double at_m);

/// Lets the lens go to the place of an obstacle along the string that is pressed most, which takes
/// a while; call it for each picture. [any]
void jw_window_lens_follow(JwWindowModel *model, double now_s);

/// Applies parameters and pen to the bridge: computes built_m, now_m and dependent values.
/// [any]
void jw_window_bridge_bend(JwWindowModel *model);

#endif // JW_WINDOW_MODEL_H
