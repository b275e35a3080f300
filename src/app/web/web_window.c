// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The page's side: the window, shown from the worklet's reports.

#include "app/web/web.h"
#include "app/web/web_canvas.h"
#include "files/instrument_file.h"
#include "files/profile_file.h"
#include "files/scala_file.h"
#include "window/draw/cluster.h"
#include "window/draw/gesture.h"
#include "window/shown/hands.h"
#include "window/shown/showing.h"

#include <math.h>
#include <stdio.h>

static const double levels_period_s = 0.1;
static const double peak_fall_db_s = 40.0;

static JwWindowModel window;
static JwShowing showing;
static JwLayout layout;
static JwTuning tuning;
static char shown_preset[JW_NAME_SIZE]; ///< File of the preset; "": none
static double begun[JW_N_PARAMS];       ///< Parameters of instrument and preset
static double width_px, height_px;      ///< Size of the canvas in device pixels
static double device_scale = 1.0;       ///< Device pixels per logical pixel, without zoom
static unsigned changed;                ///< Parts to draw: bits of JwPart
static double levels_s;
static double peak[2];
static uint64_t limited;

/// Sends a message (JwWebMessage) to the worklet.
__attribute__((import_module("page"), import_name("send"))) void
send_bytes(int kind, const void *bytes, size_t size);

/// What the page does for the window: the numbers are those of ASKED in page.js.
enum { ASK_PRESET, ASK_BACK, ASK_KEEP, ASK_FILE };

__attribute__((import_module("page"), import_name("ask"))) void ask_page(int what,
                                                                         const char *name);

static double scale_now(void) {
    return device_scale * window.zoom;
}

/********* Instrument *********/

static void send_watched(void) {
    const int32_t string = window.hero.string;
    send_bytes(JW_WEB_WATCH, &string, sizeof string);
}

static void tune_board(void) {
    jw_fretboard_fill(&showing.board, jw_web_instrument(), &tuning, window.param);
}

/// Begins with an empty window, dark or light.
void JW_WEB_EXPORT(jw_web_window_begin)(bool light);
void jw_web_window_begin(bool light) {
    jw_showing_begin_bare(&showing, &window, JW_LACKS_LEARN | JW_LACKS_WITH);
    window.theme = light ? JW_WINDOW_LIGHT : JW_WINDOW_DARK;
    changed = JW_PART_ALL;
}

/// Shows the instrument that jw_web_load() has read, with a preset of this name; "": none.
void JW_WEB_EXPORT(jw_web_window_instrument)(const char *preset);
void jw_web_window_instrument(const char *preset) {
    const JwInstrument *in = jw_web_instrument();
    memcpy(window.built, jw_web_own(), sizeof window.built);
    memcpy(window.param, in->param, sizeof window.param);
    memcpy(begun, in->param, sizeof begun);
    memset(tuning.string_cents, 0, sizeof tuning.string_cents);
    jw_cluster_copy(shown_preset, sizeof shown_preset, preset);
    jw_showing_names(&showing, in, shown_preset);
    tune_board();
    jw_showing_profile(&showing, &(JwProfile){.n = 0});
    jw_showing_instrument(&showing, in);
    jw_shown_fine_tuning(&window, tuning.string_cents);
    send_watched();
    changed = JW_PART_ALL;
}

/********* Actions *********/

static void send_event(const JwEvent *e) {
    send_bytes(JW_WEB_EVENT, e, sizeof *e);
}

static void send_midi(const uint8_t byte[3]) {
    send_event(&(JwEvent){.type = JW_EVENT_MIDI, .midi = jw_midi_decode(byte)});
}

static void send_param(int id, double value) {
    send_event(&(JwEvent){.type = JW_EVENT_PARAM, .param = {.id = (JwParamId)id, .value = value}});
    if (jw_param_info((JwParamId)id)->acts & JW_ACTS_FRETS) {
        tune_board();
        jw_showing_tuning(&showing, jw_web_instrument());
        jw_shown_fine_tuning(&window, tuning.string_cents);
    }
    jw_shown_round(&window, jw_web_instrument());
    jw_window_bridge_bend(&window);
}

static void send_tuning(void) {
    send_bytes(JW_WEB_TUNING, &tuning, sizeof tuning);
    tune_board();
    jw_showing_tuning(&showing, jw_web_instrument());
    jw_shown_fine_tuning(&window, tuning.string_cents);
}

