// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Writes the plug-ins' descriptions: the parts that depend on params.def and on the presets. The
// other parts are in the templates of ttl/, where @WORD@ is replaced.
//
//     gen_ttl plugin instrument|drone|resonator TEMPLATE [WINDOW] > instrument.ttl
//     gen_ttl shared TEMPLATE > shared.ttl
//     gen_ttl manifest TEMPLATE BINARY WINDOW PRESET.ttl... > manifest.ttl
//     gen_ttl preset instrument|drone|resonator PRESET.ttl > PRESET.ttl
//     gen_ttl table > a table of the ports in Markdown
//
// WINDOW is the binary of the plug-ins' windows; "-": there is none.

#include "base/params.h"
#include "files/data_dir.h"
#include "files/instrument_file.h"
#include "files/preset_file.h"
#include "files/text_file.h"
#include "overrides.h"
#include "playing/tables.h"
#include "plugins.h"
#include "ports.h"
#include "ports_table.h"
#include "selector.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096, MESSAGE_SIZE = 512 };

/// Groups by their names in params.def.
static const char *const groups[] = {
#define JW_PARAM(ID, symbol, name, unit, min, def, max, scale, cc, group, acts, comment) #group,
#define JW_PARAM_POINT(ID, value, label)
#include "base/params.def"
#undef JW_PARAM
#undef JW_PARAM_POINT
};

/// Names of the plug-ins, as in arguments, files and presets.
static const char *const plugin_names[JW_N_PLUGINS] = {"instrument", "drone", "resonator"};

/// Word before the names of a plug-in's own presets; "" for the instrument's.
static const char *prefix_of(int plugin) {
    return plugin == JW_PLUGIN_INSTRUMENT ? "" : plugin_names[plugin];
}

static bool complain(const char *what, const char *why) {
    fprintf(stderr, "gen_ttl: %s: %s\n", what, why);
    return false;
}

static void print_lower(const char *word) {
    for (; *word; ++word) {
        putchar(tolower((unsigned char)*word));
    }
}

/// Prints a Turtle string.
static void print_quoted(const char *text) {
    putchar('"');
    for (; *text; ++text) {
        if (*text == '"' || *text == '\\') {
            putchar('\\');
        }
        putchar(*text);
    }
    putchar('"');
}

/********* Groups *********/

/// True for the first parameter of its group.
static bool begins_group(int id) {
    for (int i = 0; i < id; ++i) {
        if (!strcmp(groups[i], groups[id])) {
            return false;
        }
    }
    return true;
}

static void print_groups(void) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (begins_group(i)) {
            printf("jw:group-");
            print_lower(groups[i]);
            printf("\n  a pg:InputGroup ;\n  lv2:name \"%c", groups[i][0]);
            print_lower(groups[i] + 1);
            printf("\" ;\n  lv2:symbol \"");
            print_lower(groups[i]);
            printf("\" .\n\n");
        }
    }
}

/********* Ports *********/

static const char *unit_of(const JwParamInfo *info) {
    static const struct {
        const char *unit;
        const char *node;
    } units[] = {
        {"x", "units:coef"},     {"mm", "units:mm"},
        {"ms", "units:ms"},      {"s", "units:s"},
        {"dB", "units:db"},      {"cent", "units:cent"},
        {"Hz", "units:hz"},      {"semitone", "units:semitone12TET"},
        {"%", "units:pc"},       {"bpm", "units:bpm"},
        {"deg", "units:degree"},
    };
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); ++i) {
        if (!strcmp(info->unit, units[i].unit)) {
            return units[i].node;
        }
    }
    return NULL;
}

static void print_unit(const JwParamInfo *info) {
    const char *node = unit_of(info);
    if (node) {
        printf("    units:unit %s ;\n", node);
    } else if (info->unit[0]) {
        printf("    units:unit [ a units:Unit ; rdfs:label \"%s\" ; units:symbol \"%s\" ; "
               "units:render \"%%f %s\" ] ;\n",
               info->unit, info->unit, info->unit);
    }
}

/// True if a change of the parameter needs new tables: a host should not automate it quickly.
static bool is_expensive(JwParamId id) {
    double here[JW_N_PARAMS], there[JW_N_PARAMS];
    jw_params_default(here);
    jw_params_default(there);
    there[id] =
        here[id] == jw_param_info(id)->max ? jw_param_info(id)->min : jw_param_info(id)->max;
    return jw_tables_differ(here, there);
}

