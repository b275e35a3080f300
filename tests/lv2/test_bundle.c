// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The bundle as a host's library reads it: what strict hosts check, and params.def port by port.
//
//     LV2_PATH=SPECIFICATIONS:FOLDER_OF_BUNDLE test_bundle BUNDLE PRESETS_DIR

#include "base/params.h"
#include "files/data_dir.h"
#include "files/preset_file.h"
#include "host.h"
#include "plugins.h"
#include "ports.h"
#include "properties.h"
#include "selector.h"
#include "support/check.h"

#include <ctype.h>
#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/data-access/data-access.h>
#include <lv2/instance-access/instance-access.h>
#include <lv2/midi/midi.h>
#include <lv2/patch/patch.h>
#include <lv2/port-groups/port-groups.h>
#include <lv2/port-props/port-props.h>
#include <lv2/presets/presets.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/state/state.h>
#include <lv2/time/time.h>
#include <lv2/ui/ui.h>
#include <lv2/units/units.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RDF_TYPE     "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
#define RDFS_COMMENT "http://www.w3.org/2000/01/rdf-schema#comment"
#define RDFS_LABEL   "http://www.w3.org/2000/01/rdf-schema#label"
#define RDFS_RANGE   "http://www.w3.org/2000/01/rdf-schema#range"

static LilvWorld *world;
static const LilvPlugin *plugin;

/// True if the world says so; uri and object may be NULL for anything.
static bool is(const LilvNode *subject, const char *predicate, const char *object) {
    LilvNode *p = lilv_new_uri(world, predicate);
    LilvNode *o = object ? lilv_new_uri(world, object) : NULL;
    const bool yes = lilv_world_ask(world, subject, p, o);
    lilv_node_free(p);
    lilv_node_free(o);
    return yes;
}

static int count(const LilvNode *subject, const char *predicate) {
    LilvNode *p = lilv_new_uri(world, predicate);
    LilvNodes *found = lilv_world_find_nodes(world, subject, p, NULL);
    const int n = (int)lilv_nodes_size(found);
    lilv_nodes_free(found);
    lilv_node_free(p);
    return n;
}

/// The text of a statement's object, empty if there is none; freed by the next call.
static const char *text_of(const LilvNode *subject, const char *predicate) {
    static LilvNode *object;
    LilvNode *p = lilv_new_uri(world, predicate);
    lilv_node_free(object);
    object = lilv_world_get(world, subject, p, NULL);
    lilv_node_free(p);
    return object ? lilv_node_as_string(object) : "";
}

static bool object_is_uri(const LilvNode *subject, const char *predicate) {
    LilvNode *p = lilv_new_uri(world, predicate);
    LilvNode *object = lilv_world_get(world, subject, p, NULL);
    const bool yes = object && lilv_node_is_uri(object);
    lilv_node_free(object);
    lilv_node_free(p);
    return yes;
}

static const LilvNode *port_node(uint32_t index) {
    return lilv_port_get_node(plugin, lilv_plugin_get_port_by_index(plugin, index));
}

////////////
// Plugin //
////////////

/// One stereo group is the main output, and left and right are in it.
static void test_main_output(const char *uri) {
    LilvNode *main = lilv_new_uri(world, LV2_PORT_GROUPS__mainOutput);
    LilvNode *in_group = lilv_new_uri(world, LV2_PORT_GROUPS__group);
    LilvNode *group = lilv_world_get(world, lilv_plugin_get_uri(plugin), main, NULL);
    check(count(lilv_plugin_get_uri(plugin), LV2_PORT_GROUPS__mainOutput) == 1 && group &&
              is(group, RDF_TYPE, LV2_PORT_GROUPS__StereoGroup),
          "%s: main output", uri);
    for (uint32_t i = JW_PORT_LEFT; i <= JW_PORT_RIGHT; ++i) {
        check(group && lilv_world_ask(world, port_node(i), in_group, group), "%s: port %u", uri, i);
    }
    lilv_node_free(group);
    lilv_node_free(in_group);
    lilv_node_free(main);
}

