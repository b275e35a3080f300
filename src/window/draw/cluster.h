// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Clusters: the characters that a reader sees as one, and that are therefore never separated: a
// letter with its vowel signs and accents, consonants joined by a virama, a flag, a Hangul
// syllable.
//
// These are the extended grapheme clusters of Unicode's UAX 29, with conjuncts in every script of
// India. Texts are UTF-8; a malformed byte counts as U+FFFD, a cluster of its own.

#ifndef JW_WINDOW_CLUSTER_H
#define JW_WINDOW_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes the character at *text, which is before `end`, and moves *text behind it; U+FFFD for a
/// malformed byte. [any]
uint32_t jw_cluster_decode(const char **text, const char *end);

/// True for a mark, a joiner or another character that belongs to the one before it. [any]
bool jw_cluster_extends(uint32_t c);

/// End of the cluster that begins at text[at], of a text of n bytes, at < n. [any]
size_t jw_cluster_end(const char *text, size_t n, size_t at);

/// Start of the last cluster of a text of n bytes; 0 for n = 0. [any]
size_t jw_cluster_last(const char *text, size_t n);

/// Copies a text, or as many whole clusters as there is room for; the copy ends in a zero. [any]
void jw_cluster_copy(char *to, size_t size, const char *from);

#endif // JW_WINDOW_CLUSTER_H