static void print_properties(JwParamId id) {
    const char *const of_scale[] = {
        [JW_SCALE_LINEAR] = NULL,
        [JW_SCALE_LOG] = "pprops:logarithmic",
        [JW_SCALE_TOGGLE] = "lv2:toggled",
        [JW_SCALE_ENUM] = "lv2:integer , lv2:enumeration",
    };
    const char *scale = of_scale[jw_param_info(id)->scale];
    const bool expensive = is_expensive(id);
    if (scale || expensive) {
        printf("    lv2:portProperty %s%s%s ;\n", scale ? scale : "",
               scale && expensive ? " , " : "", expensive ? "pprops:expensive" : "");
    }
}

static void print_points(JwParamId id) {
    int n;
    const JwParamPoint *points = jw_param_points(&n);
    bool first = true;
    for (int i = 0; i < n; ++i) {
        if (points[i].id == id) {
            printf("%s[ rdfs:label ", first ? "    lv2:scalePoint " : " ,\n      ");
            print_quoted(points[i].label);
            printf(" ; rdf:value %g ]", points[i].value);
            first = false;
        }
    }
    printf("%s", first ? "" : " ;\n");
}

static void print_comment(const JwParamInfo *info) {
    char comment[512];
    if (info->cc >= 0) {
        snprintf(comment, sizeof(comment), "%s MIDI controller %d moves it.", info->comment,
                 info->cc);
    } else {
        snprintf(comment, sizeof(comment), "%s", info->comment);
    }
    printf("    rdfs:comment ");
    print_quoted(comment);
    printf(" ;\n");
}

static void print_port(int plugin, JwParamId id) {
    const JwParamInfo *info = jw_param_info(id);
    printf(" , [\n    a lv2:InputPort , lv2:ControlPort ;\n    lv2:index %d ;\n"
           "    lv2:symbol \"%s\" ;\n    lv2:name ",
           jw_plugin_port(plugin, id), info->symbol);
    print_quoted(info->name);
    printf(" ;\n");
    print_comment(info);
    print_properties(id);
    printf("    lv2:minimum %.9g ;\n    lv2:default %.9g ;\n    lv2:maximum %.9g ;\n", info->min,
           jw_plugin_default(plugin, id), info->max);
    print_points(id);
    print_unit(info);
    printf("    pg:group jw:group-");
    print_lower(groups[id]);
    printf("\n  ]");
}

static void print_selector_points(int plugin) {
    int n;
    const JwShipped *shipped = jw_selector_list(&n);
    printf("    lv2:scalePoint [ rdfs:label \"As the file says\" ; rdf:value %d ]",
           JW_SELECTOR_FILE);
    for (int i = 0; i < n; ++i) {
        if (jw_selector_find(plugin, shipped[i].number)) {
            printf(" ,\n      [ rdfs:label ");
            print_quoted(shipped[i].label);
            printf(" ; rdf:value %d ]", shipped[i].number);
        }
    }
    printf(" ;\n");
}

static const char selector_comment[] = "Loads an instrument of the bundle when it is moved. A file "
                                       "that is chosen later takes its place.";

static void print_selector(int plugin) {
    printf(" , [\n    a lv2:InputPort , lv2:ControlPort ;\n    lv2:index %d ;\n"
           "    lv2:symbol \"" JW_SELECTOR_SYMBOL "\" ;\n    lv2:name \"Instrument\" ;\n"
           "    rdfs:comment \"%s\" ;\n"
           "    lv2:portProperty lv2:integer , lv2:enumeration , pprops:expensive ,\n"
           "      pprops:notAutomatic ;\n"
           "    lv2:minimum 0 ;\n    lv2:default %d ;\n    lv2:maximum %d ;\n",
           JW_PORT_INSTRUMENT, selector_comment, jw_selector_number(jw_plugin(plugin)->instrument),
           jw_selector_most());
    print_selector_points(plugin);
    printf("    pg:group jw:group-instrument\n  ]");
}

static void print_ports(int plugin) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const int port = jw_plugin_port(plugin, (JwParamId)i);
        if (port >= 0) {
            print_port(plugin, (JwParamId)i);
        }
        if (port == JW_PORT_INSTRUMENT - 1) {
            print_selector(plugin);
        }
    }
}