static void test_plugin(const char *uri) {
    static const char *const unwanted[] = {
        LV2_CORE__inPlaceBroken,         LV2_CORE__isLive,
        LV2_BUF_SIZE__fixedBlockLength,  LV2_BUF_SIZE__powerOf2BlockLength,
        LV2_BUF_SIZE__coarseBlockLength, LV2_DATA_ACCESS_URI,
        LV2_INSTANCE_ACCESS_URI,
    };
    const LilvNode *node = lilv_plugin_get_uri(plugin);
    LilvNodes *required = lilv_plugin_get_required_features(plugin);
    check(lilv_plugin_verify(plugin), "%s: lilv finds it incomplete", uri);
    const char *class =
        strcmp(uri, JW_RESONATOR_URI) ? LV2_CORE__InstrumentPlugin : LV2_CORE__SimulatorPlugin;
    check(is(node, RDF_TYPE, class), "%s: no %s", uri, class);
    check(lilv_nodes_size(required) == 1 &&
              !strcmp(lilv_node_as_uri(lilv_nodes_get_first(required)), LV2_URID__map),
          "%s: requires other than urid:map", uri);
    lilv_nodes_free(required);
    check(is(node, LV2_CORE__optionalFeature, LV2_CORE__hardRTCapable), "%s: no hardRTCapable",
          uri);
    for (size_t i = 0; i < sizeof(unwanted) / sizeof(unwanted[0]); ++i) {
        check(!is(node, LV2_CORE__optionalFeature, unwanted[i]) &&
                  !is(node, LV2_CORE__requiredFeature, unwanted[i]),
              "%s: %s", uri, unwanted[i]);
    }
    check(is(node, LV2_CORE__optionalFeature, LV2_STATE__threadSafeRestore), "%s: restore", uri);
    check(strlen(text_of(node, RDFS_COMMENT)) > 20, "%s: no comment", uri);
    check(strlen(text_of(node, "http://usefulinc.com/ns/doap#shortdesc")) > 10, "%s: desc", uri);
    check(object_is_uri(node, "http://usefulinc.com/ns/doap#license"), "%s: licence", uri);
    const int minor = atoi(text_of(node, LV2_CORE__minorVersion));
    const int micro = atoi(text_of(node, LV2_CORE__microVersion));
    check(minor > 0 && minor % 2 == 0 && micro > 0 && micro % 2 == 0, "%s: version %d.%d", uri,
          minor, micro);
    LilvNode *author = lilv_plugin_get_author_name(plugin);
    check(author && !strcmp(lilv_node_as_string(author), "The Jawari authors"), "%s: author", uri);
    lilv_node_free(author);
    // Hosts show these as links: what leads nowhere is worse than nothing.
    LilvNode *address[2] = {lilv_plugin_get_author_email(plugin),
                            lilv_plugin_get_author_homepage(plugin)};
    for (int i = 0; i < 2; ++i) {
        check(!address[i], "%s: address %s", uri,
              address[i] ? lilv_node_as_string(address[i]) : "");
        lilv_node_free(address[i]);
    }
    check(count(node, LV2_CORE__project) == 1, "%s: not one project", uri);
    test_main_output(uri);
}

/// Each extension that is listed is there, each feature is declared as one, nothing else answers.
static void test_extensions(Host *host, const char *uri) {
    const LilvNode *node = lilv_plugin_get_uri(plugin);
    LilvNodes *listed = lilv_plugin_get_extension_data(plugin);
    LilvNodes *features = lilv_plugin_get_supported_features(plugin);
    check(lilv_nodes_size(listed) >= 3, "%s: extension data", uri);
    LILV_FOREACH(nodes, i, listed) {
        const LilvNode *extension = lilv_nodes_get(listed, i);
        check(host->descriptor->extension_data(lilv_node_as_uri(extension)) != NULL,
              "%s: %s is listed, not there", uri, lilv_node_as_uri(extension));
        check(is(extension, RDF_TYPE, LV2_CORE__ExtensionData), "%s is no ExtensionData",
              lilv_node_as_uri(extension));
    }
    LILV_FOREACH(nodes, i, features) {
        const LilvNode *feature = lilv_nodes_get(features, i);
        check(is(feature, RDF_TYPE, LV2_CORE__Feature), "%s is no Feature",
              lilv_node_as_uri(feature));
    }
    check(!host->descriptor->extension_data("urn:unknown"), "%s: unknown extension data", uri);
    check(host->work->end_run != NULL, "%s: no end_run", uri);
    check(is(node, LV2_CORE__extensionData, LV2_STATE__interface) &&
              is(node, LV2_CORE__extensionData, LV2_WORKER__interface),
          "%s: state or worker", uri);
    lilv_nodes_free(listed);
    lilv_nodes_free(features);
}

static void test_properties(const char *uri) {
    const LilvNode *node = lilv_plugin_get_uri(plugin);
    check(count(node, LV2_PATCH__writable) == JW_N_PROPERTIES, "%s: writable properties", uri);
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        const JwPropertyInfo *info = jw_property_info((JwProperty)i);
        LilvNode *property = lilv_new_uri(world, info->uri);
        check(is(node, LV2_PATCH__writable, info->uri), "%s: not writable", info->uri);
        check(is(property, RDF_TYPE, LV2_CORE_PREFIX "Parameter"), "%s: no Parameter", info->uri);
        check(is(property, RDFS_RANGE, info->extension ? LV2_ATOM__Path : LV2_ATOM__String),
              "%s: range", info->uri);
        check(strlen(text_of(property, RDFS_LABEL)) > 2, "%s: label", info->uri);
        lilv_node_free(property);
    }
}

///////////
// Ports //
///////////

static bool is_identifier(const char *symbol) {
    bool ok = isalpha((unsigned char)symbol[0]) || symbol[0] == '_';
    for (; *symbol; ++symbol) {
        ok = ok && (isalnum((unsigned char)*symbol) || *symbol == '_');
    }
    return ok;
}

