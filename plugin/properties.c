// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "properties.h"

#include "files/data_dir.h"
#include "files/preset_file.h"

static const JwPropertyInfo properties[JW_N_PROPERTIES] = {
    {JW_INSTRUMENT_FILE_URI, JW_INSTRUMENT_EXTENSION},
    {"urn:jawari:scaleFile", ".scl"},
    {"urn:jawari:mappingFile", ".kbm"},
    {"urn:jawari:stringTuning", NULL},
    {"urn:jawari:bridgeProfile", NULL},
};

const JwPropertyInfo *jw_property_info(JwProperty property) {
    return &properties[property];
}
