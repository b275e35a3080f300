// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// JSON (RFC 8259) in one line of text, read into values that know where they stand.
//
// Libraries give the place of an error in the text itself, but not that of a value that is wrong
// for its reader.

#ifndef JW_JSON_TEXT_H
#define JW_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum {
    JW_JSON_VALUES = 4096, ///< Most values of a text
    JW_JSON_DEPTH = 8,     ///< Most lists and objects around a value, itself included
    JW_JSON_COLUMN_NONE = 0,
};

typedef enum {
    JW_JSON_NULL,
    JW_JSON_TRUTH,
    JW_JSON_NUMBER,
    JW_JSON_TEXT,
    JW_JSON_LIST,
    JW_JSON_OBJECT,
} JwJsonType;

typedef struct {
    JwJsonType type;
    int column;       ///< Place of its first character in the text, in characters from 1
    const char *text; ///< Text; a number as it is written, true, false or null as the word; NULL
                      ///< for a list or an object
    const char *key;  ///< Key of an object's member; NULL for any other value
    int key_column;   ///< Place of the key
    int child;        ///< First value of a list or an object; -1: none
    int next;         ///< Next value of the list or object that has this one; -1: none
} JwJsonValue;

/// Values of a text; set to {0} before use, and used again and again.
typedef struct {
    int n_values;
    int most;           ///< Values that there is room for
    JwJsonValue *value; ///< Values, of which the first is the whole text
    char *texts;        ///< Texts and keys
    size_t texts_size;
    int column;       ///< Place of the error in the text
    const char *what; ///< The error, for a user
} JwJson;

/// Reads a text of `size` bytes without control characters. A zero byte in a text, a key that comes
/// twice in an object and half a surrogate are errors. Returns false, with column and what, for an
/// error; column is JW_JSON_COLUMN_NONE if memory is short. [any]
bool jw_json_read(JwJson *json, const char *text, size_t size);

/// Frees all. [any]
void jw_json_clear(JwJson *json);

/// Name of a type, for a user: "a number". [any]
const char *jw_json_type_name(JwJsonType type);

#endif // JW_JSON_TEXT_H