static void send_fine_tuning(void) {
    for (int i = 0; i < window.n_strings; ++i) {
        tuning.string_cents[i] = window.string[i].tune_cents;
    }
    send_bytes(JW_WEB_TUNING, &tuning, sizeof tuning);
    tune_board();
    jw_shown_strings(&window, jw_web_instrument(), &showing.board);
    jw_shown_fine_tuning(&window, tuning.string_cents);
}

static void send_profile(void) {
    JwProfile profile;
    jw_showing_drawn(&showing, &profile);
    send_bytes(JW_WEB_PROFILE, &profile, sizeof profile);
}

static void act(const JwWindowAction *a) {
    uint8_t midi[3];
    switch (a->kind) {
    case JW_DO_PARAM:
        send_param(a->index, a->value);
        break;
    case JW_DO_PLUCK:
    case JW_DO_RELEASE:
        send_event(&(JwEvent){
            .type = JW_EVENT_OPEN,
            .open = {.string = a->index,
                     .velocity = a->kind == JW_DO_PLUCK ? jw_hands_velocity(a->value) : 0.0,
                     .place = a->kind == JW_DO_PLUCK ? a->place : 0.0}});
        break;
    case JW_DO_DAMP:
        send_event(&(JwEvent){.type = JW_EVENT_DAMP, .damp = {a->index, a->value > 0.5}});
        break;
    case JW_DO_TUNE:
    case JW_DO_TUNE_RAGA:
        send_fine_tuning();
        break;
    case JW_DO_PRESET:
    case JW_DO_AUDITION:
        if (a->index >= 0 && a->index < window.n_presets) {
            ask_page(ASK_PRESET, showing.presets.file[a->index]);
        }
        break;
    case JW_DO_BACK:
        ask_page(ASK_BACK, "");
        break;
    case JW_DO_KEEP:
        ask_page(ASK_KEEP, "");
        break;
    case JW_DO_FROM_FILE:
    case JW_DO_SCALE_FILE:
        ask_page(ASK_FILE, "");
        break;
    case JW_DO_STRING:
        jw_showing_choose(&showing, jw_web_instrument(), a->index);
        send_watched();
        break;
    case JW_DO_PANIC:
        send_event(&(JwEvent){.type = JW_EVENT_PANIC});
        break;
    case JW_DO_CLEAR_PEAKS:
        window.held_db[0] = window.held_db[1] = -200.0;
        limited = UINT64_MAX; // The next report's count
        break;
    default: // Keys and bends, actions of the pen or the window
        if (jw_hands_midi(&window, a, midi)) {
            send_midi(midi);
        } else if (jw_window_action_draws(a->kind)) {
            send_profile();
        }
        break;
    }
}

/********* Input *********/

/// Size of the canvas in device pixels, and device pixels per logical pixel.
void JW_WEB_EXPORT(jw_web_window_size)(double width, double height, double scale);
void jw_web_window_size(double width, double height, double scale) {
    width_px = width;
    height_px = height;
    device_scale = scale;
    changed = JW_PART_ALL;
}

static void lay_out(void) {
    jw_layout_make(&layout, &window, jw_web_canvas(), jw_window_logical(width_px, scale_now()),
                   jw_window_logical(height_px, scale_now()));
}

enum { FINGERS = 10 };

/// Gives an input to the window and carries out its actions. Returns true if it was used.
static bool take_input(JwWindowInput *input, unsigned mods) {
    static JwGesture gesture;
    input->mods = mods & (JW_MOD_SHIFT | JW_MOD_CONTROL);
    lay_out();
    input->x /= scale_now() * layout.zoom;
    input->y /= scale_now() * layout.zoom;
    jw_gesture_take(&window, &layout, input, &gesture);
    window.hand = gesture.hand;
    for (int i = 0; i < gesture.n; ++i) {
        jw_window_apply(&window, &gesture.action[i]);
        act(&gesture.action[i]);
    }
    changed |= gesture.redraw || gesture.n > 0 ? (unsigned)JW_PART_ALL : 0U;
    return gesture.redraw || gesture.n > 0;
}

/// True for elements that further fingers play.
static bool is_for_fingers(const JwElement *e) {
    return e && (e->kind == JW_E_KEY || e->kind == JW_E_PAD || e->kind == JW_E_CHIKARI ||
                 e->kind == JW_E_NAMED || e->kind == JW_E_HERO || e->kind == JW_E_NECK);
}

