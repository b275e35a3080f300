// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Values that channels have of their own: who has which, in zones and out of them; and the engine
// that tells of them.

#include "engine/engine.h"
#include "playing/channels.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <string.h>

static JwChannels channels;

static void send(int status, int a, int b) {
    const uint8_t bytes[] = {(uint8_t)status, (uint8_t)a, (uint8_t)b};
    const JwMidi midi = jw_midi_decode(bytes);
    jw_channels_take(&channels, &midi);
}

static void control(int channel, int number, int value) {
    send(0xb0 | channel, number, value);
}

static void zone(int manager, int members) {
    control(manager, JW_CC_RPN_MSB, 0);
    control(manager, JW_CC_RPN_LSB, 6);
    control(manager, JW_CC_DATA_MSB, members);
}

static void is(const char *what, int channel, JwChannelValue value, double right) {
    const double got = jw_channels_value(&channels, channel, value);
    check(fabs(got - right) < 1e-9, "%s: %g, not %g", what, got, right);
}

static void begin(void) {
    jw_channels_init(&channels, 2.0);
    jw_channels_set_base(&channels, JW_P_VOLUME, 80.0);
    jw_channels_set_base(&channels, JW_P_PAN, -10.0);
}

static void check_own(void) {
    begin();
    check(jw_channels_alike(&channels), "nothing has come");
    is("volume at first", 5, JW_VALUE_VOLUME, 80.0);
    is("expression at first", 5, JW_VALUE_EXPRESSION, 100.0);
    is("vibrato at first", 5, JW_VALUE_VIBRATO, 0.0);
    control(5, JW_CC_VOLUME, 127);
    control(5, JW_CC_PAN, 0);
    control(5, JW_CC_EXPRESSION, 0);
    control(5, JW_CC_MODULATION, 127);
    check(!jw_channels_alike(&channels), "something has");
    is("volume", 5, JW_VALUE_VOLUME, 100.0);
    is("pan", 5, JW_VALUE_PAN, -100.0);
    is("expression", 5, JW_VALUE_EXPRESSION, 0.0);
    is("vibrato", 5, JW_VALUE_VIBRATO, 200.0);
    is("volume of another", 4, JW_VALUE_VOLUME, 80.0);
    is("volume of none, while channel 1 leads", -1, JW_VALUE_VOLUME, 80.0);
    jw_channels_set_base(&channels, JW_P_GAIN, 3.0);
    is("other parameters are nobody's", 5, JW_VALUE_VOLUME, 100.0);
    jw_channels_set_base(&channels, JW_P_VOLUME, 30.0);
    is("the later holds", 5, JW_VALUE_VOLUME, 30.0);
    is("of that alone", 5, JW_VALUE_PAN, -100.0);
    control(5, JW_CC_VOLUME, 0);
    control(5, JW_CC_RESET_CONTROLLERS, 0);
    is("a reset leaves the volume", 5, JW_VALUE_VOLUME, 0.0);
    is("and the pan", 5, JW_VALUE_PAN, -100.0);
    is("expression goes back", 5, JW_VALUE_EXPRESSION, 100.0);
    is("and modulation", 5, JW_VALUE_VIBRATO, 0.0);
}

static void check_leader(void) {
    begin();
    check(jw_channels_leader(&channels) == 0, "channel 1 at first");
    control(7, JW_CC_VOLUME, 127);
    send(0x97, 60, 0);
    check(jw_channels_leader(&channels) == 0, "a note's end is no note");
    send(0x97, 60, 1);
    check(jw_channels_leader(&channels) == 7, "the first note's channel");
    send(0x90, 60, 1);
    check(jw_channels_leader(&channels) == 7, "stays");
    is("volume of what no channel plays", -1, JW_VALUE_VOLUME, 100.0);
    zone(0, 10);
    check(jw_channels_leader(&channels) == 0, "of a member its manager");
    jw_channels_panic(&channels, 2.0);
    check(jw_channels_leader(&channels) == 7, "also after a panic");
    is("which leaves volumes", 7, JW_VALUE_VOLUME, 100.0);
    begin();
    zone(15, 14);
    send(0x94, 60, 1);
    check(jw_channels_leader(&channels) == 15, "the upper zone's manager");
}

