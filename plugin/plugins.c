// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "plugins.h"

#include "files/preset_file.h"

#include <math.h>
#include <stddef.h>

static const JwPlugin plugins[JW_N_PLUGINS] = {
    [JW_PLUGIN_INSTRUMENT] =
        {
            .uri = JW_PLUGIN_URI,
            .ui = JW_PLUGIN_URI ":ui",
            .instrument = "sitar",
            .name = "Jawari",
            .shortdesc = "Strings that buzz: a physical model of sitars, tanpuras and others",
            .comment = "Plucked strings over a wide bridge, the jawari, on which they lie, wrap and"
                       " buzz: string, bridge, thread and frets are computed as they move."
                       " Instruments are text files.",
        },
    [JW_PLUGIN_DRONE] =
        {
            .uri = JW_DRONE_URI,
            .ui = JW_DRONE_URI ":ui",
            .instrument = "tanpura",
            .name = "Jawari Drone",
            .shortdesc = "A tanpura that plays by itself, in the host's tempo",
            .comment = "The drone of Indian music: the strings of a tanpura, one after another,"
                       " over and over, each over its bridge and thread.",
        },
    [JW_PLUGIN_RESONATOR] =
        {
            .uri = JW_RESONATOR_URI,
            .ui = JW_RESONATOR_URI ":ui",
            .instrument = "sitar",
            .name = "Jawari Resonator",
            .shortdesc = "Any sound into the strings and body of a sitar, tanpura or sarod",
            .comment =
                "Sound that comes in pushes the bridge of an instrument: its strings, body"
                " and jawari answer, and push back. Keys that are held choose the strings, or"
                " tune them.",
        },
};

/// Parameters without a meaning where no notes are played. The list is final for the present
/// parameters, since ports keep their indices.
static const JwParamId of_notes[] = {
    JW_P_BEND_RANGE, JW_P_VIBRATO_DEPTH,   JW_P_VIBRATO_RATE, JW_P_POLYPHONY,
    JW_P_LEGATO,     JW_P_RELEASE_DAMPING, JW_P_VOLUME,       JW_P_EXPRESSION,
};

/// Value of SA for C#, the tonic of the sitar with which the instrument plug-in begins.
static const double sitar_sa = 2.0;

const JwPlugin *jw_plugin(int index) {
    return &plugins[index];
}

/// True for a parameter of the audio input, which effects have.
static bool is_of_input(JwParamId id) {
    return jw_param_info(id)->group == JW_GROUP_INPUT;
}

bool jw_plugin_has_input(int index) {
    return index == JW_PLUGIN_RESONATOR;
}

/// True for a parameter of strokes or of automatic playing, which effects do not have.
static bool is_of_strokes(JwParamId id) {
    const JwParamGroup group = jw_param_info(id)->group;
    return id == JW_P_DRONE || group == JW_GROUP_PLUCK || group == JW_GROUP_DRONE;
}

static bool has_control(int index, JwParamId id) {
    for (size_t i = 0; i < sizeof(of_notes) / sizeof(of_notes[0]); ++i) {
        if (index != JW_PLUGIN_INSTRUMENT && of_notes[i] == id) {
            return false;
        }
    }
    return jw_plugin_has_input(index) ? !is_of_strokes(id) : !is_of_input(id);
}

/// True if the port of a parameter comes before that of another: the main parameters of an effect
/// come first.
static bool stands_before(int index, JwParamId id, JwParamId other) {
    const bool first = jw_plugin_has_input(index) && is_of_input(id);
    const bool other_first = jw_plugin_has_input(index) && is_of_input(other);
    return first != other_first ? first : id < other;
}

double jw_plugin_default(int index, JwParamId id) {
    if (!has_control(index, id)) {
        return NAN;
    }
    const bool plays = index == JW_PLUGIN_DRONE && (id == JW_P_DRONE || id == JW_P_DRONE_SYNC);
    if (index == JW_PLUGIN_DRONE && id == JW_P_SA) {
        return sitar_sa; // The drone beside the instrument is in tune as both come
    }
    return plays ? 1.0 : jw_param_info(id)->def;
}

int jw_plugin_port(int index, JwParamId id) {
    int port = JW_PORT_FIRST;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        port += has_control(index, (JwParamId)i) && stands_before(index, (JwParamId)i, id);
    }
    port += port >= JW_PORT_INSTRUMENT;
    return has_control(index, id) ? port : -1;
}

int jw_plugin_host_port(int index, JwHostPort port) {
    int n = 0;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        n += has_control(index, (JwParamId)i);
    }
    return JW_PORT_FIRST + n + 1 + (int)port;
}

int jw_plugin_n_ports(int index) {
    return jw_plugin_host_port(index,
                               jw_plugin_has_input(index) ? JW_N_HOST_PORTS : JW_HOST_IN_LEFT);
}

bool jw_plugin_leaves_alone(int index, JwParamId id) {
    static const JwParamId ids[] = {
        JW_P_QUALITY, JW_P_VOLUME,      JW_P_EXPRESSION,  JW_P_PAN,        JW_P_A4,
        JW_P_SA,      JW_P_DRONE_TEMPO, JW_P_SENSITIVITY, JW_P_DRY,        JW_P_WET,
        JW_P_LIMITER, JW_P_ROOM,        JW_P_ROOM_SIZE,   JW_P_ROOM_WIDTH,
    };
    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); ++i) {
        if (ids[i] == id) {
            return true;
        }
    }
    // Switches of the drone: a drone plug-in always plays, in the tempo that the user wants.
    return index == JW_PLUGIN_DRONE && (id == JW_P_DRONE || id == JW_P_DRONE_SYNC);
}
