// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/serd_library.h"

#ifdef JW_SERD_AT_RUN_TIME

#include "files/dynamic_library.h"

bool jw_serd_open(JwSerd *serd) {
    *serd = (JwSerd){.library = jw_library_open("libserd-0.so.0")};
    void *l = serd->library;
    return l && jw_library_find(l, "serd_reader_new", &serd->reader_new) &&
           jw_library_find(l, "serd_reader_free", &serd->reader_free) &&
           jw_library_find(l, "serd_reader_set_strict", &serd->reader_set_strict) &&
           jw_library_find(l, "serd_reader_set_error_sink", &serd->reader_set_error_sink) &&
           jw_library_find(l, "serd_reader_read_source", &serd->reader_read_source) &&
           jw_library_find(l, "serd_env_new", &serd->env_new) &&
           jw_library_find(l, "serd_env_free", &serd->env_free) &&
           jw_library_find(l, "serd_env_set_base_uri", &serd->env_set_base_uri) &&
           jw_library_find(l, "serd_env_set_prefix", &serd->env_set_prefix) &&
           jw_library_find(l, "serd_env_expand_node", &serd->env_expand_node) &&
           jw_library_find(l, "serd_node_free", &serd->node_free);
}

void jw_serd_close(JwSerd *serd) {
    if (serd->library) {
        jw_library_close(serd->library);
    }
}

#else

bool jw_serd_open(JwSerd *serd) {
    *serd = (JwSerd){
        .reader_new = serd_reader_new,
        .reader_free = serd_reader_free,
        .reader_set_strict = serd_reader_set_strict,
        .reader_set_error_sink = serd_reader_set_error_sink,
        .reader_read_source = serd_reader_read_source,
        .env_new = serd_env_new,
        .env_free = serd_env_free,
        .env_set_base_uri = serd_env_set_base_uri,
        .env_set_prefix = serd_env_set_prefix,
        .env_expand_node = serd_env_expand_node,
        .node_free = serd_node_free,
    };
    return true;
}

void jw_serd_close(JwSerd *serd) {
    (void)serd;
}

#endif
