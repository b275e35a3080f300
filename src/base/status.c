// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/status.h"

const char *jw_status_message(JwStatus status) {
    switch (status) {
    case JW_SUCCESS:
        return "success";
    case JW_ERR_NO_MEMORY:
        return "out of memory";
    case JW_ERR_BAD_RATE:
        return "sample rate out of range";
    case JW_ERR_BAD_STRING:
        return "string data missing, not finite or out of range";
    case JW_ERR_BAD_OBSTACLE:
        return "obstacle data missing, not finite or out of range";
    case JW_ERR_TOO_MANY:
        return "more strings, contact points or frets than the engine holds";
    case JW_ERR_NOT_PREPARED:
        return "engine not prepared";
    case JW_ERR_BAD_ARG:
        return "null or unknown argument";
    case JW_ERR_UNSTABLE_BODY:
        return "the body is too light for its strings at this sample rate";
    case JW_ERR_BAD_BODY:
        return "body data missing, not finite or out of range";
    case JW_ERR_TOO_MUCH_WORK:
        return "too many contact points, frets and modes to be prepared in a second";
    }
    return "unknown status";
}
