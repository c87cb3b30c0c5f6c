# SPDX-License-Identifier: GPL-3.0-or-later
"""timemap - where each instant of a run goes, and what that does to gauges

A map is a list of pieces [start, end) -> [to, to + stretch * (end - start)), in seconds
on one axis.  What lies in no piece is gone.  Pieces may overlap where they go to.
"""
import bisect

FOREVER = 1e7  # seconds; more would cost the nanoseconds


class TimeMap:
    """Pieces by their start; move() costs O(log pieces)."""

    def __init__(self, pieces):
        self.pieces = sorted(p for p in pieces if p[1] > p[0])
        self.starts = [p[0] for p in self.pieces]

    def move(self, t):
        """Where t goes, or None."""
        k = bisect.bisect_right(self.starts, t) - 1
        if k < 0:
            return None
        start, end, to, stretch = self.pieces[k]
        if t >= end:
            return None
        return to + stretch * (t - start)

    def is_identity(self):
        return all(to == start and stretch == 1 for start, _, to, stretch in self.pieces)

    def parts(self, start, end):
        """The parts of [start, end) with where each goes: (start, end, to, to_end)."""
        k = max(0, bisect.bisect_right(self.starts, start) - 1)
        while k < len(self.pieces) and self.pieces[k][0] < end:
            p_start, p_end, to, stretch = self.pieces[k]
            a, b = max(start, p_start), min(end, p_end)
            if b > a:
                yield a, b, to + stretch * (a - p_start), to + stretch * (b - p_start)
            k += 1


def identity():
    return TimeMap([(-FOREVER, FOREVER, -FOREVER, 1.0)])


def delay_from(origin, delay):
    """Everything from origin on is late by delay; nothing takes the time in between."""
    return TimeMap([(-FOREVER, origin, -FOREVER, 1.0), (origin, FOREVER, origin + delay, 1.0)])


def continuous(knots):
    """Through knots [(t, where)], slope 1 outside of them."""
    first, last = knots[0], knots[-1]
    pieces = [(-FOREVER, first[0], first[1] - (first[0] + FOREVER), 1.0)]
    for (a, to), (b, to_end) in zip(knots, knots[1:]):
        if b > a:
            pieces.append((a, b, to, (to_end - to) / (b - a)))
    pieces.append((last[0], FOREVER, last[1], 1.0))
    return TimeMap(pieces)


def without(spans):
    """The spans [(start, end)] are cut out and what follows closes up."""
    pieces, at, to = [], -FOREVER, -FOREVER
    for start, end in sorted(spans):
        if end <= at:
            continue
        start = max(start, at)
        pieces.append((at, start, to, 1.0))
        to += start - at
        at = end
    pieces.append((at, FOREVER, to, 1.0))
    return TimeMap(pieces)


def regrid(stamps, values, tmap, keep_mass):
    """A gauge's readings after tmap, on the same grid continued as far as needed.

    stamps     ends of the intervals that the readings are means over, seconds
    values     one list of numbers for each stamp
    keep_mass  True: level times time is kept (a stretched transfer is slower);
               False: the level is kept (a stretched computation works longer)

    Returns (stamps, values, source): source[i] is the old reading that most of the
    new one comes from, or None where nothing went.
    """
    n, width = len(stamps), len(values[0])
    period = sorted(b - a for a, b in zip(stamps, stamps[1:]))[(n - 1) // 2]
    ends = []
    for k in range(n):
        begin = stamps[k - 1] if k else stamps[0] - period
        ends.extend(p[3] for p in tmap.parts(begin, stamps[k]))
    grid = list(stamps)
    if not ends:
        return grid, [[0.0] * width for _ in grid], [None] * n
    while grid[-1] + 1e-6 < max(ends):
        grid.append(grid[-1] + period)
    while len(grid) > 2 and grid[-2] > max(ends) + 1e-6:
        grid.pop()
    mass = [[0.0] * width for _ in grid]
    covered = [0.0] * len(grid)
    most = [(0.0, None)] * len(grid)
    for k in range(n):
        begin = stamps[k - 1] if k else stamps[0] - period
        for a, b, to, to_end in tmap.parts(begin, stamps[k]):
            density = (b - a) / (to_end - to) if keep_mass and to_end > to else 1.0
            i = max(0, bisect.bisect_right(grid, to) - 1)
            while i < len(grid):
                low = grid[i - 1] if i else grid[0] - period
                length = min(to_end, grid[i]) - max(to, low)
                if length > 0:
                    covered[i] += length
                    if length > most[i][0]:
                        most[i] = (length, k)
                    for c in range(width):
                        mass[i][c] += values[k][c] * density * length
                if grid[i] >= to_end:
                    break
                i += 1
    out = []
    for i in range(len(grid)):
        low = grid[i - 1] if i else grid[0] - period
        per = grid[i] - low if keep_mass else covered[i]
        out.append([m / per if per > 0 else 0.0 for m in mass[i]])
    return grid, out, [m[1] for m in most]
