#!/usr/bin/env python3
"""Circles among the object files of a folder: files that need each other's functions.

    circles.py OBJECT...

Prints one line for each circle, its files in order; nothing is good news.  What a file
defines and needs comes from nm, so it is what the linker sees.
"""
import os
import subprocess
import sys


def symbols(path):
    """Names that the object defines, and those it needs."""
    out = subprocess.run(["nm", path], capture_output=True, text=True, check=True).stdout
    defined, needed = set(), set()
    for line in out.splitlines():
        kind, name = line.split()[-2:]
        if kind in "TDBRV":
            defined.add(name)
        elif kind == "U":
            needed.add(name)
    return defined, needed


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
    for path in sys.argv[1:]:
        name = os.path.splitext(os.path.relpath(path, top).replace(".libs/", ""))[0]
        defined, needed_by[name] = symbols(path)
        defined_in.update((symbol, name) for symbol in defined)
    needs = {name: sorted({defined_in[s] for s in needed if s in defined_in} - {name})
             for name, needed in needed_by.items()}
    for circle in circles(needs):
        print(" ".join(circle))


if __name__ == "__main__":
    main()