/// Plays with a further finger: a hand of its own, of which the window keeps nothing.
static bool take_finger(int finger, const JwWindowInput *given, unsigned mods) {
    static JwWindowHand hands[FINGERS];
    static bool is_down[FINGERS];
    JwWindowInput input = *given;
    lay_out();
    const double scale = scale_now() * layout.zoom;
    if (input.kind == JW_INPUT_PRESS) {
        is_down[finger] = is_for_fingers(jw_layout_hit(&layout, input.x / scale, input.y / scale));
        hands[finger] = window.hand;
        hands[finger].pressed = hands[finger].hover = (JwWindowTarget){0, 0};
        hands[finger].drag = (JwWindowDragKind)0;
        hands[finger].sounding = -1;
        hands[finger].n_held = 0;
    }
    if (!is_down[finger]) {
        return false;
    }
    const JwWindowHand first = window.hand;
    window.hand = hands[finger];
    const bool used = take_input(&input, mods);
    hands[finger] = window.hand;
    window.hand = first;
    is_down[finger] = input.kind == JW_INPUT_PRESS || input.kind == JW_INPUT_MOVE;
    return used;
}

/// An input of the pointer; x and y in device pixels, detail: button or notches; finger: 0, or the
/// number of a further finger at the same time. Returns true if it was used.
bool JW_WEB_EXPORT(jw_web_window_input)(int kind, double x, double y, double time_s, double detail,
                                        unsigned mods, int finger);
bool jw_web_window_input(int kind, double x, double y, double time_s, double detail, unsigned mods,
                         int finger) {
    if (finger < 0 || finger >= FINGERS || kind < JW_INPUT_PRESS || kind > JW_INPUT_WHEEL ||
        !isfinite(detail)) {
        return false;
    }
    const bool wheel = kind == JW_INPUT_WHEEL;
    JwWindowInput input = {.kind = (JwInputKind)kind,
                           .x = x,
                           .y = y,
                           .time_s = time_s,
                           .button = detail > 2.0 ? 3 : 1,
                           .steps = wheel ? detail : 0.0};
    if (finger > 0) {
        return take_finger(finger, &input, mods);
    }
    return take_input(&input, mods);
}

/// True if Escape ends something in the window; otherwise it leaves the window.
static bool escape_ends(void) {
    const JwWindowHand *hand = &window.hand;
    return hand->focus_seen || hand->menu.kind || hand->typing || hand->drag;
}

/// A key: JwInputKey, the number of the key, UTF-8 of its character in four bytes, lowest first.
/// Returns true if it was used.
bool JW_WEB_EXPORT(jw_web_window_key)(int kind, double time_s, int key, int code, unsigned mods,
                                      bool repeats, unsigned character);
bool jw_web_window_key(int kind, double time_s, int key, int code, unsigned mods, bool repeats,
                       unsigned character) {
    if ((kind != JW_INPUT_KEY && kind != JW_INPUT_KEY_UP) || key < JW_KEY_CHARACTER ||
        key > JW_KEY_END) {
        return false;
    }
    if (key == JW_KEY_ESCAPE && !escape_ends()) {
        return false;
    }
    JwWindowInput input = {.kind = (JwInputKind)kind,
                           .x = window.hand.last_x * scale_now() * layout.zoom,
                           .y = window.hand.last_y * scale_now() * layout.zoom,
                           .time_s = time_s,
                           .repeats = repeats,
                           .code = code,
                           .key = (JwInputKey)key};
    memcpy(input.character, &character, sizeof character);
    return take_input(&input, mods);
}

/********* What sounds *********/

static void take_string(const JwEnginePicture *p, double rate_hz) {
    JwSlowPicture picture = {.hz = p->pitch_hz, .time_s = (double)p->frame / rate_hz};
    const int n = p->n < JW_WINDOW_MODES ? p->n : JW_WINDOW_MODES;
    picture.picture.n = n;
    picture.picture.n_across = p->n_across < n ? p->n_across : n;
    picture.n_contacts = p->n_contacts < JW_WINDOW_POINTS ? p->n_contacts : JW_WINDOW_POINTS;
    memcpy(picture.picture.towards, p->towards, sizeof picture.picture.towards);
    memcpy(picture.picture.across, p->across, sizeof picture.picture.across);
    memcpy(picture.contact_m, p->contact_m, sizeof picture.contact_m);
    memcpy(picture.force_n, p->force_n, sizeof picture.force_n);
    changed |= jw_showing_hero(&showing, p->fret, p->pitch_hz, p->length_m, picture.time_s)
                   ? JW_PART_REST
                   : 0U;
    jw_slow_add(&showing.slow, &picture);
}

