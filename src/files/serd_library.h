// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Library that reads presets' Turtle: linked into the programs, and found at run time by the
// plug-in, which must load where there is none.

#ifndef JW_SERD_LIBRARY_H
#define JW_SERD_LIBRARY_H

#include <serd/serd.h>
#include <stdbool.h>

typedef struct {
    void *library; ///< Handle of the library; NULL: linked
    SerdReader *(*reader_new)(SerdSyntax syntax, void *handle, void (*free_handle)(void *),
                              SerdBaseSink base, SerdPrefixSink prefix, SerdStatementSink statement,
                              SerdEndSink end);
    void (*reader_free)(SerdReader *reader);
    void (*reader_set_strict)(SerdReader *reader, bool strict);
    void (*reader_set_error_sink)(SerdReader *reader, SerdErrorSink sink, void *handle);
    SerdStatus (*reader_read_source)(SerdReader *reader, SerdSource source,
                                     SerdStreamErrorFunc error, void *stream, const uint8_t *name,
                                     size_t page_size);
    SerdEnv *(*env_new)(const SerdNode *base);
    void (*env_free)(SerdEnv *env);
    SerdStatus (*env_set_base_uri)(SerdEnv *env, const SerdNode *uri);
    SerdStatus (*env_set_prefix)(SerdEnv *env, const SerdNode *name, const SerdNode *uri);
    SerdNode (*env_expand_node)(const SerdEnv *env, const SerdNode *node);
    void (*node_free)(SerdNode *node);
} JwSerd;

/// Finds the library; false if there is none; must be closed in any case. [main, worker]
bool jw_serd_open(JwSerd *serd);
void jw_serd_close(JwSerd *serd);

#endif // JW_SERD_LIBRARY_H