/// A port's group is a node with type, name and symbol, not a class.
static void test_group(uint32_t index) {
    LilvNode *p = lilv_new_uri(world, LV2_PORT_GROUPS__group);
    LilvNode *group = lilv_world_get(world, port_node(index), p, NULL);
    check(group && (is(group, RDF_TYPE, LV2_PORT_GROUPS__InputGroup) ||
                    is(group, RDF_TYPE, LV2_PORT_GROUPS__OutputGroup)),
          "port %u: no group", index);
    check(group && strlen(text_of(group, LV2_CORE__name)) > 1 &&
              is_identifier(text_of(group, LV2_CORE__symbol)),
          "port %u: its group has no name or symbol", index);
    lilv_node_free(group);
    lilv_node_free(p);
}

static void test_points(const LilvPort *port, uint32_t index) {
    LilvScalePoints *points = lilv_port_get_scale_points(plugin, port);
    LILV_FOREACH(scale_points, i, points) {
        const LilvScalePoint *a = lilv_scale_points_get(points, i);
        LILV_FOREACH(scale_points, j, points) {
            const LilvScalePoint *b = lilv_scale_points_get(points, j);
            check(a == b || (!lilv_node_equals(lilv_scale_point_get_label(a),
                                               lilv_scale_point_get_label(b)) &&
                             lilv_node_as_float(lilv_scale_point_get_value(a)) !=
                                 lilv_node_as_float(lilv_scale_point_get_value(b))),
                  "port %u: the same scale point twice", index);
        }
    }
    lilv_scale_points_free(points);
}

static void test_control(const LilvPort *port, uint32_t index) {
    LilvNode *def, *least, *most;
    lilv_port_get_range(plugin, port, &def, &least, &most);
    const bool output = is(port_node(index), RDF_TYPE, LV2_CORE__OutputPort);
    const double a = (double)lilv_node_as_float(least);
    const double b = (double)lilv_node_as_float(most);
    const double d = def || !output ? (double)lilv_node_as_float(def) : a;
    check(a <= d && d <= b && a < b, "port %u: %g <= %g <= %g", index, a, d, b);
    if (!output) {
        test_group(index);
    }
    test_points(port, index);
    lilv_node_free(def);
    lilv_node_free(least);
    lilv_node_free(most);
}

static void test_ports(const char *uri) {
    const uint32_t n = lilv_plugin_get_num_ports(plugin);
    LilvNode *control = lilv_new_uri(world, LV2_CORE__ControlPort);
    for (uint32_t i = 0; i < n; ++i) {
        const LilvPort *port = lilv_plugin_get_port_by_index(plugin, i);
        if (!check(port != NULL, "%s: no port %u", uri, i)) {
            continue;
        }
        const char *symbol = lilv_node_as_string(lilv_port_get_symbol(plugin, port));
        check(is_identifier(symbol), "%s: symbol %s", uri, symbol);
        check(strlen(text_of(port_node(i), RDFS_COMMENT)) > 5, "%s: no comment", symbol);
        for (uint32_t j = 0; j < i; ++j) {
            const LilvPort *other = lilv_plugin_get_port_by_index(plugin, j);
            check(!lilv_node_equals(lilv_port_get_symbol(plugin, port),
                                    lilv_port_get_symbol(plugin, other)),
                  "%s: symbol %s twice", uri, symbol);
        }
        if (lilv_port_is_a(plugin, port, control)) {
            test_control(port, i);
        }
    }
    lilv_node_free(control);
}

/// Hosts show controls in the order of their ports.
static void test_order(const char *uri) {
    enum { FIRST = 7 };
    static const char *const played[FIRST] = {"jawari", "instrument", "sa",     "raga",
                                              "drone",  "gain",       "quality"};
    static const char *const driven[FIRST] = {"sensitivity", "instrument", "dry",   "wet",
                                              "listen",      "hand",       "freeze"};
    const char *const *first = strcmp(uri, JW_RESONATOR_URI) ? played : driven;
    const uint32_t n = lilv_plugin_get_num_ports(plugin);
    LilvNode *control = lilv_new_uri(world, LV2_CORE__ControlPort);
    LilvNode *input = lilv_new_uri(world, LV2_CORE__InputPort);
    size_t n_controls = 0;
    const char *last = "";
    for (uint32_t i = 0; i < n; ++i) {
        const LilvPort *port = lilv_plugin_get_port_by_index(plugin, i);
        if (lilv_port_is_a(plugin, port, control) && lilv_port_is_a(plugin, port, input)) {
            last = lilv_node_as_string(lilv_port_get_symbol(plugin, port));
            check(n_controls >= FIRST || !strcmp(last, first[n_controls]), "%s: control %zu is %s",
                  uri, n_controls, last);
            ++n_controls;
        }
    }
    check(!strcmp(last, "offline_quality"), "%s: the last control is %s", uri, last);
    lilv_node_free(input);
    lilv_node_free(control);
}

