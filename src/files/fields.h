// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tables of the keys that a section may have, and the checks that all sections share.

#ifndef JW_FIELDS_H
#define JW_FIELDS_H

#include "base/error.h"
#include "files/ini_text.h"

#include <stdbool.h>
#include <stddef.h>

enum { JW_FIELDS_MAX = 48 }; ///< Most keys of one kind of section

typedef enum {
    JW_FIELD_NUMBER, ///< Value is a double
    JW_FIELD_WHOLE,  ///< Value is an int
    JW_FIELD_WORD,   ///< Value is an int, an index into words
    JW_FIELD_TEXT,   ///< Value is char[max]
    JW_FIELD_OWN,    ///< Value is read by set()
    JW_FIELD_LIST,   ///< Value is read by set(), once for each line: the key may be repeated
} JwFieldType;

/// Reads a value into the section; sets an error and returns false if it is wrong.
typedef bool (*JwFieldSetter)(void *section, const JwIniItem *item, JwError *error);

/// One key of a section. A section has a variant, one bit of `needs` and `allows` (an obstacle its
/// kind, a string its law of losses), known once the section is read.
typedef struct {
    const char *key;
    JwFieldType type;
    size_t offset;   ///< Offset of the value in the section's structure
    double per_unit; ///< NUMBER: units of the file in one unit of the structure
    double min;      ///< Range in the file's unit
    double max;
    unsigned needs;           ///< Variants that must have the key
    unsigned allows;          ///< Variants that may have the key, including those that must
    const char *const *words; ///< Words of WORD, ended by NULL
    JwFieldSetter set;
} JwField;

/// State of a section while it is read.
typedef struct {
    const JwField *fields;
    int n_fields;
    void *section;
    int header_line;
    char title[JW_INI_SECTION_MAX + 1]; ///< Text between the brackets
    int line[JW_FIELDS_MAX];            ///< Line of each key, 0 if it was not given here
    bool taken[JW_FIELDS_MAX]; ///< True if the key's value is that of another section of this kind
} JwFieldReader;

/// Reads one key. Keys that are unknown, repeated, ill-typed or out of range are errors. [any]
bool jw_field_read(JwFieldReader *reader, const JwIniItem *item, JwError *error);

/// Reads a note (C#3, or Re' over the key of Sa; a negative sa_key means that none is known) or a
/// MIDI key 0..127. [any]
bool jw_key_field_parse(const JwIniItem *item, int sa_key, int *key, JwError *error);

/// Begins a section that has read nothing yet with the values of another: marks its keys as taken.
/// [any]
void jw_fields_take(JwFieldReader *reader, const JwFieldReader *from);

/// Forgets that a key was taken. [any]
void jw_field_drop(JwFieldReader *reader, const char *key);

/// True if this section gives a key itself. [any]
bool jw_field_here(const JwFieldReader *reader, const char *key);

/// Line of a key in the table, or of the section if the key was taken; 0 if the key has no value.
/// [any]
int jw_field_line(const JwFieldReader *reader, const char *key);

/// True if every key that the variant needs is there, and no key is given here that it does not
/// allow. [any]
bool jw_fields_complete(const JwFieldReader *reader, unsigned variant, const char *variant_name,
                        JwError *error);

#endif // JW_FIELDS_H