/********* Presets *********/

/// Name of a file without folder and extension.
static const char *stem(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/');
    snprintf(name, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(name, '.');
    if (dot) {
        *dot = '\0';
    }
    return name;
}

typedef struct {
    JwPreset preset;
    JwInstrument instrument;
} Loaded;

/// Loads a preset, and its instrument from the folder where the preset is.
static bool load(const char *path, Loaded *loaded) {
    char instrument[PATH_SIZE];
    JwError error = {0};
    if (jw_preset_file_load(path, &loaded->preset, &error)) {
        return complain(path, error.text);
    }
    const char *slash = strrchr(path, '/');
    // Presets of the effect are in a subfolder of the instruments' folder.
    const int n =
        snprintf(instrument, sizeof(instrument), "%.*s%s%s", slash ? (int)(slash - path) + 1 : 0,
                 path, loaded->preset.is_effect ? "../" : "", loaded->preset.instrument);
    if (n < 0 || n >= (int)sizeof(instrument)) {
        return complain(path, "the path is too long");
    }
    if (jw_selector_number(loaded->preset.instrument) == JW_SELECTOR_FILE) {
        return complain(path, "its instrument is not in plugin/instruments.def");
    }
    if (jw_instrument_file_load(instrument, &loaded->instrument, &error)) {
        return complain(path, error.text);
    }
    return true;
}

/// True if the preset belongs to the plug-in.
static bool is_for(int plugin, const Loaded *loaded) {
    if (loaded->preset.is_effect || jw_plugin_has_input(plugin)) {
        return loaded->preset.is_effect && jw_plugin_has_input(plugin);
    }
    return plugin == JW_PLUGIN_INSTRUMENT || loaded->instrument.drone.n > 0;
}

static void print_preset_uri(int plugin, const char *path) {
    char name[256];
    printf("<urn:jawari:preset:%s%s%s>", prefix_of(plugin), *prefix_of(plugin) ? ":" : "",
           stem(path, name, sizeof(name)));
}

/// Prints the URI of the bank of an instrument's presets.
static void print_bank(const JwShipped *shipped) {
    printf("<urn:jawari:bank:%s>", shipped->name);
}

static const JwShipped *shipped_of(const Loaded *loaded) {
    return jw_selector_find(JW_PLUGIN_INSTRUMENT, jw_selector_number(loaded->preset.instrument));
}

static void print_banks(void) {
    int n;
    const JwShipped *shipped = jw_selector_list(&n);
    for (int i = 0; i < n; ++i) {
        print_bank(&shipped[i]);
        printf("\n  a pset:Bank ;\n  rdfs:label ");
        print_quoted(shipped[i].label);
        printf(" .\n\n");
    }
}

static void print_manifest_preset(const char *path, const Loaded *loaded) {
    char name[256];
    for (int plugin = 0; plugin < JW_N_PLUGINS; ++plugin) {
        if (is_for(plugin, loaded)) {
            print_preset_uri(plugin, path);
            printf("\n  a pset:Preset ;\n  lv2:appliesTo <%s> ;\n  rdfs:label ",
                   jw_plugin(plugin)->uri);
            print_quoted(loaded->preset.label);
            printf(" ;\n  pset:bank ");
            print_bank(shipped_of(loaded));
            printf(" ;\n  rdfs:seeAlso <presets/%s%s%s.ttl> .\n\n", prefix_of(plugin),
                   *prefix_of(plugin) ? "-" : "", stem(path, name, sizeof(name)));
        }
    }
}

/// True if the preset contains the parameter; sets *value.
static bool names(const JwPreset *preset, JwParamId id, double *value) {
    for (int i = 0; i < preset->n_values; ++i) {
        if (preset->value[i].id == id) {
            *value = preset->value[i].value;
            return true;
        }
    }
    return false;
}

/// True if a parameter keeps its value unless the preset contains it. All others are set, so that
/// neither raga nor drone of the previous preset remains. doc/instrument-format.md describes this
/// too.
static bool is_left_alone(int plugin, const JwPreset *preset, JwParamId id) {
    double plays = 0.0;
    // The source of the tempo only matters if the drone plays.
    return jw_plugin_leaves_alone(plugin, id) ||
           (id == JW_P_DRONE_SYNC && !(names(preset, JW_P_DRONE, &plays) && plays > 0.5));
}

/// Value that a preset gives a control. In a host every control applies, so that a preset must set
/// all that determine its sound, including the instrument's own values. It never sets Sa, which
/// belongs to the piece: there the port alone says it.
static bool value_of(int plugin, const Loaded *loaded, JwParamId id, double *value) {
    *value = loaded->instrument.param[id];
    const bool given = names(&loaded->preset, id, value);
    return jw_plugin_port(plugin, id) >= 0 && id != JW_P_SA &&
           (given || !is_left_alone(plugin, &loaded->preset, id));
}

/// Prints a number with a decimal point: some hosts ignore values that are not floating-point.
static void print_decimal(double value) {
    char text[32];
    snprintf(text, sizeof(text), "%.9g", value);
    printf("%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

/// Prints the values of held controls under a preset.
static void print_held(int plugin, const Loaded *loaded) {
    char text[JW_OVERRIDES_TEXT];
    JwOverrides held;
    jw_overrides_default(&held, plugin);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        double value;
        if (value_of(plugin, loaded, (JwParamId)i, &value)) {
            held.at[i] = (float)value;
        }
    }
    held.at[JW_CONTROL_INSTRUMENT] = (float)shipped_of(loaded)->number;
    jw_overrides_print(&held, text);
    print_quoted(text);
}

static void print_preset(int plugin, const char *path, const Loaded *loaded) {
    print_preset_uri(plugin, path);
    printf("\n  a pset:Preset ;\n  lv2:appliesTo <%s> ;\n  rdfs:label ", jw_plugin(plugin)->uri);
    print_quoted(loaded->preset.label);
    printf(" ;\n  rdfs:comment ");
    print_quoted(loaded->preset.description);
    printf(" ;\n  state:state [ jw:instrumentFile ");
    print_quoted(loaded->preset.instrument);
    printf(" ;\n    <" JW_HELD_URI "> ");
    print_held(plugin, loaded);
    printf(" ] ;\n  pset:bank ");
    print_bank(shipped_of(loaded));
    printf(" ;\n  lv2:port\n    [ lv2:symbol \"" JW_SELECTOR_SYMBOL "\" ; pset:value %d.0 ]",
           shipped_of(loaded)->number);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        double value;
        if (value_of(plugin, loaded, (JwParamId)i, &value)) {
            printf(" ,\n    [ lv2:symbol \"%s\" ; pset:value ",
                   jw_param_info((JwParamId)i)->symbol);
            print_decimal(value);
            printf(" ]");
        }
    }
    printf(" .\n");
}

static bool print_preset_file(int plugin, const char *path) {
    Loaded *loaded = calloc(1, sizeof(Loaded));
    const bool ok = loaded && load(path, loaded) &&
                    (is_for(plugin, loaded) || complain(path, "is not for that plug-in"));
    printf("# Copyright 2026 The Jawari authors\n# SPDX-License-Identifier: ISC\n\n"
           "@prefix jw: <urn:jawari:> .\n"
           "@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n"
           "@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n"
           "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
           "@prefix state: <http://lv2plug.in/ns/ext/state#> .\n");
    if (ok) {
        printf("\n");
        print_preset(plugin, path, loaded);
    }
    free(loaded);
    return ok;
}

/********* Templates *********/

typedef struct {
    int plugin;
    const char *binary;
    const char *window; ///< NULL: none
    char **presets;
    int n_presets;
} Job;

/// Prints the presets of the manifest, sorted by instrument.
static bool print_presets(const Job *job) {
    int n;
    const JwShipped *shipped = jw_selector_list(&n);
    Loaded *loaded = calloc((size_t)job->n_presets + 1, sizeof(Loaded));
    bool ok = loaded != NULL;
    for (int i = 0; i < job->n_presets && ok; ++i) {
        ok = load(job->presets[i], &loaded[i]);
    }
    for (int k = 0; k < n && ok; ++k) {
        for (int i = 0; i < job->n_presets; ++i) {
            if (shipped_of(&loaded[i]) == &shipped[k]) {
                print_manifest_preset(job->presets[i], &loaded[i]);
            }
        }
    }
    free(loaded);
    return ok;
}

/// Class of the windows.
static const char *window_class(const Job *job) {
    return strstr(job->window, ".dll") ? "WindowsUI" : "X11UI";
}

/// Prints the windows of the manifest.
static void print_windows(const Job *job) {
    for (int i = 0; i < JW_N_PLUGINS && job->window; ++i) {
        printf("<%s>\n  a ui:%s ;\n  lv2:binary <%s> ;\n  ui:binary <%s> ;\n"
               "  rdfs:seeAlso <%s.ttl> .\n\n",
               jw_plugin(i)->ui, window_class(job), job->window, job->window,
               strrchr(jw_plugin(i)->uri, ':') + 1);
    }
}

/// Prints a plug-in's window: the features that it requires and supports, and the ports that it is
/// notified of.
static void print_window(const Job *job) {
    const JwPlugin *plugin = jw_plugin(job->plugin);
    if (job->window) {
        printf("\n<%s>\n  a ui:%s ;\n"
               "  lv2:requiredFeature ui:idleInterface , urid:map ;\n"
               "  lv2:optionalFeature log:log , opts:options , ui:parent , ui:requestValue ,\n"
               "    ui:resize , ui:touch ;\n"
               "  lv2:extensionData ui:idleInterface , ui:resize , ui:showInterface ;\n"
               "  opts:supportedOption ui:backgroundColor , ui:foregroundColor , ui:scaleFactor ;\n"
               "  ui:portNotification [\n    ui:plugin <%s> ;\n    lv2:symbol \"notify\" ;\n"
               "    ui:notifyType atom:Object ;\n    ui:protocol atom:eventTransfer\n  ] .\n",
               plugin->ui, window_class(job), plugin->uri);
    }
}

/// Prints the index of a port of the host's controls; returns false if the word names no such port.
static bool print_host_port(const char *word, int plugin) {
    static const char *const words[JW_N_HOST_PORTS] = {
        [JW_HOST_FREEWHEEL] = "FREEWHEEL",     [JW_HOST_ENABLED] = "ENABLED",
        [JW_HOST_LATENCY] = "LATENCY",         [JW_HOST_BPM] = "TEMPO",
        [JW_HOST_OFFLINE_QUALITY] = "OFFLINE",
    };
    for (int i = 0; i < JW_N_HOST_PORTS; ++i) {
        if (words[i] && !strcmp(word, words[i])) {
            printf("%d", jw_plugin_host_port(plugin, (JwHostPort)i));
            return true;
        }
    }
    return false;
}

/// Prints the additional ports of an effect.
static void print_inputs(int plugin) {
    static const char audio[] = "lv2:InputPort , lv2:AudioPort";
    static const char meter[] = "lv2:OutputPort , lv2:ControlPort";
    static const struct {
        const char *kind, *symbol, *name, *comment, *more;
    } ports[] = {
        {audio, "in_left", "Left in", "Left channel of the sound that pushes the bridge.",
         "lv2:designation pg:left ; pg:group jw:group-in"},
        {audio, "in_right", "Right in", "Right channel of the sound that pushes the bridge.",
         "lv2:designation pg:right ; pg:group jw:group-in"},
        {meter, "in_peak", "Input level", "Largest sample of the sound that comes in.",
         "lv2:minimum -90 ; lv2:maximum 24 ; units:unit units:db ; pg:group jw:group-input"},
        {meter, "limited", "Held back", "Part of the samples that the limiter holds back.",
         "lv2:minimum 0 ; lv2:maximum 100 ; units:unit units:pc ; pg:group jw:group-input"},
    };
    for (int i = 0; i < JW_N_HOST_PORTS - JW_HOST_IN_LEFT && jw_plugin_has_input(plugin); ++i) {
        printf(" , [\n    a %s ;\n    lv2:index %d ;\n    lv2:symbol \"%s\" ;\n"
               "    lv2:name \"%s\" ;\n    rdfs:comment \"%s\" ;\n    %s\n  ]",
               ports[i].kind, jw_plugin_host_port(plugin, (JwHostPort)(JW_HOST_IN_LEFT + i)),
               ports[i].symbol, ports[i].name, ports[i].comment, ports[i].more);
    }
}

static bool print_word(const char *word, const Job *job) {
    const JwPlugin *plugin = jw_plugin(job->plugin);
    const struct {
        const char *word;
        const char *text;
    } texts[] = {
        {"URI", plugin->uri},         {"NAME", plugin->name},  {"SHORT", plugin->shortdesc},
        {"COMMENT", plugin->comment}, {"BINARY", job->binary},
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); ++i) {
        if (!strcmp(word, texts[i].word) && texts[i].text) {
            printf("%s", texts[i].text);
            return true;
        }
    }
    if (!strcmp(word, "MINOR") || !strcmp(word, "MICRO")) {
        printf("%d", strcmp(word, "MINOR") ? JW_LV2_MICRO : JW_LV2_MINOR);
    } else if (print_host_port(word, job->plugin)) {
        return true;
    } else if (!strcmp(word, "CLASS")) {
        printf("%s",
               jw_plugin_has_input(job->plugin) ? "lv2:SimulatorPlugin" : "lv2:InstrumentPlugin");
    } else if (!strcmp(word, "MAININPUT")) {
        printf("%s", jw_plugin_has_input(job->plugin) ? "\n  pg:mainInput jw:group-in ;" : "");
    } else if (!strcmp(word, "INPUTS")) {
        print_inputs(job->plugin);
    } else if (!strcmp(word, "BANKS")) {
        print_banks();
    } else if (!strcmp(word, "GROUPS")) {
        print_groups();
    } else if (!strcmp(word, "PORTS")) {
        print_ports(job->plugin);
    } else if (!strcmp(word, "PRESETS")) {
        return print_presets(job);
    } else if (!strcmp(word, "HASWINDOW")) {
        if (job->window) {
            printf(" ;\n  ui:ui <%s>", plugin->ui);
        }
    } else if (!strcmp(word, "WINDOW")) {
        print_window(job);
    } else if (!strcmp(word, "WINDOWS")) {
        print_windows(job);
    } else {
        return complain(word, "the template asks for what there is not");
    }
    return true;
}

