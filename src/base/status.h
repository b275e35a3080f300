// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Status returned by setup functions; audio code never fails.

#ifndef JW_STATUS_H
#define JW_STATUS_H

/// Values of that status; 0 is success.
typedef enum {
    JW_SUCCESS = 0,
    JW_ERR_NO_MEMORY,     ///< An allocation failed; nothing was changed
    JW_ERR_BAD_RATE,      ///< Sample rate outside [JW_RATE_MIN_HZ, JW_RATE_MAX_HZ]
    JW_ERR_BAD_STRING,    ///< A string's data are missing, not finite or out of range
    JW_ERR_BAD_OBSTACLE,  ///< An obstacle's data are missing, not finite or out of range
    JW_ERR_TOO_MANY,      ///< More strings, points or frets than the engine holds
    JW_ERR_NOT_PREPARED,  ///< Called before jw_engine_prepare()
    JW_ERR_BAD_ARG,       ///< A null pointer or an unknown enumerator
    JW_ERR_UNSTABLE_BODY, ///< Strings too heavy for the body they drive
    JW_ERR_BAD_BODY,      ///< A body mode's data are missing, not finite or out of range
    JW_ERR_TOO_MUCH_WORK, ///< Preparing the instrument would take too long: preparation.h
} JwStatus;

/// Sentence without a full stop for any status. [any]
const char *jw_status_message(JwStatus status);

#endif // JW_STATUS_H