static void take_levels(const JwWebReport *r, double gap_s) {
    const JwEnginePicture *p = &r->picture;
    double energy_j[JW_WINDOW_STRINGS], sum_j = 0.0;
    for (int i = 0; i < p->n_strings; ++i) {
        energy_j[i] = r->silent ? 0.0 : (double)p->energy_j[i];
        sum_j += energy_j[i];
        window.string[i].damped = p->damped[i] != 0;
    }
    if (window.sounds) {
        jw_showing_energies(&showing, sum_j, p->body_j, p->ledger_j, levels_period_s);
    }
    limited = limited < p->limited ? limited : p->limited;
    jw_showing_peaks(&showing, peak, p->limited > limited, gap_s);
    const bool held = jw_showing_strings(&showing, energy_j, p->held_key);
    const int played = jw_showing_follow(&showing);
    if (played >= 0) {
        jw_showing_choose(&showing, jw_web_instrument(), played);
        send_watched();
        changed |= JW_PART_ALL;
    }
    jw_showing_drone(&showing, &p->drone);
    for (int i = 0; i < 2; ++i) {
        peak[i] *= pow(10.0, -peak_fall_db_s * fmin(gap_s, 1.0) / 20.0);
    }
    changed |= (window.sounds || held ? JW_PART_LEVELS : 0U) | (held ? JW_PART_KEYS : 0U);
}

/// Shows a report of the worklet's; false if it is none, or of another instrument.
bool JW_WEB_EXPORT(jw_web_window_report)(const JwWebReport *r, size_t size, double now_s);
bool jw_web_window_report(const JwWebReport *r, size_t size, double now_s) {
    if (size != sizeof *r || r->picture.n_strings != window.n_strings || !(r->rate_hz > 0.0)) {
        return false;
    }
    for (int i = 0; i < 2; ++i) {
        peak[i] = fmax(peak[i], (double)r->peak[i]);
    }
    const bool sounded = window.sounds;
    window.sounds = !r->silent;
    if (window.sounds && r->picture.string == window.hero.string) {
        take_string(&r->picture, r->rate_hz);
    }
    if (window.sounds != sounded) {
        changed |= window.sounds ? (unsigned)JW_PART_ALL : jw_showing_silence(&showing);
    }
    if (now_s - levels_s >= levels_period_s) {
        take_levels(r, now_s - levels_s);
        levels_s = now_s;
    }
    return true;
}

/// Adds samples to the spectrogram.
void JW_WEB_EXPORT(jw_web_window_sound)(const float *sample, int n, double rate_hz);
void jw_web_window_sound(const float *sample, int n, double rate_hz) {
    changed |= jw_showing_sound(&showing, sample, n, rate_hz) ? JW_PART_SOUND : 0U;
}

/********* Drawing *********/

/// Draws the changed parts; returns true if there were any.
bool JW_WEB_EXPORT(jw_web_window_draw)(double now_s);
bool jw_web_window_draw(double now_s) {
    if (window.sounds && jw_slow_show(&showing.slow, now_s, &window)) {
        changed |= JW_PART_STRING;
    }
    if (!changed || !(width_px > 0.0) || !(height_px > 0.0)) {
        return false;
    }
    lay_out();
    jw_window_draw(jw_web_canvas(), &window, &layout, scale_now(), changed);
    changed = 0;
    return true;
}

/********* State for the page *********/

/// Number of parameters; symbol and present value of each.
int JW_WEB_EXPORT(jw_web_n_params)(void);
int jw_web_n_params(void) {
    return JW_N_PARAMS;
}

const char *JW_WEB_EXPORT(jw_web_param_symbol)(int id);
const char *jw_web_param_symbol(int id) {
    return id >= 0 && id < JW_N_PARAMS ? jw_param_info((JwParamId)id)->symbol : "";
}

double JW_WEB_EXPORT(jw_web_window_param)(int id);
double jw_web_window_param(int id) {
    return id >= 0 && id < JW_N_PARAMS ? window.param[id] : 0.0;
}

