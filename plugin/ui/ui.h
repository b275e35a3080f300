// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Window of the plug-in, as a host opens it: its data. It knows what the plug-in sends, and reads
// the instrument's file itself. Everything is of the host's thread for windows: [main].

#ifndef JW_UI_H
#define JW_UI_H

#include "choice.h"
#include "lv2/messages.h"
#include "ports.h"
#include "window/shown/showing.h"
#include "window/x11/view.h"

#include <lv2/log/logger.h>
#include <lv2/ui/ui.h>

/// What the host offers; NULL: it does not.
typedef struct {
    LV2UI_Write_Function write;
    LV2UI_Controller controller;
    const LV2UI_Touch *touch;
    const LV2UI_Resize *resize;
    const LV2UI_Request_Value *request;
    unsigned long parent; ///< Window that it is a child of; 0: it has one of its own
    double scale;         ///< Device pixels a logical one; 0: not told
    LV2_URID event_transfer;
    LV2_Log_Logger logger;
} JwUiHost;

/// Message under construction, aligned as an atom is.
typedef union {
    LV2_Atom atom;
    int64_t words[(JW_TEXT_SIZE + 2048) / 8];
} JwUiLetter;

/// What was played before presets were tried.
typedef struct {
    bool kept;
    char instrument[JW_TEXT_SIZE];
    char profile[JW_TEXT_SIZE];
    JwOverrides held;
    float port[JW_N_PARAMS];
} JwUiBefore;

/// Text of a property that a hand changes in the window.
typedef struct {
    bool waits; ///< It is to be sent
    double changed_s, sent_s;
} JwUiText;

/// Control that is moved in two steps.
typedef struct {
    bool waits;
    float value;
    double due_s;
} JwUiStep;

typedef struct {
    int index;    ///< Index of jw_plugin()
    char *bundle; ///< Folder of the bundle, without a slash at the end
    JwUiHost host;
    JwUris uris;
    LV2_Atom_Forge forge;
    JwView *view; ///< NULL: there is no window now
    JwWindowModel window;
    JwShowing showing;
    JwChoice choice;               ///< What the plug-in plays, as it was read here
    JwTexts told;                  ///< Texts that the plug-in told last
    bool is_told[JW_N_PROPERTIES]; ///< It told them, and they were not read yet
    bool is_known;                 ///< An instrument was read
    JwUiText text[JW_N_PROPERTIES];
    float port[JW_N_PARAMS];     ///< Places of the controls
    double moved_s[JW_N_PARAMS]; ///< Times at which hands moved them here
    JwUiStep step[JW_N_PARAMS];  ///< Places where they go next
    bool has_values;             ///< The plug-in told its values
    JwValues values;
    JwPictureMessage picture; ///< The newest
    JwSoundMessage sound;
    double peak[2];            ///< Levels that fall
    uint64_t limited;          ///< Samples that were held back when the mark was taken away
    unsigned parts;            ///< Parts that messages have changed
    JwWatch watch;             ///< What is watched
    double watched_s, asked_s; ///< Times at which pictures, and properties, were asked for last
    double levels_s;
    double now_s;
    int wanted_width, wanted_height;  ///< Size that the host is to be asked for; 0: none
    bool wants_file[JW_N_PROPERTIES]; ///< The host is to ask for a file
    JwUiBefore before;
} JwUi;

/// Writes to the host's log. [main]
void jw_ui_log(JwUi *ui, const char *text);

/********* ui_model.c *********/

/// Begins with an empty window of the plug-in. [main]
void jw_ui_begin(JwUi *ui);

/// Takes a value of a control port. [main]
void jw_ui_take_port(JwUi *ui, uint32_t port, float value);

/// Takes a message of the plug-in. [main]
void jw_ui_take_atom(JwUi *ui, const LV2_Atom *atom);

/// Brings the window up to date; returns the parts (bits of JwPart) that changed. [main]
unsigned jw_ui_look(JwUi *ui);

/// Shows another string. [main]
void jw_ui_choose(JwUi *ui, int string);

/********* ui_act.c *********/

/// Carries an action out; user is the JwUi. [main]
void jw_ui_act(void *user, const JwWindowAction *action);

/********* ui_send.c *********/

/// Moves a control. [main]
void jw_ui_set_port(JwUi *ui, JwParamId id, float value);

/// Sends what is due, while there is a window: wishes for pictures and properties, texts, second
/// steps of controls. [main]
void jw_ui_send_due(JwUi *ui);

/// Send messages to the plug-in. [main]
void jw_ui_send_midi(JwUi *ui, const uint8_t *bytes, uint32_t n);
void jw_ui_send_pluck(JwUi *ui, const JwStringPluck *pluck);
void jw_ui_send_hand(JwUi *ui, const JwStringHand *hand);
void jw_ui_send_text(JwUi *ui, JwProperty property, const char *text);
void jw_ui_send_return(JwUi *ui, const JwReturn *back);

/// Notes that a hand changed a property; it is sent soon. [main]
void jw_ui_change_text(JwUi *ui, JwProperty property);

/// Shows the profile that the plug-in told. [main]
void jw_ui_show_profile(JwUi *ui);

/// Sends texts that wait. [main]
void jw_ui_send_texts(JwUi *ui);

#endif // JW_UI_H
