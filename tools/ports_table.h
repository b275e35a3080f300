// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Ports of the plug-ins in Markdown, as doc/hosts.md has them.

#ifndef JW_PORTS_TABLE_H
#define JW_PORTS_TABLE_H

/// Prints the table of the instrument's ports, and a list of where the other plug-ins differ;
/// selector_comment: meaning of the port that selects the instrument.
void print_ports_table(const char *selector_comment);

#endif // JW_PORTS_TABLE_H
