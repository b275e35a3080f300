// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Table of the instrument's ports in Markdown, as doc/hosts.md has it.

#ifndef JW_PORTS_TABLE_H
#define JW_PORTS_TABLE_H

/// Prints it; selector_comment: what the port of the instrument says.
void print_ports_table(const char *selector_comment);

#endif // JW_PORTS_TABLE_H
