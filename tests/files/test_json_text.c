// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// JSON as RFC 8259 has it, and where its errors and values stand.

#include "files/json_text.h"
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

static JwJson json;

/// Reads from a buffer without a byte behind it.
static bool read_text(const char *text) {
    const size_t n = strlen(text);
    char *exact = malloc(n ? n : 1);
    if (!exact) {
        return false;
    }
    memcpy(exact, text, n);
    const bool ok = jw_json_read(&json, exact, n);
    free(exact);
    return ok;
}

static const JwJsonValue *member(const JwJsonValue *of, const char *key) {
    for (int i = of->child; i >= 0; i = json.value[i].next) {
        if (!strcmp(json.value[i].key, key)) {
            return &json.value[i];
        }
    }
    return NULL;
}

static void check_values(void) {
    const char *text =
        " {\"id\": \"a\\u00e9\\\"\\n\\ud834\\udd1e/\\/\", \"n\":[1,-0.5e+3 , true,null,[]],"
        "\"é\":{},\t\"z\":false} ";
    check(read_text(text), "reads: %d %s", json.column, json.what);
    const JwJsonValue *all = &json.value[0];
    check(all->type == JW_JSON_OBJECT && all->column == 2 && !all->key, "an object");
    const JwJsonValue *id = member(all, "id");
    check(id && id->type == JW_JSON_TEXT && !strcmp(id->text, "aé\"\n𝄞//"), "escapes");
    check(id && id->key_column == 3 && id->column == 9, "their places");
    const JwJsonValue *n = member(all, "n");
    check(n && n->type == JW_JSON_LIST, "a list");
    static const char *const written[] = {"1", "-0.5e+3", "true", "null", NULL};
    static const JwJsonType types[] = {JW_JSON_NUMBER, JW_JSON_NUMBER, JW_JSON_TRUTH, JW_JSON_NULL,
                                       JW_JSON_LIST};
    int k = 0;
    for (int i = n ? n->child : -1; i >= 0 && k < 5; i = json.value[i].next, ++k) {
        const JwJsonValue *v = &json.value[i];
        check(v->type == types[k], "value %d is %s", k, jw_json_type_name(v->type));
        check(written[k] ? v->text && !strcmp(v->text, written[k]) : !v->text, "text of %d", k);
    }
    check(k == 5, "five values");
    const JwJsonValue *e = member(all, "é"), *z = member(all, "z");
    check(e && e->type == JW_JSON_OBJECT && e->child == -1, "an empty object");
    // A character of two bytes counts once.
    check(e && z && z->key_column == e->key_column + 8, "columns are of characters");
}

static void check_refused(const char *text, int column, const char *what) {
    check(!read_text(text) && json.column == column && strstr(json.what, what), "%s: %d %s", text,
          json.column, json.what);
}

static void check_errors(void) {
    check_refused("", 1, "missing");
    check_refused("{", 2, "key");
    check_refused("{\"a\"}", 5, "colon");
    check_refused("{\"a\":}", 6, "not a value");
    check_refused("{\"a\":1,}", 8, "key");
    check_refused("{\"a\":1 \"b\":2}", 8, "comma or }");
    check_refused("[1 2]", 4, "comma or ]");
    check_refused("{\"a\":1,\"a\":2}", 8, "twice");
    check_refused("{\"a\":1} x", 9, "behind");
    check_refused("{\"a\":01}", 6, "number");
    check_refused("{\"a\":1.}", 6, "number");
    check_refused("{\"a\":-}", 6, "number");
    check_refused("{\"a\":1e}", 6, "number");
    check_refused("{\"a\":+1}", 6, "not a value");
    check_refused("{\"a\":.5}", 6, "not a value");
    check_refused("{\"a\":NaN}", 6, "not a value");
    check_refused("{\"a\":\"x", 6, "without its end");
    check_refused("{\"a\":\"\\x\"}", 8, "escape");
    check_refused("{\"a\":\"\\u12g4\"}", 11, "hexadecimal");
    check_refused("{\"a\":\"\\ud834\"}", 9, "surrogate");
    check_refused("{\"a\":\"\\udd1e\"}", 9, "surrogate");
    check_refused("{\"a\":\"\\u0000\"}", 9, "zero");
    check_refused("{\"a\":\"\xff\"}", 7, "UTF-8");
    check_refused("{\"a\":\"\t\"}", 7, "control");
    check_refused("[[[[[[[[[1]]]]]]]]]", 9, "each other");
    check(read_text("[[[[[[[[1]]]]]]]]"), "eight deep");
}

static void check_limits(void) {
    enum { n = JW_JSON_VALUES + 8 };
    char *text = malloc(2 * n + 3);
    if (!text) {
        return;
    }
    for (int i = 0; i < n; ++i) {
        memcpy(text + 2 * i, i ? ",1" : "[1", 2);
    }
    memcpy(text + 2 * n, "]", 2);
    check(!read_text(text) && strstr(json.what, "many"), "too many values");
    text[2 * (JW_JSON_VALUES - 1)] = ']';
    text[2 * (JW_JSON_VALUES - 1) + 1] = '\0';
    check(read_text(text) && json.n_values == JW_JSON_VALUES, "as many as there may be");
    free(text);
}

int main(void) {
    check_values();
    check_errors();
    check_limits();
    jw_json_clear(&json);
    return check_result();
}
