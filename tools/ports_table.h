// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Ports of the plug-ins in Markdown, for doc/hosts.md.

#ifndef JW_PORTS_TABLE_H
#define JW_PORTS_TABLE_H

/// Prints the table of the instrument's ports, and a list of the other plug-ins' differences.
void print_ports_table(void);

#endif // JW_PORTS_TABLE_H