/// The selector offers what the list has, and a file.
static void test_selector(int index, const char *uri) {
    const LilvPort *port = lilv_plugin_get_port_by_index(plugin, JW_PORT_INSTRUMENT);
    LilvScalePoints *points = lilv_port_get_scale_points(plugin, port);
    int n, n_offered = 1;
    const JwShipped *list = jw_selector_list(&n);
    for (int i = 0; i < n; ++i) {
        n_offered += jw_selector_find(index, list[i].number) != NULL;
    }
    LILV_FOREACH(scale_points, i, points) {
        const LilvScalePoint *point = lilv_scale_points_get(points, i);
        const int number = (int)lilv_node_as_float(lilv_scale_point_get_value(point));
        const JwShipped *shipped = jw_selector_find(index, number);
        const char *label = lilv_node_as_string(lilv_scale_point_get_label(point));
        check(number == JW_SELECTOR_FILE || (shipped && !strcmp(label, shipped->label)),
              "%s: point %d is %s", uri, number, label);
    }
    check_between(lilv_scale_points_size(points), n_offered, n_offered, "%s: instruments", uri);
    lilv_scale_points_free(points);
}

/// A preset is in its instrument's bank, and its selector shows the instrument.
static void test_bank(const LilvNode *preset, const char *instrument) {
    LilvNode *p = lilv_new_uri(world, LV2_PRESETS__bank);
    LilvNode *bank = lilv_world_get(world, preset, p, NULL);
    char uri[256];
    snprintf(uri, sizeof(uri), "urn:jawari:bank:%.*s", (int)strcspn(instrument, "."), instrument);
    check(bank && !strcmp(lilv_node_as_uri(bank), uri) && is(bank, RDF_TYPE, LV2_PRESETS__Bank) &&
              strlen(text_of(bank, RDFS_LABEL)) > 3,
          "%s: bank", lilv_node_as_uri(preset));
    lilv_node_free(bank);
    lilv_node_free(p);
}

static int host_port(const char *uri, JwHostPort port) {
    int index = 0;
    while (strcmp(uri, jw_plugin(index)->uri) != 0) {
        ++index;
    }
    return jw_plugin_host_port(index, port);
}

/// The ports that every host looks for, by their designation.
static void test_designations(const char *uri) {
    const struct {
        const char *designation;
        int port;
        bool input;
    } expected[] = {
        {LV2_CORE__control, JW_PORT_CONTROL, true},
        {LV2_CORE__control, JW_PORT_NOTIFY, false},
        {LV2_PORT_GROUPS__left, JW_PORT_LEFT, false},
        {LV2_PORT_GROUPS__right, JW_PORT_RIGHT, false},
        {LV2_CORE__freeWheeling, host_port(uri, JW_HOST_FREEWHEEL), true},
        {LV2_CORE__enabled, host_port(uri, JW_HOST_ENABLED), true},
        {LV2_CORE__latency, host_port(uri, JW_HOST_LATENCY), false},
        {LV2_TIME__beatsPerMinute, host_port(uri, JW_HOST_BPM), true},
    };
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); ++i) {
        LilvNode *designation = lilv_new_uri(world, expected[i].designation);
        LilvNode *direction =
            lilv_new_uri(world, expected[i].input ? LV2_CORE__InputPort : LV2_CORE__OutputPort);
        const LilvPort *port = lilv_plugin_get_port_by_designation(plugin, direction, designation);
        check(port && lilv_port_get_index(plugin, port) == (uint32_t)expected[i].port, "%s: %s",
              uri, expected[i].designation);
        lilv_node_free(direction);
        lilv_node_free(designation);
    }
    const LilvNode *control = port_node(JW_PORT_CONTROL);
    check(is(control, LV2_ATOM__supports, LV2_MIDI__MidiEvent), "%s: no MIDI", uri);
    check(is(control, LV2_ATOM__supports, LV2_TIME__Position), "%s: no transport", uri);
    check(is(control, LV2_ATOM__supports, LV2_PATCH__Message), "%s: no messages", uri);
    check(is(port_node(JW_PORT_NOTIFY), LV2_ATOM__supports, LV2_PATCH__Message), "%s: notify", uri);
    for (uint32_t i = JW_PORT_CONTROL; i <= JW_PORT_NOTIFY; ++i) {
        check(is(port_node(i), RDF_TYPE, LV2_ATOM__AtomPort) &&
                  is(port_node(i), LV2_ATOM__bufferType, LV2_ATOM__Sequence) &&
                  atoi(text_of(port_node(i), LV2_RESIZE_PORT__minimumSize)) >= 4096,
              "%s: atom port %u", uri, i);
    }
    check(lilv_plugin_has_latency(plugin) &&
              (int)lilv_plugin_get_latency_port_index(plugin) == host_port(uri, JW_HOST_LATENCY),
          "%s: latency", uri);
    check(!is(port_node((uint32_t)host_port(uri, JW_HOST_FREEWHEEL)), LV2_CORE__portProperty,
              LV2_CORE__freeWheeling),
          "%s: freeWheeling as a property", uri);
    const LilvNode *enabled = port_node((uint32_t)host_port(uri, JW_HOST_ENABLED));
    check(is(enabled, LV2_CORE__portProperty, LV2_CORE__toggled) &&
              atof(text_of(enabled, LV2_CORE__default)) == 1.0,
          "%s: enabled is not toggled or not on", uri);
    check(is(port_node((uint32_t)host_port(uri, JW_HOST_FREEWHEEL)), LV2_CORE__portProperty,
             LV2_CORE__toggled),
          "%s: freewheel is not toggled", uri);
    check(count(port_node((uint32_t)host_port(uri, JW_HOST_BPM)), LV2_UNITS__unit) == 1 &&
              count(port_node((uint32_t)host_port(uri, JW_HOST_LATENCY)), LV2_UNITS__unit) == 1,
          "%s: tempo or latency has no unit", uri);
}

