# SPDX-License-Identifier: GPL-3.0-or-later
"""sizes - requests of another size that move the same bytes"""
import bisect

from rundir import ERROR_RETURN, TRACES, replace_column

SIZED = ("trace_bio.out", "trace_read.out", "trace_write.out")


def with_size(e, size, length, column, lat_column):
    new = e.copy()
    new.line = replace_column(e.line, column, size)
    new.line = replace_column(new.line, lat_column, round(length * 1e9))
    new.size, new.length = size, length
    return new


def size(run, level, rng):
    """Requests of level times the size, bytes kept: split below 1, coalesced above."""
    if level == 1:
        return
    for name in SIZED:
        if name not in run.events:
            continue
        column, lat_column = TRACES[name]
        events = run.events[name]
        parts = split(events, round(1 / level), column, lat_column) if level < 1 else \
            coalesce(run, events, round(level), name)
        run.events[name] = parts
        run.changed.add(name)


def split(events, n, column, lat_column):
    out = []
    for e in events:
        if not 0 < e.size < ERROR_RETURN:
            out.append(e)
            continue
        pieces = min(n, e.size)
        for k in range(pieces):
            part = e.size * (k + 1) // pieces - e.size * k // pieces
            length = e.length / pieces
            new = with_size(e, part, length, column, lat_column)
            out.append(new.moved(-(pieces - 1 - k) * length))
    return out


def coalesce(run, events, n, name):
    """Each process' requests in runs of n of one direction, of one file; the first's place.

    Runs end where a phase starts or ends, so that no bytes change their phase.
    """
    column, lat_column = TRACES[name]
    bounds = sorted({t for p in run.phases for t in p[1:3]})
    out, groups = [], {}

    def close(group):
        first = group[0]
        if len(group) == 1:
            out.append(first)
            return
        length = sum(e.length for e in group)
        new = with_size(first, sum(e.size for e in group), length, column, lat_column)
        out.append(new.moved(length - first.length))

    for e in sorted(events, key=lambda x: x.start):
        if not 0 < e.size < ERROR_RETURN:
            out.append(e)
            continue
        words = e.line.split()
        key = (e.pid, words[-4] if name == "trace_bio.out" else " ".join(words[5:]),
               bisect.bisect_right(bounds, e.start))
        group = groups.setdefault(key, [])
        group.append(e)
        if len(group) == n:
            close(groups.pop(key))
    for group in groups.values():
        close(group)
    return out
