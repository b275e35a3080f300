// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Clusters: characters that a reader sees as one and that must not be separated: a letter with its
// vowel signs and accents, consonants joined by a virama, a flag, a Hangul syllable.
//
// These are Unicode's extended grapheme clusters (UAX 29), with conjuncts in all scripts of India.
// Texts are UTF-8; a malformed byte counts as U+FFFD, a cluster of its own.

#ifndef JW_WINDOW_CLUSTER_H
#define JW_WINDOW_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes the character at *text (before `end`) and moves *text past it; U+FFFD for a malformed
/// byte. [any]
uint32_t jw_cluster_decode(const char **text, const char *end);

/// True for a mark, joiner or other character that belongs to the preceding one. [any]
bool jw_cluster_extends(uint32_t c);

/// End of the cluster that starts at text[at], in a text of n bytes; at < n. [any]
size_t jw_cluster_end(const char *text, size_t n, size_t at);

/// Start of the last cluster of a text of n bytes; 0 for n = 0. [any]
size_t jw_cluster_last(const char *text, size_t n);

/// Copies as many whole clusters of a text as fit, and a final zero. [any]
void jw_cluster_copy(char *to, size_t size, const char *from);

#endif // JW_WINDOW_CLUSTER_H