/// A control port says what its row of params.def says.
static void test_param(int index, JwParamId id) {
    const JwParamInfo *info = jw_param_info(id);
    const int number = jw_plugin_port(index, id);
    if (number < 0) {
        return;
    }
    const LilvPort *port = lilv_plugin_get_port_by_index(plugin, (uint32_t)number);
    LilvNode *def, *least, *most;
    lilv_port_get_range(plugin, port, &def, &least, &most);
    check(!strcmp(lilv_node_as_string(lilv_port_get_symbol(plugin, port)), info->symbol),
          "port %d is not %s", number, info->symbol);
    check(!strcmp(text_of(port_node((uint32_t)number), LV2_CORE__name), info->name), "%s: name",
          info->symbol);
    check(!strncmp(text_of(port_node((uint32_t)number), RDFS_COMMENT), info->comment,
                   strlen(info->comment)),
          "%s: comment", info->symbol);
    check(lilv_node_as_float(least) == (float)info->min &&
              lilv_node_as_float(most) == (float)info->max &&
              lilv_node_as_float(def) == (float)jw_plugin_default(index, id),
          "%s: range or default", info->symbol);
    const LilvNode *node = port_node((uint32_t)number);
    check(is(node, LV2_CORE__portProperty, LV2_PORT_PROPS__logarithmic) ==
              (info->scale == JW_SCALE_LOG),
          "%s: logarithmic", info->symbol);
    check(is(node, LV2_CORE__portProperty, LV2_CORE__toggled) == (info->scale == JW_SCALE_TOGGLE),
          "%s: toggled", info->symbol);
    check(is(node, LV2_CORE__portProperty, LV2_CORE__enumeration) == (info->scale == JW_SCALE_ENUM),
          "%s: enumeration", info->symbol);
    check((count(node, LV2_UNITS__unit) == 1) == (info->unit[0] != '\0'), "%s: unit", info->symbol);
    int n_points, n = 0;
    const JwParamPoint *points = jw_param_points(&n_points);
    for (int i = 0; i < n_points; ++i) {
        n += points[i].id == id;
    }
    check(count(node, LV2_CORE__scalePoint) == n, "%s: scale points", info->symbol);
    lilv_node_free(def);
    lilv_node_free(least);
    lilv_node_free(most);
}

//////////////////
// In that host //
//////////////////

/// An instance of the library's.
typedef struct {
    LilvInstance *instance;
    float knob[HOST_PORTS];
    float left[HOST_FRAMES], right[HOST_FRAMES];
    union {
        LV2_Atom_Sequence sequence;
        uint8_t bytes[HOST_SEQUENCE];
    } control, notify;
    float in[HOST_FRAMES]; ///< Sound into an effect, the same on both sides
} Rack;

static void set_port(const char *symbol, void *data, const void *value, uint32_t size,
                     uint32_t type) {
    LilvNode *name = lilv_new_string(world, symbol);
    const LilvPort *port = lilv_plugin_get_port_by_symbol(plugin, name);
    if (check(port && size == sizeof(float) && type == host_map(LV2_ATOM__Float), "port %s",
              symbol)) {
        memcpy(&((Rack *)data)->knob[lilv_port_get_index(plugin, port)], value, sizeof(float));
    }
    lilv_node_free(name);
}

static bool rack_open(Rack *rack, double rate_hz) {
    const LV2_Feature feature = {LV2_URID__map, &host_urid_map};
    const LV2_Feature *const features[] = {&feature, NULL};
    const uint32_t n = lilv_plugin_get_num_ports(plugin);
    memset(rack, 0, sizeof(*rack));
    rack->instance = lilv_plugin_instantiate(plugin, rate_hz, features);
    if (!rack->instance || n > HOST_PORTS) {
        return false;
    }
    lilv_plugin_get_port_ranges_float(plugin, NULL, NULL, rack->knob);
    for (uint32_t i = 0; i < n; ++i) {
        lilv_instance_connect_port(rack->instance, i, &rack->knob[i]);
    }
    lilv_instance_connect_port(rack->instance, JW_PORT_CONTROL, &rack->control);
    lilv_instance_connect_port(rack->instance, JW_PORT_NOTIFY, &rack->notify);
    lilv_instance_connect_port(rack->instance, JW_PORT_LEFT, rack->left);
    lilv_instance_connect_port(rack->instance, JW_PORT_RIGHT, rack->right);
    LilvNode *audio = lilv_new_uri(world, LV2_CORE__AudioPort);
    LilvNode *input = lilv_new_uri(world, LV2_CORE__InputPort);
    for (uint32_t i = 0; i < n; ++i) {
        const LilvPort *port = lilv_plugin_get_port_by_index(plugin, i);
        if (lilv_port_is_a(plugin, port, audio) && lilv_port_is_a(plugin, port, input)) {
            lilv_instance_connect_port(rack->instance, i, rack->in);
        }
    }
    lilv_node_free(input);
    lilv_node_free(audio);
    rack->in[0] = 0.5f;
    return true;
}

