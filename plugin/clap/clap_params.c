// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Parameters for hosts: description, values as text and back, pages of remote controls.

#include "clap.h"
#include "files/number.h"
#include "plugins.h"
#include "window/draw/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/********* Identity *********/

static const struct {
    const char *symbol, *name;
} others[] = {
    [JW_CLAP_INSTRUMENT - JW_N_PARAMS] = {JW_SELECTOR_SYMBOL, "Instrument"},
    [JW_CLAP_OFFLINE_QUALITY - JW_N_PARAMS] = {"offline_quality", "Quality in exports, at least"},
    [JW_CLAP_BYPASS - JW_N_PARAMS] = {"bypass", "Bypass"},
};

static const char *symbol_of(int param) {
    return param < JW_N_PARAMS ? jw_param_info((JwParamId)param)->symbol
                               : others[param - JW_N_PARAMS].symbol;
}

/// Hash FNV-1a of 32 bits of a parameter's symbol: rows of params.def move, symbols stay.
static clap_id hash_of(int param) {
    uint32_t hash = 2166136261u;
    for (const char *c = symbol_of(param); *c; ++c) {
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    }
    return hash;
}

void jw_clap_begin_params(JwClap *clap) {
    for (int i = 0; i < JW_CLAP_N_PARAMS; ++i) {
        const int port = i < JW_N_PARAMS ? jw_plugin_port(clap->index, (JwParamId)i) : -1;
        clap->id[i] = i >= JW_N_PARAMS || port >= 0 ? hash_of(i) : 0;
        if (i < JW_N_PARAMS) {
            clap->port[i] = port;
        }
    }
}

JW_REALTIME int jw_clap_param(const JwClap *clap, clap_id id) {
    for (int i = 0; i < JW_CLAP_N_PARAMS; ++i) {
        if (clap->id[i] == id && id != 0) {
            return i;
        }
    }
    return -1;
}

/// Parameter by its place in the list, -1: none.
static int param_at(const JwClap *clap, uint32_t place) {
    for (int i = 0; i < JW_CLAP_N_PARAMS; ++i) {
        if (clap->id[i] != 0 && place-- == 0) {
            return i;
        }
    }
    return -1;
}

/********* Description *********/

static uint32_t count(const clap_plugin *plugin) {
    uint32_t n = 0;
    for (int i = 0; i < JW_CLAP_N_PARAMS; ++i) {
        n += jw_clap(plugin)->id[i] != 0;
    }
    return n;
}

static void describe_own(int index, JwParamId id, clap_param_info *info) {
    const JwParamInfo *p = jw_param_info(id);
    const bool steps = p->scale == JW_SCALE_ENUM || p->scale == JW_SCALE_TOGGLE;
    info->flags = CLAP_PARAM_IS_AUTOMATABLE |
                  (steps ? CLAP_PARAM_IS_STEPPED : CLAP_PARAM_IS_MODULATABLE) |
                  (p->scale == JW_SCALE_ENUM ? CLAP_PARAM_IS_ENUM : 0);
    info->least = p->min;
    info->most = p->max;
    info->otherwise = jw_plugin_default(index, id);
    snprintf(info->name, sizeof(info->name), "%s", p->name);
    snprintf(info->module, sizeof(info->module), "%s", jw_words_group(p->group));
}

/// Largest number of an instrument that a plug-in offers.
static int last_instrument(int index) {
    int last = jw_selector_most();
    while (last > 0 && !jw_selector_find(index, last)) {
        --last;
    }
    return last;
}

static void describe_other(int index, int param, clap_param_info *info) {
    info->flags = CLAP_PARAM_IS_STEPPED;
    info->most = 1.0;
    if (param == JW_CLAP_BYPASS) {
        info->flags |= CLAP_PARAM_IS_AUTOMATABLE | CLAP_PARAM_IS_BYPASS;
    } else if (param == JW_CLAP_INSTRUMENT) {
        info->flags |= CLAP_PARAM_IS_ENUM;
        info->most = last_instrument(index);
        info->otherwise = jw_selector_number(jw_plugin(index)->instrument);
    } else {
        info->flags |= CLAP_PARAM_IS_ENUM;
        info->most = jw_param_info(JW_P_QUALITY)->max;
    }
    snprintf(info->name, sizeof(info->name), "%s", others[param - JW_N_PARAMS].name);
}