/// The instrument's own value of a parameter, without a preset.
double JW_WEB_EXPORT(jw_web_window_built)(int id);
double jw_web_window_built(int id) {
    return id >= 0 && id < JW_N_PARAMS ? window.built[id] : 0.0;
}

/// Tonic of the window: 1 C to 12 B, as of the parameter SA.
int JW_WEB_EXPORT(jw_web_window_tonic)(void);
int jw_web_window_tonic(void) {
    return window.sa_key % 12 + 1;
}

/// True if it differs from the value of instrument and preset.
bool JW_WEB_EXPORT(jw_web_window_param_changed)(int id);
bool jw_web_window_param_changed(int id) {
    return id >= 0 && id < JW_N_PARAMS &&
           fabs(window.param[id] - begun[id]) > 1e-9 * fabs(begun[id]);
}

/// Sets a parameter as the user does; clamps the value. False for no parameter or no number.
bool JW_WEB_EXPORT(jw_web_window_set)(int id, double value);
bool jw_web_window_set(int id, double value) {
    if (id < 0 || id >= JW_N_PARAMS || !isfinite(value)) {
        return false;
    }
    const JwWindowAction action = {.kind = JW_DO_PARAM,
                                   .index = id,
                                   .string = -1,
                                   .value = jw_param_clamp((JwParamId)id, value, window.param[id])};
    jw_window_apply(&window, &action);
    act(&action);
    changed = JW_PART_ALL;
    return true;
}

/// Opens a page of the window (JwWindowPage); false: there is none of that number.
bool JW_WEB_EXPORT(jw_web_window_page)(int page);
bool jw_web_window_page(int page) {
    if (page < 0 || page >= JW_WINDOW_N_PAGES) {
        return false;
    }
    window.hand.page = (JwWindowPage)page;
    changed = JW_PART_ALL;
    return true;
}

/// Number of keys that are held.
int JW_WEB_EXPORT(jw_web_window_held)(void);
int jw_web_window_held(void) {
    int n = 0;
    for (int key = 0; key < JW_WINDOW_KEYS; ++key) {
        n += window.lit[key] > 0;
    }
    return n;
}

/// True if a string has frets: there are keys to play.
bool JW_WEB_EXPORT(jw_web_window_has_keys)(void);
bool jw_web_window_has_keys(void) {
    return jw_window_has_keys(&window);
}

/// Plucks an open string, or lets it go; nothing for no string.
void JW_WEB_EXPORT(jw_web_window_pluck)(int string, bool on);
void jw_web_window_pluck(int string, bool on) {
    if (string >= 0 && string < window.n_strings) {
        act(&(JwWindowAction){.kind = on ? JW_DO_PLUCK : JW_DO_RELEASE,
                              .index = string,
                              .value = 0.8,
                              .place = window.param[JW_P_PLUCK_POSITION]});
    }
}

/// Lowest key of the tonic that the melody strings can play: the key A of the keyboard.
int JW_WEB_EXPORT(jw_web_window_sa)(void);
int jw_web_window_sa(void) {
    int key = window.sa_key;
    while (key < window.low_key) {
        key += 12;
    }
    return key;
}

/********* Bridge and tuning of the link and of files *********/

/// The drawn bridge as a link has it, "x h, x h" in mm; "" for the instrument's own.
const char *JW_WEB_EXPORT(jw_web_window_bridge)(void);
const char *jw_web_window_bridge(void) {
    static char text[64 * JW_PROFILE_POINTS];
    JwProfile profile;
    jw_showing_drawn(&showing, &profile);
    return jw_profile_print(&profile, text, sizeof text) ? text : "";
}

static bool take_profile(const JwProfile *profile, const char *from) {
    const JwInstrument *in = jw_web_instrument();
    if (profile->n > 0 && !jw_profile_bridge(profile, in)) {
        return jw_error_set(jw_web_error_out(), "%s: %s has no movable bridge from %g to %g mm",
                            from, in->name, 1e3 * (double)profile->x_m[0],
                            1e3 * (double)profile->x_m[profile->n - 1]);
    }
    jw_showing_profile(&showing, profile);
    jw_window_bridge_bend(&window);
    send_profile();
    changed = JW_PART_ALL;
    return true;
}

