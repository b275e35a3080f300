# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Opens a CLAP plug-in as a host does, and counts what is in it.

    open_clap.py FILE.clap COUNT
"""

import ctypes as c
import sys


class Entry(c.Structure):
    _fields_ = [("version", c.c_uint32 * 3), ("init", c.CFUNCTYPE(c.c_bool, c.c_char_p)),
                ("deinit", c.CFUNCTYPE(None)), ("get_factory", c.CFUNCTYPE(c.c_void_p, c.c_char_p))]


class Factory(c.Structure):
    _fields_ = [("count", c.CFUNCTYPE(c.c_uint32, c.c_void_p))]


def main():
    path, wanted = sys.argv[1], int(sys.argv[2])
    entry = Entry.in_dll(c.CDLL(path), "clap_entry")
    if not entry.init(path.encode()):
        return f"{path}: init() failed"
    factory = entry.get_factory(b"clap.plugin-factory")
    found = c.cast(factory, c.POINTER(Factory)).contents.count(factory)
    entry.deinit()
    return None if found == wanted else f"{path} has {found} plug-ins, not {wanted}"


if __name__ == "__main__":
    sys.exit(main())