/// A chord that some string of every instrument can play; the peak of what is heard.
static double rack_play(Rack *rack, uint32_t n_frames) {
    enum { NOTES = 12, FIRST = 36, STEP = 5 };
    uint8_t *at = rack->control.bytes + sizeof(LV2_Atom_Sequence);
    rack->notify.sequence.atom = (LV2_Atom){HOST_SEQUENCE - sizeof(LV2_Atom), 0};
    for (int i = 0; i < NOTES; ++i, at += sizeof(LV2_Atom_Event) + 8) {
        const LV2_Atom_Event event = {.body = {3, host_map(LV2_MIDI__MidiEvent)}};
        const uint8_t midi[8] = {0x90, (uint8_t)(FIRST + STEP * i), 100};
        memcpy(at, &event, sizeof(event));
        memcpy(at + sizeof(event), midi, sizeof(midi));
    }
    rack->control.sequence.atom.type = host_map(LV2_ATOM__Sequence);
    rack->control.sequence.atom.size = (uint32_t)(at - rack->control.bytes - sizeof(LV2_Atom));
    lilv_instance_activate(rack->instance);
    lilv_instance_run(rack->instance, n_frames);
    lilv_instance_deactivate(rack->instance);
    lilv_instance_free(rack->instance);
    return fmax(host_peak(rack->left, n_frames), host_peak(rack->right, n_frames));
}

static void test_rates(const char *uri) {
    static const double rates[] = {44100.0, 48000.0, 88200.0, 96000.0, 176400.0, 192000.0};
    static Rack rack;
    for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); ++i) {
        if (check(rack_open(&rack, rates[i]), "%s: not instantiated at %g Hz", uri, rates[i])) {
            check_between(rack_play(&rack, (uint32_t)(0.05 * rates[i])), 1e-4, 100.0,
                          "%s at %g Hz: peak", uri, rates[i]);
        }
    }
}

/////////////
// Presets //
/////////////

/// File of a preset's instrument, by its name alone: it is in the bundle, wherever that goes.
static void test_preset_instrument(const LilvNode *preset, const char *bundle) {
    LilvNode *p = lilv_new_uri(world, LV2_STATE__state);
    LilvNode *state = lilv_world_get(world, preset, p, NULL);
    const char *name = state ? text_of(state, JW_INSTRUMENT_FILE_URI) : "";
    char path[4096];
    snprintf(path, sizeof(path), "%s/instruments/%s", bundle, name);
    FILE *file = fopen(path, "r");
    check(name[0] && !strchr(name, '/') && file, "%s: its instrument is %s",
          lilv_node_as_uri(preset), name);
    if (file) {
        fclose(file);
    }
    test_bank(preset, name);
    lilv_node_free(state);
    lilv_node_free(p);
}

/// Loaded as hosts do, it is heard.
static double preset_peak(const LilvNode *preset) {
    static Rack rack;
    LilvState *state = lilv_state_new_from_world(world, &host_urid_map, preset);
    double peak = -1.0;
    if (state && rack_open(&rack, 48000.0)) {
        lilv_state_restore(state, rack.instance, set_port, &rack, 0, NULL);
        peak = rack_play(&rack, 4800);
    }
    lilv_state_free(state);
    return peak;
}

/// Every preset of the plug-in: of ours, with a label, values for the controls, a state with an
/// instrument that is there, and a sound. Returns how many.
static int test_presets(const char *uri, const char *bundle) {
    LilvNode *type = lilv_new_uri(world, LV2_PRESETS__Preset);
    LilvNodes *presets = lilv_plugin_get_related(plugin, type);
    double least = HUGE_VAL, most = 0.0;
    const int n = (int)lilv_nodes_size(presets);
    LILV_FOREACH(nodes, i, presets) {
        const LilvNode *node = lilv_nodes_get(presets, i);
        const char *name = lilv_node_as_uri(node);
        check(strlen(text_of(node, RDFS_LABEL)) > 2, "%s: no label in the manifest", name);
        check(is(node, LV2_CORE__appliesTo, uri), "%s: is not of %s in the manifest", name, uri);
        lilv_world_load_resource(world, node);
        check(count(node, LV2_CORE__port) > 20, "%s: leaves controls as they are", name);
        check(count(node, LV2_STATE__state) == 1, "%s: no state", name);
        test_preset_instrument(node, bundle);
        const double peak = preset_peak(node);
        check(peak > 1e-4 && peak < 100.0, "%s: peak %g", name, peak);
        least = fmin(least, peak);
        most = fmax(most, peak);
    }
    printf("%s: %d presets, peaks %.3g to %.3g\n", uri, n, least, most);
    lilv_nodes_free(presets);
    lilv_node_free(type);
    return n;
}

static void choose(Rack *rack, const char *preset) {
    LilvNode *node = lilv_new_uri(world, preset);
    lilv_world_load_resource(world, node);
    LilvState *state = lilv_state_new_from_world(world, &host_urid_map, node);
    if (check(state != NULL, "no preset %s", preset)) {
        lilv_state_emit_port_values(state, set_port, rack);
    }
    lilv_state_free(state);
    lilv_node_free(node);
}