/// Sets the bridge from a link. False: jw_web_error() says why.
bool JW_WEB_EXPORT(jw_web_window_set_bridge)(const char *text);
bool jw_web_window_set_bridge(const char *text) {
    JwProfile profile;
    if (!jw_profile_parse(text, &profile) || !jw_profile_ok(&profile)) {
        return jw_error_set(jw_web_error_out(), "bridge: not \"x h, x h\" in mm, x ascending");
    }
    return take_profile(&profile, "bridge");
}

/// Reads the file of a bridge profile. False: jw_web_error() says why.
bool JW_WEB_EXPORT(jw_web_window_profile_file)(const char *text, size_t size);
bool jw_web_window_profile_file(const char *text, size_t size) {
    JwProfile profile;
    return !jw_profile_file_parse(text, size, "profile", &profile, jw_web_error_out()) &&
           take_profile(&profile, "profile");
}

/// Text of the file of the drawn bridge, to be freed with jw_web_free(); NULL: none is drawn.
char *JW_WEB_EXPORT(jw_web_window_profile_text)(void);
char *jw_web_window_profile_text(void) {
    JwProfile profile;
    jw_showing_drawn(&showing, &profile);
    const JwObstacle *bridge = jw_profile_bridge(&profile, jw_web_instrument());
    return bridge ? jw_profile_file_text(&profile, bridge) : NULL;
}

/// Reads the file of a scale. False: jw_web_error() says why.
bool JW_WEB_EXPORT(jw_web_window_scale_file)(const char *text, size_t size, const char *name);
bool jw_web_window_scale_file(const char *text, size_t size, const char *name) {
    static JwScale scale;
    if (jw_scale_file_parse(text, size, "scale", &scale, jw_web_error_out())) {
        return false;
    }
    tuning.scale = scale;
    tuning.has_scale = true;
    jw_cluster_copy(window.scale, sizeof window.scale, name);
    send_tuning();
    changed = JW_PART_ALL;
    return true;
}

/// Fine tuning of a string [cent]; number of strings.
double JW_WEB_EXPORT(jw_web_window_cents)(int string);
double jw_web_window_cents(int string) {
    return string >= 0 && string < window.n_strings ? tuning.string_cents[string] : 0.0;
}

int JW_WEB_EXPORT(jw_web_window_strings)(void);
int jw_web_window_strings(void) {
    return window.n_strings;
}

/// Sets it, within JW_TUNING_RANGE semitones. False for no string or no number.
bool JW_WEB_EXPORT(jw_web_window_set_cents)(int string, double cents);
bool jw_web_window_set_cents(int string, double cents) {
    const double most = 100.0 * JW_TUNING_RANGE;
    if (string < 0 || string >= window.n_strings || !isfinite(cents)) {
        return false;
    }
    tuning.string_cents[string] = fmin(fmax(cents, -most), most);
    send_tuning();
    changed = JW_PART_ALL;
    return true;
}

/// Sends the user's bridge and tuning to a new engine.
void JW_WEB_EXPORT(jw_web_window_send_own)(void);
void jw_web_window_send_own(void) {
    send_bytes(JW_WEB_TUNING, &tuning, sizeof tuning);
    send_profile();
    send_watched();
}

/********* Presets *********/

static JwShownGathering *gathering;
static JwInstrument of_presets;

/// Reads the instrument of the presets that jw_web_gather() adds; false if it is none.
bool JW_WEB_EXPORT(jw_web_gather_instrument)(const char *text, size_t size);
bool jw_web_gather_instrument(const char *text, size_t size) {
    return !jw_instrument_file_parse(text, size, "instrument", &of_presets, jw_web_error_out());
}

/// Adds to the list that jw_web_window_presets() shows: the preset that jw_web_preset_read() has
/// read, or the instrument itself.
void JW_WEB_EXPORT(jw_web_gather)(const char *file, bool instrument);
void jw_web_gather(const char *file, bool instrument) {
    gathering = gathering ? gathering : jw_shown_gather_begin(&window);
    if (gathering) {
        jw_shown_gather(gathering, &of_presets, instrument ? NULL : jw_web_preset(), file);
    }
}

/// Shows the gathered presets in the window.
void JW_WEB_EXPORT(jw_web_window_presets)(void);
void jw_web_window_presets(void) {
    if (gathering) {
        jw_shown_gather_end(gathering, &showing.presets);
        gathering = NULL;
        jw_showing_names(&showing, jw_web_instrument(), shown_preset); // Now by its title
        changed = JW_PART_ALL;
    }
}
