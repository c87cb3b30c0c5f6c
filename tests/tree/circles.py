#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Circles among the object files of a folder: files that need each other's functions.

    circles.py OBJECT...

Prints one line for each circle, its files in order; nothing is good news.  What a file
defines and needs comes from nm, so it is what the linker sees.
"""
import os
import subprocess
import sys


def symbols(paths):
    """Of each object the names that it defines, and those it needs."""
    out = subprocess.run(["nm", "-A", *paths], capture_output=True, text=True, check=True).stdout
    found = {path: (set(), set()) for path in paths}
    for line in out.splitlines():
        path, rest = line.split(":", 1)
        kind, name = rest.split()[-2:]
        if kind in "TDBRV":
            found[path][0].add(name)
        elif kind == "U":
            found[path][1].add(name)
    return found


def circles(needs):
    """Strongly connected components of more than one file (Tarjan 1972)."""
    index, low, stack, found = {}, {}, [], []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        for w in needs[v]:
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            at = stack.index(v)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for v in sorted(needs):
        if v not in index:
            visit(v)
    return found


def main():
    defined_in, needed_by = {}, {}
    top = os.path.commonpath([os.path.dirname(path) for path in sys.argv[1:]])
    for path, (defined, needed) in symbols(sys.argv[1:]).items():
        name = os.path.splitext(os.path.relpath(path, top).replace(".libs/", ""))[0]
        needed_by[name] = needed
        defined_in.update((symbol, name) for symbol in defined)
    needs = {name: sorted({defined_in[s] for s in needed if s in defined_in} - {name})
             for name, needed in needed_by.items()}
    for circle in circles(needs):
        print(" ".join(circle))


if __name__ == "__main__":
    main()
