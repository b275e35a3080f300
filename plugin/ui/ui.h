// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Window of the plug-in in a host: its data. It uses the plug-in's messages, and reads the
// instrument's file itself. Everything belongs to the host's thread for windows: [main].

#ifndef JW_UI_H
#define JW_UI_H

#include "choice.h"
#include "lv2/messages.h"
#include "ports.h"
#include "window/shown/showing.h"
#include "window/view/view.h"

#include <lv2/log/logger.h>
#include <lv2/ui/ui.h>

/// Features of the host; NULL: missing.
typedef struct {
    LV2UI_Write_Function write;
    LV2UI_Controller controller;
    const LV2UI_Touch *touch;
    const LV2UI_Resize *resize;
    const LV2UI_Request_Value *request;
    uintptr_t parent; ///< Parent window; 0: it is a top-level window
    double scale;     ///< Device pixels per logical pixel; 0: unknown
    LV2_URID event_transfer;
    LV2_Log_Logger logger;
} JwUiHost;

/// Message under construction, aligned like an atom.
typedef union {
    LV2_Atom atom;
    int64_t words[(JW_TEXT_SIZE + 2048) / 8];
} JwUiLetter;

/// Patch before presets were tried.
typedef struct {
    bool kept;
    char instrument[JW_TEXT_SIZE];
    char profile[JW_TEXT_SIZE];
    JwOverrides held;
    float port[JW_N_PARAMS];
} JwUiBefore;

/// Text of a property that the user changes in the window.
typedef struct {
    bool waits; ///< It must be sent
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
    char *bundle; ///< Folder of the bundle, without a trailing slash
    JwUiHost host;
    JwUris uris;
    LV2_Atom_Forge forge;
    JwView *view; ///< NULL: there is no window
    JwWindowModel window;
    JwShowing showing;
    JwChoice choice;               ///< The plug-in's choice, as read by the window
    JwTexts told;                  ///< Texts last received from the plug-in
    bool is_told[JW_N_PROPERTIES]; ///< Texts received but not read yet
    bool is_known;                 ///< An instrument was read
    JwUiText text[JW_N_PROPERTIES];
    float port[JW_N_PARAMS];     ///< Positions of the controls
    double moved_s[JW_N_PARAMS]; ///< Times at which the user moved them in the window
    JwUiStep step[JW_N_PARAMS];  ///< Their next positions
    bool has_values;             ///< The plug-in has sent its values
    JwValues values;
    JwPictureMessage picture; ///< The latest picture
    JwSoundMessage sound;
    double peak[2];            ///< Levels of the peak meters
    uint64_t limited;          ///< Number of limited samples when the mark was cleared
    unsigned parts;            ///< Parts changed by messages
    JwWatch watch;             ///< Current watch
    double watched_s, asked_s; ///< Times of the last requests for pictures and for properties
    double levels_s;
    double now_s;
    int wanted_width, wanted_height;  ///< Size to be requested from the host; 0: none
    bool wants_file[JW_N_PROPERTIES]; ///< The host is to be asked for a file
    JwUiBefore before;
} JwUi;

/// Writes to the host's log. [main]
void jw_ui_log(JwUi *ui, const char *text);

/********* ui_model.c *********/

/// Begins with an empty window of the plug-in. [main]
void jw_ui_begin(JwUi *ui);

/// Handles a value of a control port. [main]
void jw_ui_take_port(JwUi *ui, uint32_t port, float value);

/// Handles a message of the plug-in. [main]
void jw_ui_take_atom(JwUi *ui, const LV2_Atom *atom);

/// Shows what the host says about a parameter. [main]
void jw_ui_indicate(JwUi *ui, JwParamId id, const JwWindowIndication *indication);

/// Updates the window; returns the parts (bits of JwPart) that changed. [main]
unsigned jw_ui_look(JwUi *ui);

/// Displays another string. [main]
void jw_ui_choose(JwUi *ui, int string);

/********* ui_act.c *********/

/// Executes an action; user is the JwUi. [main]
void jw_ui_act(void *user, const JwWindowAction *action);

/********* ui_send.c *********/

/// Moves a control. [main]
void jw_ui_set_port(JwUi *ui, JwParamId id, float value);

/// Moves the selector of an instrument to "as the file says", after another choice. [main]
void jw_ui_leave_selector(JwUi *ui);

/// Sends what is due while there is a window: requests for pictures and properties, texts, second
/// steps of controls. [main]
void jw_ui_send_due(JwUi *ui);

/// Send messages to the plug-in. [main]
void jw_ui_send_midi(JwUi *ui, const uint8_t *bytes, uint32_t n);
void jw_ui_send_pluck(JwUi *ui, const JwStringPluck *pluck);
void jw_ui_send_hand(JwUi *ui, const JwStringHand *hand);
void jw_ui_send_text(JwUi *ui, JwProperty property, const char *text);
void jw_ui_send_return(JwUi *ui, const JwReturn *back);

/// Records that the user changed a property, which is then sent soon. [main]
void jw_ui_change_text(JwUi *ui, JwProperty property);

/// Displays the profile received from the plug-in. [main]
void jw_ui_show_profile(JwUi *ui);

/// Sends pending texts. [main]
void jw_ui_send_texts(JwUi *ui);

#endif // JW_UI_H
