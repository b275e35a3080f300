// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tables of the keys that a section may have, and the checks they all share.

#ifndef JW_FIELDS_H
#define JW_FIELDS_H

#include "files/fault.h"
#include "files/ini_text.h"

#include <stdbool.h>
#include <stddef.h>

enum { JW_FIELDS_MAX = 32 }; ///< Most keys of one kind of section

typedef enum {
    JW_FIELD_NUMBER, ///< double
    JW_FIELD_WHOLE,  ///< int
    JW_FIELD_WORD,   ///< int, an index into words
    JW_FIELD_TEXT,   ///< char[max]
    JW_FIELD_OWN,    ///< Read by set()
    JW_FIELD_LIST,   ///< Read by set(), once a line: the key may be repeated
} JwFieldType;

/// Reads a value into the section; sets a fault and returns false if it is wrong.
typedef bool (*JwFieldSetter)(void *section, const JwIniItem *item, JwFault *fault);

/// One key. A section has a variant, one bit of `needs` and `allows` (an
/// obstacle its kind, a string its law of losses), known once it is read.
typedef struct {
    const char *key;
    JwFieldType type;
    size_t offset;   ///< Of the value in the section's structure
    double per_unit; ///< NUMBER: what the file counts in one of the structure's units
    double min;      ///< In the file's unit
    double max;
    unsigned needs;           ///< Variants that must have it
    unsigned allows;          ///< Variants that may have it, those included
    const char *const *words; ///< WORD: ends with NULL
    JwFieldSetter set;
} JwField;

/// A section while it is read.
typedef struct {
    const JwField *fields;
    int n_fields;
    void *section;
    int header_line;
    char title[JW_INI_SECTION_MAX + 1]; ///< What stands between the brackets
    int line[JW_FIELDS_MAX];            ///< Of each key, 0 if it was not given here
    bool taken[JW_FIELDS_MAX];          ///< Its value is that of another section of this kind
} JwFieldReader;

/// Reads one key; unknown, repeated, ill-typed and out of range are faults. [any]
bool jw_field_read(JwFieldReader *reader, const JwIniItem *item, JwFault *fault);

/// Reads a note (C#3, or Re' over the key of Sa, which is negative where none is known) or a MIDI
/// key 0..127. [any]
bool jw_key_field_parse(const JwIniItem *item, int sa_key, int *key, JwFault *fault);

/// A section that has read nothing yet begins with the values of another: marks its keys as taken.
/// [any]
void jw_fields_take(JwFieldReader *reader, const JwFieldReader *from);

/// Forgets that a key was taken. [any]
void jw_field_drop(JwFieldReader *reader, const char *key);

/// True if this section gives a key itself. [any]
bool jw_field_here(const JwFieldReader *reader, const char *key);

/// Line of a key that the table has, of the section if it was taken; 0 if it has no value. [any]
int jw_field_line(const JwFieldReader *reader, const char *key);

/// What the variant needs is there, and nothing that it does not allow is given here. [any]
bool jw_fields_complete(const JwFieldReader *reader, unsigned variant, const char *variant_name,
                        JwFault *fault);

#endif // JW_FIELDS_H
