// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Texts in XML and HTML.

#ifndef JW_XML_TEXT_H
#define JW_XML_TEXT_H

#include <stddef.h>

/// Writes a text with its special characters as entities, fit for an element and for an attribute
/// in double quotes, and a zero. Returns the number of bytes of the whole, without the zero; of
/// more than `size` - 1, only those that fit are written, and no entity is cut. [any]
size_t jw_xml_escape(const char *text, char *out, size_t size);

#endif // JW_XML_TEXT_H
