// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/json_text.h"

#include "base/utf8.h"
#include "files/text_file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    JwJson *json;
    const char *at, *end;
    const char *seen; ///< Place up to which columns are counted
    int column;       ///< Column of that place
    char *put;        ///< Place of the next text
    int depth;
} Reader;

/// Column of a place that is not before any that was asked for.
static int column_of(Reader *r, const char *place) {
    for (; r->seen < place; ++r->seen) {
        r->column += !jw_utf8_continues(*r->seen);
    }
    return r->column;
}

static bool fail_at(Reader *r, const char *place, const char *what) {
    r->json->column = column_of(r, place);
    r->json->what = what;
    return false;
}

static bool fail(Reader *r, const char *what) {
    return fail_at(r, r->at, what);
}

static bool fail_memory(Reader *r) {
    r->json->column = JW_JSON_COLUMN_NONE;
    r->json->what = "out of memory";
    return false;
}

static void skip_blanks(Reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')) {
        ++r->at;
    }
}

static bool next_is(const Reader *r, char c) {
    return r->at < r->end && *r->at == c;
}

static bool is_digit(const Reader *r) {
    return r->at < r->end && *r->at >= '0' && *r->at <= '9';
}

/********* Values *********/

/// Makes a value; -1 if there is no room.
static int new_value(Reader *r) {
    JwJson *json = r->json;
    if (json->n_values == JW_JSON_VALUES) {
        fail(r, "too many values");
        return -1;
    }
    if (json->n_values == json->most) {
        const int most = json->most ? 2 * json->most : 32;
        JwJsonValue *value = realloc(json->value, (size_t)most * sizeof(*value));
        if (!value) {
            fail_memory(r);
            return -1;
        }
        json->value = value;
        json->most = most;
    }
    json->value[json->n_values] =
        (JwJsonValue){.column = column_of(r, r->at), .child = -1, .next = -1};
    return json->n_values++;
}

/// Keeps n bytes as a text.
static const char *keep(Reader *r, const char *bytes, size_t n) {
    char *text = r->put;
    memcpy(text, bytes, n);
    text[n] = '\0';
    r->put += n + 1;
    return text;
}

/********* Texts *********/

static bool take_hex(Reader *r, uint32_t *code) {
    *code = 0;
    for (int i = 0; i < 4; ++i, ++r->at) {
        const char c = r->at < r->end ? *r->at : '\0';
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) {
            return fail(r, "four hexadecimal digits are needed behind \\u");
        }
        *code = 16 * *code + (uint32_t)digit;
    }
    return true;
}

/// Takes the digits after \u: a character, or the two halves of one.
static bool take_unicode(Reader *r) {
    const char *start = r->at;
    uint32_t code, low;
    if (!take_hex(r, &code)) {
        return false;
    }
    if (code >= 0xd800 && code < 0xdc00) {
        if (r->end - r->at < 2 || r->at[0] != '\\' || r->at[1] != 'u') {
            return fail_at(r, start, "half a surrogate pair");
        }
        r->at += 2;
        if (!take_hex(r, &low)) {
            return false;
        }
        if (low < 0xdc00 || low > 0xdfff) {
            return fail_at(r, start, "half a surrogate pair");
        }
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code == 0 || (code >= 0xdc00 && code <= 0xdfff)) {
        return fail_at(r, start, code ? "half a surrogate pair" : "a zero byte in a text");
    }
    char bytes[JW_UTF8_SIZE];
    const size_t n = jw_utf8_encode(code, bytes);
    memcpy(r->put, bytes, n);
    r->put += n;
    return true;
}

static bool take_escape(Reader *r) {
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char c = r->at < r->end ? *r->at : '\0';
    const char *found = c ? strchr(names, c) : NULL;
    if (c == 'u') {
        ++r->at;
        return take_unicode(r);
    }
    if (!found) {
        return fail(r, "no such escape");
    }
    ++r->at;
    *r->put++ = meanings[found - names];
    return true;
}

static bool take_text(Reader *r, const char **text) {
    const char *open = r->at++;
    *text = r->put;
    while (r->at < r->end && *r->at != '"') {
        const size_t n = jw_text_character(r->at, (size_t)(r->end - r->at));
        if (*r->at == '\\') {
            ++r->at;
            if (!take_escape(r)) {
                return false;
            }
        } else if (n == 0 || (unsigned char)*r->at < 0x20) {
            return fail(r, "not UTF-8, or a control character");
        } else {
            memcpy(r->put, r->at, n);
            r->put += n;
            r->at += n;
        }
    }
    if (r->at == r->end) {
        return fail_at(r, open < r->seen ? r->at : open, "a text without its end");
    }
    ++r->at;
    *r->put++ = '\0';
    return true;
}

/********* Numbers and words *********/

static int skip_digits(Reader *r) {
    int n = 0;
    for (; is_digit(r); ++r->at) {
        ++n;
    }
    return n;
}

/// Skips a number as JSON writes it: no sign but minus, no needless 0, digits around a point.
static bool skip_number(Reader *r) {
    const char *start = r->at;
    r->at += next_is(r, '-');
    const bool zero = next_is(r, '0');
    const int n = skip_digits(r);
    bool ok = n == 1 || (n > 1 && !zero);
    if (next_is(r, '.')) {
        ++r->at;
        ok = skip_digits(r) > 0 && ok;
    }
    if (next_is(r, 'e') || next_is(r, 'E')) {
        ++r->at;
        r->at += next_is(r, '-') || next_is(r, '+');
        ok = skip_digits(r) > 0 && ok;
    }
    return ok || fail_at(r, start < r->seen ? r->seen : start, "not a number of JSON");
}