static void check_knob(const Rack *rack, int index, const char *preset, JwParamId id, float want) {
    const float is = rack->knob[jw_plugin_port(index, id)];
    check(is == want, "%s: %s is %g, not %g", preset, jw_param_info(id)->symbol, (double)is,
          (double)want);
}

/// Tempo that the drone's preset of the sources asks for.
static float preset_tempo(const char *presets_dir) {
    static JwPreset preset;
    char path[4096];
    JwError error = {0};
    double tempo = jw_param_info(JW_P_DRONE_TEMPO)->def;
    snprintf(path, sizeof(path), "%s/tanpura-plays.ttl", presets_dir);
    if (check(!jw_preset_file_load(path, &preset, &error), "%s", error.text)) {
        for (int i = 0; i < preset.n_values; ++i) {
            tempo = preset.value[i].id == JW_P_DRONE_TEMPO ? preset.value[i].value : tempo;
        }
    }
    check(tempo != jw_param_info(JW_P_DRONE_TEMPO)->def, "%s: no tempo of its own", path);
    return (float)tempo;
}

/// One preset after another gives the sound that the second one names, and leaves to the user what
/// is the user's.
static void test_preset_after_preset(int index, const char *presets_dir) {
    static const JwParamId users[] = {JW_P_QUALITY, JW_P_PAN, JW_P_A4, JW_P_SA, JW_P_VOLUME};
    static const float values[] = {4.0f, -30.0f, 430.0f, 5.0f, 40.0f};
    const bool drone = index == JW_PLUGIN_DRONE;
    static Rack rack;
    if (!check(rack_open(&rack, 48000.0), "a rack")) {
        return;
    }
    if (jw_plugin_has_input(index)) {
        choose(&rack, "urn:jawari:preset:resonator:frozen");
        check_knob(&rack, index, "frozen", JW_P_FREEZE, 1.0f);
        choose(&rack, "urn:jawari:preset:resonator:sarod-skin");
        check_knob(&rack, index, "skin", JW_P_FREEZE, 0.0f);
        check_knob(&rack, index, "skin", JW_P_HAND, 30.0f);
        return;
    }
    const char *plays =
        drone ? "urn:jawari:preset:drone:tanpura-plays" : "urn:jawari:preset:tanpura-plays";
    const char *bare =
        drone ? "urn:jawari:preset:drone:tanpura-bare" : "urn:jawari:preset:tanpura-published";
    for (int i = 0; i < 5; ++i) {
        if (jw_plugin_port(index, users[i]) >= 0) {
            rack.knob[jw_plugin_port(index, users[i])] = values[i];
        }
    }
    choose(&rack, plays);
    check_knob(&rack, index, plays, JW_P_DRONE, 1.0f);
    check_knob(&rack, index, plays, JW_P_DRONE_TEMPO, preset_tempo(presets_dir));
    check_knob(&rack, index, plays, JW_P_DRONE_FIRST, 1.0f);
    rack.knob[jw_plugin_port(index, JW_P_DRONE_TEMPO)] = 47.0f;
    choose(&rack, bare);
    // The drone plug-in is there to play.
    check_knob(&rack, index, bare, JW_P_DRONE, drone ? 1.0f : 0.0f);
    check_knob(&rack, index, bare, JW_P_DRONE_SYNC, drone ? 1.0f : 0.0f);
    check_knob(&rack, index, bare, JW_P_DRONE_TEMPO, 47.0f);
    check_knob(&rack, index, bare, JW_P_DRONE_FIRST, 0.0f);
    if (!drone) {
        choose(&rack, "urn:jawari:preset:tanpura-exact");
        choose(&rack, plays);
        check_knob(&rack, index, "plays after exact", JW_P_DRONE_SYNC, 0.0f);
        choose(&rack, "urn:jawari:preset:sitar-yaman");
        check_knob(&rack, index, "yaman", JW_P_RAGA, 2.0f);
        check_knob(&rack, index, "yaman", JW_P_DRONE, 0.0f);
        choose(&rack, "urn:jawari:preset:sitar-khula");
        check_knob(&rack, index, "khula after yaman", JW_P_RAGA, 0.0f);
        check_knob(&rack, index, "khula after yaman", JW_P_INTONATION, 0.0f);
    }
    for (int i = 0; i < 5; ++i) {
        if (jw_plugin_port(index, users[i]) >= 0) {
            check_knob(&rack, index, "the user's", users[i], values[i]);
        }
    }
    lilv_instance_free(rack.instance);
}

/// Every preset of the sources is in the instrument's menu, and no other.
static void test_menu(int n_presets, const char *presets_dir) {
    LilvNode *type = lilv_new_uri(world, LV2_PRESETS__Preset);
    LilvNodes *presets = lilv_plugin_get_related(plugin, type);
    JwNameList names = {0, NULL};
    int n_found = 0;
    check(jw_data_list(JW_PRESET_EXTENSION, &names), "no list of presets in %s", presets_dir);
    for (int i = 0; i < names.n; ++i) {
        char uri[256];
        snprintf(uri, sizeof(uri), "urn:jawari:preset:%s", names.name[i]);
        LilvNode *node = lilv_new_uri(world, uri);
        const bool listed = lilv_nodes_contains(presets, node);
        n_found += listed;
        check(listed, "%s is not in the menu", names.name[i]);
        lilv_node_free(node);
    }
    check_between(n_found, names.n, names.n, "presets of the sources in the menu");
    check_between(n_presets, names.n, names.n, "presets in the menu");
    jw_name_list_clear(&names);
    lilv_nodes_free(presets);
    lilv_node_free(type);
}

