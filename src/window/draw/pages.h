// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pages and views of the window: functions that place and draw their elements.

#ifndef JW_WINDOW_PAGES_H
#define JW_WINDOW_PAGES_H

#include "window/draw/layout.h"
#include "window/draw/painter.h"

void jw_play_page_place(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas);
void jw_play_page_place_tiny(JwLayout *layout, const JwWindowModel *model);

/// String: its shape, plucking position, frets and sound. [any]
void jw_hero_place(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas, JwRect at);
void jw_hero_draw(JwPainter *p, const JwElement *element);

/// Bridge under the lens, with string, forces, handles and pen. [any]
void jw_lens_place(JwLayout *layout, const JwWindowModel *model, JwRect at);
void jw_lens_draw(JwPainter *p, const JwElement *element);

/// Slider of the effective curvature. [any]
void jw_jawari_draw(JwPainter *p, const JwElement *element);
JwRect jw_jawari_track(JwRect at);

/// Spectrogram, or energies over time. [any]
void jw_spectrum_draw(JwPainter *p, const JwElement *element);

/// List of strings. [any]
double jw_list_needs(const JwWindowModel *model, double height); ///< Height of all its rows
void jw_list_place(JwLayout *layout, const JwWindowModel *model, JwRect at);
void jw_list_draw(JwPainter *p, const JwElement *element);

/// Keys, pads or fretboard. [any]
void jw_keys_place(JwLayout *layout, const JwWindowModel *model, JwRect at);
/// Line above the keys, for marks of notes that the raga has only on the way up or down. [any]
void jw_keys_place_marks(JwLayout *layout, const JwWindowModel *model, JwRect at);
void jw_keys_draw(JwPainter *p, const JwElement *element);

/// Width of the control for the layout of the computer's letters. [any]
double jw_letters_width(const JwWindowModel *model, JwCanvas *canvas);

/// Fret, 0..n_frets-1, at an x on the fretboard. [any]
int jw_neck_fret(const JwWindowModel *m, JwRect at, double x);

void jw_tune_page_place(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas);
void jw_tune_page_draw(JwPainter *p, const JwElement *element);

void jw_params_page_place(JwLayout *layout, const JwWindowModel *model);
void jw_params_page_draw(JwPainter *p, const JwElement *element);

/// Track of the slider in a parameter's row. [any]
JwRect jw_param_track(JwRect row);

void jw_drone_page_place(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas);
void jw_drone_page_draw(JwPainter *p, const JwElement *element);

/// Track of a wide slider, also on the Tune page. [any]
JwRect jw_wide_track(JwRect at);

void jw_presets_page_place(JwLayout *layout, const JwWindowModel *model);
void jw_presets_page_draw(JwPainter *p, const JwElement *element);

/// Field of a search: the typed text, or a hint. [any]
void jw_search_draw(JwPainter *p, const JwElement *element, const char *typed, bool typing,
                    const char *none);

/// True if a preset is listed: it is in the chosen family and matches the search. [any]
bool jw_preset_shown(const JwWindowModel *model, int preset);

#endif // JW_WINDOW_PAGES_H
