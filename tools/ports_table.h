// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Ports of the plug-ins in Markdown, as doc/hosts.md has them.

#ifndef JW_PORTS_TABLE_H
#define JW_PORTS_TABLE_H

/// Prints the table of the instrument's ports, and a list of where the other plug-ins differ.
void print_ports_table(void);

#endif // JW_PORTS_TABLE_H