static void describe(const JwClap *clap, int param, clap_param_info *info) {
    *info = (clap_param_info){.id = clap->id[param]};
    if (param < JW_N_PARAMS) {
        describe_own(clap->index, (JwParamId)param, info);
    } else {
        describe_other(clap->index, param, info);
    }
}

static bool get_info(const clap_plugin *plugin, uint32_t place, clap_param_info *info) {
    const JwClap *clap = jw_clap(plugin);
    const int param = param_at(clap, place);
    if (param >= 0) {
        describe(clap, param, info);
    }
    return param >= 0;
}

static int instrument_of(JwClap *clap) {
    JwPluginModel *model = &clap->lv2->model;
    jw_fork_lock_take(&model->lock);
    const int number = jw_selector_number(model->choice->kept.of[JW_PROPERTY_INSTRUMENT]);
    jw_fork_lock_leave(&model->lock);
    return number;
}

static bool get_value(const clap_plugin *plugin, clap_id id, double *value) {
    JwClap *clap = jw_clap(plugin);
    const int param = jw_clap_param(clap, id);
    if (param < 0) {
        return false;
    }
    if (param == JW_CLAP_INSTRUMENT) {
        *value = instrument_of(clap);
    } else if (param >= JW_N_PARAMS) {
        *value = (double)atomic_load(&clap->other[param - JW_CLAP_OFFLINE_QUALITY]);
    } else {
        *value = jw_plugin_model_value(&clap->lv2->model, (JwParamId)param);
    }
    return true;
}

/********* Texts *********/

static const char *unit_of(const JwParamInfo *p) {
    return !strcmp(p->unit, "x") ? "\xC3\x97" : p->unit;
}

/// Label of a named value; NULL: none.
static const char *label_of(int index, int param, double value) {
    if (param == JW_CLAP_INSTRUMENT) {
        const JwShipped *shipped = jw_selector_find(index, (int)lround(value));
        return shipped ? shipped->label : "From a file";
    }
    if (param == JW_CLAP_BYPASS) {
        return value > 0.5 ? "On" : "Off";
    }
    const JwParamId id = param < JW_N_PARAMS ? (JwParamId)param : JW_P_QUALITY;
    int n;
    const JwParamPoint *points = jw_param_points(&n);
    if (param == JW_CLAP_OFFLINE_QUALITY && value < 0.5) {
        return "As set";
    }
    if (jw_param_info(id)->scale == JW_SCALE_TOGGLE) {
        return value > 0.5 ? "On" : "Off";
    }
    for (int i = 0; i < n; ++i) {
        if (points[i].id == id && points[i].value == rint(value)) {
            return jw_param_info(id)->scale == JW_SCALE_ENUM ? points[i].label : NULL;
        }
    }
    return NULL;
}

static bool to_text(const clap_plugin *plugin, clap_id id, double value, char *text,
                    uint32_t size) {
    const int index = jw_clap(plugin)->index, param = jw_clap_param(jw_clap(plugin), id);
    const bool is_number = value - value == 0.0;
    if (param < 0 || !is_number || size == 0) {
        return false;
    }
    const char *label = label_of(index, param, value);
    if (label) {
        snprintf(text, size, "%s", label);
        return true;
    }
    const JwParamInfo *p = jw_param_info(param < JW_N_PARAMS ? (JwParamId)param : JW_P_QUALITY);
    char number[32];
    jw_number_print(number, sizeof(number), value, 6);
    snprintf(text, size, "%s%s%s", number, p->unit[0] ? " " : "", unit_of(p));
    return true;
}

/// Finds the value that has a label, within the parameter's range.
static bool find_label(int index, int param, double least, double most, const char *text,
                       double *value) {
    for (double v = ceil(least); v <= most; v += 1.0) {
        const char *label = label_of(index, param, v);
        const bool is_offered =
            param != JW_CLAP_INSTRUMENT || v == 0.0 || jw_selector_find(index, (int)v);
        if (label && is_offered && !strcmp(label, text)) {
            *value = v;
            return true;
        }
    }
    return false;
}