////////////
// Window //
////////////

/// A window offers what hosts without its toolkit need, and reaches for nothing of the plug-in.
static void test_features(const LilvNode *ui) {
    check(is(ui, LV2_CORE__extensionData, LV2_UI__idleInterface) &&
              is(ui, LV2_CORE__extensionData, LV2_UI__resize) &&
              is(ui, LV2_CORE__extensionData, LV2_UI__showInterface),
          "extensions of a window");
    static const char *const unwanted[] = {LV2_UI__fixedSize, LV2_UI__noUserResize,
                                           LV2_DATA_ACCESS_URI, LV2_INSTANCE_ACCESS_URI};
    for (size_t k = 0; k < sizeof(unwanted) / sizeof(unwanted[0]); ++k) {
        check(!is(ui, LV2_CORE__optionalFeature, unwanted[k]) &&
                  !is(ui, LV2_CORE__requiredFeature, unwanted[k]),
              "a window without %s", unwanted[k]);
    }
}

/// A plug-in has one window if the bundle has the binary of windows, else none.
static void test_window(int index, const char *bundle) {
    char path[4096];
    const char *uri = jw_plugin(index)->uri;
    snprintf(path, sizeof(path), "%s/jawari_ui.so", bundle);
    FILE *file = fopen(path, "rb");
    LilvUIs *uis = lilv_plugin_get_uis(plugin);
    check_between(lilv_uis_size(uis), file ? 1 : 0, file ? 1 : 0, "windows");
    LILV_FOREACH(uis, i, uis) {
        const LilvUI *ui = lilv_uis_get(uis, i);
        const LilvNode *node = lilv_ui_get_uri(ui);
        LilvNode *class = lilv_new_uri(world, LV2_UI__X11UI);
        char *binary = lilv_file_uri_parse(lilv_node_as_uri(lilv_ui_get_binary_uri(ui)), NULL);
        check(!strcmp(lilv_node_as_uri(node), jw_plugin(index)->ui), "%s: %s", uri,
              lilv_node_as_uri(node));
        check(lilv_ui_is_a(ui, class) && binary && !strcmp(binary, path), "%s: X11, %s", uri,
              binary ? binary : "no file");
        check(is(node, LV2_CORE__requiredFeature, LV2_UI__idleInterface) &&
                  is(node, LV2_CORE__optionalFeature, LV2_UI__parent) &&
                  count(node, LV2_UI__portNotification) == 1,
              "%s: what its window needs", uri);
        test_features(node);
        lilv_free(binary);
        lilv_node_free(class);
    }
    lilv_uis_free(uis);
    if (file) {
        fclose(file);
    }
}

int main(int argc, char **argv) {
    char path[4096];
    const char *bundle = argc > 1 ? argv[1] : "", *presets_dir = argc > 2 ? argv[2] : "";
    world = lilv_world_new();
    snprintf(path, sizeof(path), "%s/", bundle);
    LilvNode *folder = lilv_new_file_uri(world, NULL, path);
    lilv_world_load_all(world);
    const LilvPlugins *plugins = lilv_world_get_all_plugins(world);
    int n_ours = 0;
    LILV_FOREACH(plugins, i, plugins) {
        n_ours +=
            lilv_node_equals(lilv_plugin_get_bundle_uri(lilv_plugins_get(plugins, i)), folder);
    }
    check_between(n_ours, JW_N_PLUGINS, JW_N_PLUGINS, "plug-ins listed");
    for (int i = 0; i < JW_N_PLUGINS; ++i) {
        const char *uri = jw_plugin(i)->uri;
        LilvNode *node = lilv_new_uri(world, uri);
        plugin = lilv_plugins_get_by_uri(plugins, node);
        Host *host = host_new(&(HostConfig){.bundle = bundle, .uri = uri, .rate_hz = 48000.0});
        if (check(plugin && host, "%s is not there", uri)) {
            test_plugin(uri);
            test_extensions(host, uri);
            test_properties(uri);
            test_ports(uri);
            test_designations(uri);
            test_order(uri);
            test_selector(i, uri);
            for (int id = 0; id < JW_N_PARAMS; ++id) {
                test_param(i, (JwParamId)id);
            }
            test_rates(uri);
            test_window(i, bundle);
            const int n_presets = test_presets(uri, bundle);
            test_preset_after_preset(i, presets_dir);
            if (i == JW_PLUGIN_INSTRUMENT) {
                test_menu(n_presets, presets_dir);
            } else {
                check(n_presets > 0, "%s: no presets", uri);
            }
        }
        host_free(host);
        lilv_node_free(node);
    }
    lilv_node_free(folder);
    lilv_world_free(world);
    return check_result();
}