/// Length of a word between @ signs, 0 if there is none: Turtle itself uses @ signs too.
static size_t word_at(const char *text, char *word, size_t size) {
    const size_t n = strspn(text + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (text[0] != '@' || n == 0 || n >= size || text[n + 1] != '@') {
        return 0;
    }
    memcpy(word, text + 1, n);
    word[n] = '\0';
    return n + 2;
}

static bool print_template(const char *path, const Job *job) {
    char word[32];
    JwError error = {0};
    char *text;
    size_t size;
    if (!jw_text_read(path, &text, &size, &error)) {
        return complain(path, error.text);
    }
    bool ok = true;
    for (const char *at = text; *at && ok;) {
        const size_t n = word_at(at, word, sizeof(word));
        if (n > 0) {
            ok = print_word(word, job);
            at += n;
        } else {
            putchar(*at++);
        }
    }
    free(text);
    return ok;
}

/********* Main *********/

static int plugin_named(const char *name) {
    int plugin = JW_N_PLUGINS - 1;
    while (plugin > 0 && strcmp(name, plugin_names[plugin]) != 0) {
        --plugin;
    }
    return plugin;
}

/// Binary of windows that an argument names.
static const char *window_of(const char *argument) {
    return argument && strcmp(argument, "-") != 0 ? argument : NULL;
}

static bool run(int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : "";
    if (!strcmp(command, "plugin") && (argc == 4 || argc == 5)) {
        return print_template(
            argv[3], &(Job){.plugin = plugin_named(argv[2]), .window = window_of(argv[4])});
    }
    if (!strcmp(command, "shared") && argc == 3) {
        return print_template(argv[2], &(Job){0});
    }
    if (!strcmp(command, "manifest") && argc >= 5) {
        return print_template(argv[2], &(Job){.binary = argv[3],
                                              .window = window_of(argv[4]),
                                              .presets = argv + 5,
                                              .n_presets = argc - 5});
    }
    if (!strcmp(command, "preset") && argc == 4) {
        return print_preset_file(plugin_named(argv[2]), argv[3]);
    }
    if (!strcmp(command, "table") && argc == 2) {
        print_ports_table();
        return true;
    }
    return complain("usage", "gen_ttl plugin|shared|manifest|preset|table ...");
}

int main(int argc, char **argv) {
    const bool ok = run(argc, argv);
    if (fflush(stdout) || ferror(stdout)) {
        complain("standard output", "write failed");
        return EXIT_FAILURE;
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