static void check_members(void) {
    begin();
    zone(0, 7);
    control(0, JW_CC_VOLUME, 64);
    control(0, JW_CC_PAN, 96);
    control(0, JW_CC_MODULATION, 32);
    is("a manager's volume is its members'", 3, JW_VALUE_VOLUME, 100.0 * 64 / 127);
    is("and pan", 7, JW_VALUE_PAN, 100.0 * (96 - 64) / 63);
    is("and modulation", 1, JW_VALUE_VIBRATO, 200.0 * 32 / 127);
    is("not of those outside", 8, JW_VALUE_VOLUME, 80.0);
    control(3, JW_CC_VOLUME, 64);
    control(3, JW_CC_PAN, 127);
    control(3, JW_CC_MODULATION, 127);
    is("a member's own is a part of it", 3, JW_VALUE_VOLUME, 100.0 * 64 / 127 * 64 / 127);
    is("pan is added", 3, JW_VALUE_PAN, 100.0);
    is("up to the whole", 3, JW_VALUE_VIBRATO, 200.0);
    is("for itself", 4, JW_VALUE_VOLUME, 100.0 * 64 / 127);
    is("not for the manager", 0, JW_VALUE_VOLUME, 100.0 * 64 / 127);
    control(0, JW_CC_RESET_CONTROLLERS, 0);
    is("a manager's reset is its members'", 3, JW_VALUE_VIBRATO, 0.0);
    zone(0, 2);
    is("a channel that left has what came on it", 3, JW_VALUE_VOLUME, 100.0 * 64 / 127);
    is("or the base", 4, JW_VALUE_VOLUME, 80.0);
}

/********* Engine *********/

static void run(JwEngine *engine, int status, int a, int b) {
    float left[64], right[64];
    const JwEvent event = {
        .type = JW_EVENT_MIDI,
        .midi = jw_midi_decode((const uint8_t[]){(uint8_t)status, (uint8_t)a, (uint8_t)b})};
    jw_engine_run(engine, &event, 1, left, right, NULL, 64);
}

static void check_engine(void) {
    static JwInstrument instrument;
    fixture_sitar(&instrument);
    instrument.param[JW_P_VOLUME] = 80.0;
    JwEngine *engine = jw_engine_new();
    check(engine && !jw_engine_prepare(engine, &instrument, 8000.0, NULL), "prepare");
    run(engine, 0xb4, JW_CC_VOLUME, 0);
    check(jw_engine_param(engine, JW_P_VOLUME) == 80.0, "another channel's volume is its own");
    run(engine, 0xb0, JW_CC_VOLUME, 127);
    check(jw_engine_param(engine, JW_P_VOLUME) == 100.0, "that of the channel that leads is told");
    check(jw_engine_base(engine, JW_P_VOLUME) == 80.0, "and the base below it");
    run(engine, 0x94, 60, 100);
    check(jw_engine_param(engine, JW_P_VOLUME) == 0.0, "the other one leads");
    check(jw_engine_base(engine, JW_P_GAIN) == jw_engine_param(engine, JW_P_GAIN), "no base");
    const JwEvent set = {.type = JW_EVENT_PARAM, .param = {JW_P_VOLUME, 55.0}};
    float left[64], right[64];
    jw_engine_run(engine, &set, 1, left, right, NULL, 64);
    check(jw_engine_param(engine, JW_P_VOLUME) == 55.0 &&
              jw_engine_base(engine, JW_P_VOLUME) == 55.0,
          "the parameter is all channels'");
    const JwEvent nobodys = {.type = JW_EVENT_PARAM, .param = {(JwParamId)JW_N_PARAMS, 55.0}};
    jw_engine_run(engine, &nobodys, 1, left, right, NULL, 64);
    check(jw_engine_base(engine, JW_P_EXPRESSION) == 100.0, "a parameter that there is not");
    jw_engine_free(engine);
}

int main(void) {
    check_own();
    check_leader();
    check_members();
    check_engine();
    return check_result();
}