static bool take_number(Reader *r, JwJsonValue *value) {
    const char *start = r->at;
    if (!skip_number(r)) {
        return false;
    }
    value->type = JW_JSON_NUMBER;
    value->text = keep(r, start, (size_t)(r->at - start));
    return true;
}

static bool take_word(Reader *r, JwJsonValue *value) {
    static const struct {
        const char *word;
        JwJsonType type;
    } words[] = {{"true", JW_JSON_TRUTH}, {"false", JW_JSON_TRUTH}, {"null", JW_JSON_NULL}};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
        const size_t n = strlen(words[i].word);
        if ((size_t)(r->end - r->at) >= n && !memcmp(r->at, words[i].word, n)) {
            value->type = words[i].type;
            value->text = keep(r, r->at, n);
            r->at += n;
            return true;
        }
    }
    return fail(r, r->at == r->end ? "a value is missing" : "not a value");
}

/********* Lists and objects *********/

static bool take_value(Reader *r, int *index);

/// Takes a key and its colon.
static bool take_key(Reader *r, int parent, const char **key, int *column) {
    const JwJsonValue *value = r->json->value;
    skip_blanks(r);
    *column = column_of(r, r->at);
    if (!next_is(r, '"')) {
        return fail(r, "a key in quotes is needed");
    }
    if (!take_text(r, key)) {
        return false;
    }
    for (int i = value[parent].child; i >= 0; i = value[i].next) {
        if (!strcmp(value[i].key, *key)) {
            r->json->column = *column;
            r->json->what = "the same key twice";
            return false;
        }
    }
    skip_blanks(r);
    if (!next_is(r, ':')) {
        return fail(r, "a colon is needed behind a key");
    }
    ++r->at;
    return true;
}

static bool take_members(Reader *r, int parent, char close) {
    int last = -1;
    for (;;) {
        const char *key = NULL;
        int key_column = JW_JSON_COLUMN_NONE, index;
        if (close == '}' && !take_key(r, parent, &key, &key_column)) {
            return false;
        }
        skip_blanks(r);
        if (!take_value(r, &index)) {
            return false;
        }
        JwJsonValue *value = r->json->value;
        value[index].key = key;
        value[index].key_column = key_column;
        *(last < 0 ? &value[parent].child : &value[last].next) = index;
        last = index;
        skip_blanks(r);
        if (next_is(r, close)) {
            ++r->at;
            return true;
        }
        if (!next_is(r, ',')) {
            return fail(r, close == '}' ? "a comma or } is needed" : "a comma or ] is needed");
        }
        ++r->at;
    }
}

static bool take_group(Reader *r, int index) {
    const char close = *r->at == '{' ? '}' : ']';
    r->json->value[index].type = close == '}' ? JW_JSON_OBJECT : JW_JSON_LIST;
    if (++r->depth > JW_JSON_DEPTH) {
        return fail(r, "too many lists and objects in each other");
    }
    ++r->at;
    skip_blanks(r);
    bool ok = true;
    if (next_is(r, close)) {
        ++r->at;
    } else {
        ok = take_members(r, index, close);
    }
    --r->depth;
    return ok;
}

static bool take_value(Reader *r, int *index) {
    *index = new_value(r);
    if (*index < 0) {
        return false;
    }
    JwJsonValue *value = &r->json->value[*index];
    if (next_is(r, '{') || next_is(r, '[')) {
        return take_group(r, *index);
    }
    if (next_is(r, '"')) {
        value->type = JW_JSON_TEXT;
        return take_text(r, &value->text);
    }
    return next_is(r, '-') || is_digit(r) ? take_number(r, value) : take_word(r, value);
}

/// Makes room for all texts: a number or word needs a byte more than it has, and has a byte beside
/// it that no text needs.
static bool make_room(JwJson *json, size_t size) {
    const size_t needed = 2 * size + 2;
    if (needed > json->texts_size) {
        free(json->texts);
        json->texts = malloc(needed);
        json->texts_size = json->texts ? needed : 0;
    }
    return json->texts != NULL;
}

bool jw_json_read(JwJson *json, const char *text, size_t size) {
    Reader r = {.json = json, .at = text, .end = text + size, .seen = text, .column = 1};
    int index;
    json->n_values = 0;
    if (!make_room(json, size)) {
        return fail_memory(&r);
    }
    r.put = json->texts;
    skip_blanks(&r);
    if (!take_value(&r, &index)) {
        return false;
    }
    skip_blanks(&r);
    return r.at == r.end || fail(&r, "something behind the end");
}

void jw_json_clear(JwJson *json) {
    free(json->value);
    free(json->texts);
    *json = (JwJson){0};
}

const char *jw_json_type_name(JwJsonType type) {
    static const char *const names[] = {
        [JW_JSON_NULL] = "null",       [JW_JSON_TRUTH] = "true or false",
        [JW_JSON_NUMBER] = "a number", [JW_JSON_TEXT] = "a text",
        [JW_JSON_LIST] = "a list",     [JW_JSON_OBJECT] = "an object",
    };
    return names[type];
}
