# SPDX-License-Identifier: GPL-3.0-or-later
"""fine.py FILE [FULL]: the finer values of a series file, unpacked by other code
than fidlio's, against the series they stand behind; with FULL, a file of the same
pair whose finer values are all there are, against those, too."""
import base64
import json
import math
import sys


def unpack(text, n):
    data = iter(base64.b64decode(text, validate=True))

    def number():
        x = shift = 0
        while True:
            byte = next(data)
            x |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return x

    out, last = [], 0
    while len(out) < n:
        x = number()
        if x:
            last += -(x + 1) // 2 if x % 2 else x // 2
            out.append(last)
        else:
            out += [last] * number()
    assert len(out) == n and next(data, None) is None
    return out


def lists(fine):
    return [[None if q == 0 else fine["offset"] + (q - 1) * fine["step"] for q in unpack(fine[key], fine["n"])]
            if fine[key] else None for key in ("values", "min", "max")]


def buckets(first, n, each, to):
    """Elements of [0, n), the first of which is bucket `first`, by the wider bucket."""
    out = {}
    for i in range(n):
        out.setdefault((first + i) // each - to, []).append(i)
    return out


def check(what, yes):
    said.setdefault(what, True)
    said[what] &= bool(yes)


said = {}
doc = json.load(open(sys.argv[1]))
full = json.load(open(sys.argv[2])) if len(sys.argv) > 2 else None
fine_n = 0
for at, series in enumerate(doc["series"]):
    for side in ("real", "emulation"):
        track = series[side]
        fine = track and track["fine"]
        if not fine:
            continue
        fine_n += 1
        step, dt = fine["step"], fine["dt_s"]
        mean, low, high = lists(fine)
        check("no more than asked for", fine["n"] <= doc["fine_points"])
        check("thinned or not", (low is None) == (high is None) == (dt == fine["native_dt_s"]))
        if low:
            check("lowest, mean, highest", all((a is None) == (b is None) == (c is None) and (a is None or a <= b <= c)
                                               for a, b, c in zip(low, mean, high)))
        # a bucket of what is drawn first is the mean of those under it
        each, first = round(track["dt_s"] / dt), round(fine["t0_s"] / dt)
        if abs(track["dt_s"] / dt - each) < 1e-9 and not track["decimated_from"]:
            for k, under in buckets(first, fine["n"], each, round(track["t0_s"] / track["dt_s"])).items():
                want = sum(mean[i] for i in under) / each
                check("means of them are what is drawn first",
                      abs(track["values"][k] - want) <= step / 2 + 1e-4 * abs(want))
        if series["quantity"] == "ops" and not low:
            check("counts are whole", all(abs(x * fine["native_dt_s"] - round(x * fine["native_dt_s"])) < 1e-6 for x in mean))
        if not full:
            continue
        raw = full["series"][at][side]["fine"]
        value = lists(raw)[0]
        each = round(dt / raw["dt_s"])
        for k, under in buckets(round(raw["t0_s"] / raw["dt_s"]), raw["n"], each, first).items():
            part = [value[i] for i in under if value[i] is not None]
            if not part:
                check("gaps stay gaps", mean[k] is None)
                continue
            near = raw["step"] / 2 + 1e-6 * step
            check("bounds hold all values and are tight",
                  low[k] <= min(part) + near and min(part) - low[k] < step + near
                  and high[k] >= max(part) - near and high[k] - max(part) < step + near)
            check("means", math.isclose(mean[k], sum(part) / len(part), abs_tol=step / 2 + near))
check("there are some", fine_n > 0)
for what, yes in sorted(said.items()):
    print(what if yes else "NOT: " + what)
