# SPDX-License-Identifier: GPL-3.0-or-later
"""margins - how far the modelled error of an answer is from the measured one, by what limits a storage

Makes src/storage/margins.h, and the intervals that fidlio would give without a workload's own recordings.
"""
import math
import re
import statistics

SHARE = 0.95
FEW = 4  # workloads; what fewer show is no better known than the worst kind of the same nature
NATURE = {"RATE": "bandwidth", "WRITES": "bandwidth"}  # a rate of bytes; all others are times that do not depend on sizes
KINDS = ("FULL", "RATE", "WAIT", "REQUESTS", "WRITES")
KEYS = {"read_mib_s": "RATE", "cache_mib": "RATE", "read_ms": "WAIT", "meta_ms": "WAIT", "iops": "REQUESTS",
        "write_mib_s": "WRITES"}


def read(path):
    """{kind: (above, below)} of a margins.h."""
    with open(path, encoding="utf-8") as f:
        return {m[0]: (float(m[1]), float(m[2]))
                for m in re.findall(r"M \((\w+), ([0-9.]+), ([0-9.]+), \d+, \d+\)", f.read())}


def kind_of(scenario, table):
    """What a scenario limits; of several the one with the widest margins."""
    kinds = {KEYS[k] for k in scenario if k in KEYS} or {"FULL"}
    return max(kinds, key=lambda k: (sum(table.get(k, (0, 0))), k))


def quantile(values, weights, share):
    """The least value up to which that share of the weights is."""
    total, up_to = sum(weights), 0.0
    ordered = sorted(zip(values, weights))
    for value, weight in ordered:
        up_to += weight
        if up_to >= share * total - 1e-12:
            return value
    return ordered[-1][0]


def estimate(rows):
    """{kind: (above, below, pairs, workloads)} of rows (workload, {scenario: e measured}, {scenario: e modelled}, {scenario:
    kind}): of the error of the mean |e| over the storages of a kind, each workload with the same weight."""
    found = {}
    for workload, measured, modelled, kinds in rows:
        for kind in KINDS:
            own = [s for s in measured if s in modelled and kinds[s] == kind]
            if own:
                found.setdefault(kind, []).append(
                    (workload, statistics.mean(abs(modelled[s]) for s in own) - statistics.mean(abs(measured[s]) for s in own)))
    table = {}
    for kind, errors in found.items():
        count = {w: sum(e[0] == w for e in errors) for w, _ in errors}
        weights = [1 / count[w] for w, _ in errors]
        table[kind] = (max(0, quantile([e for _, e in errors], weights, SHARE)),
                       max(0, quantile([-e for _, e in errors], weights, SHARE)), len(errors), len(count))
    def widest(kind, end):
        known = {k: row[end] for k, row in table.items() if row[3] >= FEW}
        alike = [x for k, x in known.items() if NATURE.get(k) == NATURE.get(kind)]
        return max(table[kind][end], *(alike or known.values()), 0)
    return {kind: row if row[3] >= FEW else (widest(kind, 0), widest(kind, 1), *row[2:]) for kind, row in table.items()}


def alike(rows):
    """The mean correlation of the errors of two kinds."""
    both = alone = 0.0
    for _, measured, modelled, kinds in rows:
        errors = {}
        for s in measured:
            if s in modelled:
                errors.setdefault(kinds[s], []).append(abs(modelled[s]) - abs(measured[s]))
        means = [statistics.mean(e) for e in errors.values()]
        for i, x in enumerate(means):
            for y in means[:i]:
                both += x * y
                alone += (x * x + y * y) / 2
    return both / alone if alone else 0.0


def squares(kinds, table, end):
    """The square of the half width, by the kinds of the storages that count."""
    widest = max(row[end] for row in table.values())
    share = {}
    for kind in kinds:
        share[kind] = share.get(kind, 0) + table.get(kind, (widest, widest))[end] / len(kinds)
    return sum(x * x for x in share.values())


def interval(error, high, kinds, shipped, table):
    """(low, high) of an answer with other margins than the shipped ones: what recordings add stays."""
    rest = (high - error) ** 2 - squares(kinds, shipped, 1)
    return tuple(max(0, error + sign * math.sqrt(max(0, rest + squares(kinds, table, end))))
                 for end, sign in ((0, -1), (1, 1)))


def write(path, rows, recorded_sd, recorded_n):
    """Puts the margins into a header, whose other lines stay."""
    table = estimate(rows)
    with open(path, encoding="utf-8") as f:
        text = f.read()
    for kind, row in table.items():
        text = re.sub(r"M \(%s, [^)]*\)" % kind, "M (%s, %.3f, %.3f, %d, %d)" % (kind, *row), text)
    text = re.sub(r"(FID_MARGIN_RECORDED_SD) [0-9.]+", r"\g<1> %.3f" % recorded_sd, text)
    text = re.sub(r"is -?[0-9.]+\. \*/", "is %.2f. */" % alike(rows), text)
    text = re.sub(r"\(\d+ of \d+ jobs\)", "(%d of %d jobs)" % recorded_n, text)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