/// Reads a number at the start of a text, followed by nothing, or by the unit.
static bool read_number(const char *text, const char *unit, double *value) {
    char number[64];
    const size_t n = strcspn(text, " ");
    const char *rest = text + n + strspn(text + n, " ");
    if (n == 0 || n >= sizeof(number) || (*rest && strcmp(rest, unit) != 0)) {
        return false;
    }
    memcpy(number, text, n);
    number[n] = '\0';
    return jw_number_parse(number, value);
}

static bool from_text(const clap_plugin *plugin, clap_id id, const char *text, double *value) {
    const JwClap *clap = jw_clap(plugin);
    const int index = clap->index, param = jw_clap_param(clap, id);
    clap_param_info info;
    if (param < 0) {
        return false;
    }
    describe(clap, param, &info);
    const bool steps = info.flags & CLAP_PARAM_IS_STEPPED;
    if (steps && find_label(index, param, info.least, info.most, text, value)) {
        return true;
    }
    const char *unit = param < JW_N_PARAMS ? unit_of(jw_param_info((JwParamId)param)) : "";
    double read;
    if (!read_number(text, unit, &read)) {
        return false;
    }
    *value = fmin(fmax(read, info.least), info.most);
    return true;
}

const clap_params jw_clap_params = {count, get_info, get_value, to_text, from_text, jw_clap_flush};

/********* Remote controls *********/

/// First page: the parameters that players move most.
static const JwParamId main_page[CLAP_REMOTE_CONTROLS_A_PAGE] = {
    JW_P_JAWARI,         JW_P_THREAD_POSITION, JW_P_RESTITUTION, JW_P_PLUCK_POSITION,
    JW_P_PLUCK_STRENGTH, JW_P_SYMPATHETIC,     JW_P_LOSS_HIGH,   JW_P_VOLUME,
};

static void fill_main(const JwClap *clap, clap_remote_page *page) {
    page->id = 0;
    snprintf(page->name, sizeof(page->name), "Jawari");
    for (int i = 0; i < CLAP_REMOTE_CONTROLS_A_PAGE; ++i) {
        const clap_id id = clap->id[main_page[i]];
        page->param[i] = id ? id : (clap_id)CLAP_NO_ID;
    }
}

/// Fills in the page with that number, from 1, of the parameters in their order, each group on
/// pages of its own; returns the number of such pages.
static uint32_t fill(const JwClap *clap, uint32_t number, clap_remote_page *page) {
    uint32_t n_pages = 0;
    for (int g = JW_GROUP_OUTPUT; g <= JW_GROUP_INPUT; ++g) {
        int on_page = CLAP_REMOTE_CONTROLS_A_PAGE, part = 0;
        for (int i = 0; i < JW_N_PARAMS; ++i) {
            if (!clap->id[i] || (int)jw_param_info((JwParamId)i)->group != g) {
                continue;
            }
            if (on_page == CLAP_REMOTE_CONTROLS_A_PAGE) {
                on_page = 0;
                ++n_pages;
                ++part;
            }
            if (page && n_pages == number) {
                page->id = number;
                page->param[on_page] = clap->id[i];
                snprintf(page->name, sizeof(page->name), "%s %d", jw_words_group((JwParamGroup)g),
                         part);
            }
            ++on_page;
        }
    }
    return n_pages;
}

static uint32_t count_pages(const clap_plugin *plugin) {
    return 1 + fill(jw_clap(plugin), 0, NULL);
}

static bool get_page(const clap_plugin *plugin, uint32_t index, clap_remote_page *page) {
    const JwClap *clap = jw_clap(plugin);
    if (index >= count_pages(plugin)) {
        return false;
    }
    *page = (clap_remote_page){.section = "Jawari"};
    for (int i = 0; i < CLAP_REMOTE_CONTROLS_A_PAGE; ++i) {
        page->param[i] = (clap_id)CLAP_NO_ID;
    }
    if (index == 0) {
        fill_main(clap, page);
    } else {
        fill(clap, index, page);
    }
    return true;
}

const clap_remote_controls jw_clap_remote_controls = {count_pages, get_page};
