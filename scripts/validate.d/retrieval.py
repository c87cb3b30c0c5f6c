"""retrieval - does a run find its own workload? and what does each facet add?

Queries are ranked against the real runs by overall similarity; equal similarities
share the mean of their ranks.
"""
import math
import os
import re

import entries
import stats

RUN_NAME = re.compile(r"(?P<workload>[^_]+)_(?P<kind>real|dlio)(?:_(?P<variant>\w+?))?_r(?P<repeat>\d+)$")


def parse(run_id):
    """workload, kind, variant ('' where as meant), repeat; None if not named so."""
    m = RUN_NAME.match(run_id)
    return (m["workload"], m["kind"], m["variant"] or "", int(m["repeat"])) if m else None


def manifest(folders, path):
    """All real runs against all emulations and all other real runs."""
    real = [f for f in folders if parse(os.path.basename(f))[1] == "real"]
    emulated = [f for f in folders if f not in real]
    with open(path, "w", encoding="utf-8") as out:
        for f in real:
            out.write("real %s\n" % f)
        for f in emulated:
            out.write("emulation %s\n" % f)
        for a in real:
            for b in real:
                if a != b:
                    out.write("pair %s %s\n" % (a, b))


def variants(flat):
    """name -> keep function: everything, each facet alone, each left out, and so for groups."""
    facets, groups = [], []
    for rows in flat.values():
        for _, group, facet, *_ in rows:
            if group not in groups:
                groups.append(group)
            if facet not in facets:
                facets.append(facet)
    found = {("all", ""): lambda *_: True,
             ("baseline", "totals only"): lambda r, g, f, m, q: f == "volume"
             and g not in ("phases", "steps"),
             ("baseline", "bytes only"): lambda r, g, f, m, q: q in ("bytes", "MiB")}
    for facet in facets:
        found[("without", facet)] = lambda r, g, f, m, q, x=facet: f != x
        found[("only", facet)] = lambda r, g, f, m, q, x=facet: f == x
    for group in groups:
        found[("without group", group)] = lambda r, g, f, m, q, x=group: g != x
        found[("only group", group)] = lambda r, g, f, m, q, x=group: g == x
    return found


def search(near_of, queries, gallery):
    """Recall@1, MRR, AUC and mean margin of queries (run ids) in gallery (real run ids)."""
    hits = reciprocal = n = 0.0
    matched, mismatched, margins, missed = [], [], [], []
    for query in queries:
        workload = parse(query)[0]
        near = []
        for real in gallery:
            s = near_of.get((real, query)) if real != query else None
            if s is not None:
                near.append((-math.log(max(s, 1e-9)), parse(real)[0] == workload, real))
        right = [d for d, same, _ in near if same]
        wrong = [d for d, same, _ in near if not same]
        if not right or not wrong:
            continue
        n += 1
        best = min(right)
        rank = 1 + sum(d < best for d in wrong) + 0.5 * sum(d == best for d in wrong)
        hits += rank == 1
        if rank != 1:
            missed.append(query)
        reciprocal += 1 / rank
        margins.append(min(wrong) - best)
        matched += right
        mismatched += wrong
    if not n:
        return None
    return {"queries": int(n), "recall": hits / n, "mrr": reciprocal / n,
            "auc": stats.auc(matched, mismatched), "margin": stats.median(margins),
            "missed": missed}


def sets(ids):
    """name -> (queries, gallery): real and emulated, tuning, held-out, wrong on purpose."""
    real = [i for i in ids if parse(i)[1] == "real"]
    meant = [i for i in ids if parse(i)[1] == "dlio" and not parse(i)[2]]
    wrong = [i for i in ids if parse(i)[1] == "dlio" and parse(i)[2]]

    def held(some, yes=True):
        return [i for i in some if (parse(i)[3] >= 3) == yes]
    found = {"real, held-out": (held(real), held(real)),
             "emulated, held-out": (held(meant), held(real)),
             "wrong on purpose": (wrong, held(real)),
             "real, tuning": (held(real, False), held(real, False)),
             "emulated, tuning": (held(meant, False), held(real, False)),
             "real, all": (real, real), "emulated, all": (meant + wrong, real)}
    return {k: v for k, v in found.items() if v[0] and v[1]}


def better(near_of, gallery):
    """Is the meant emulation nearer than the one wrong on purpose, for each real run?"""
    out = []
    for real in gallery:
        workload = parse(real)[0]
        own = {q: s for (r, q), s in near_of.items() if r == real and s is not None
               and parse(q)[0] == workload and parse(q)[1] == "dlio"}
        meant = [s for q, s in own.items() if not parse(q)[2]]
        for q, s in sorted(own.items()):
            if parse(q)[2] and meant:
                out.append((real, q, s, min(meant), max(meant)))
    return out


def evaluate(trees, ids):
    """[(set, what, name, numbers)], and better() of all measures; "order" counts better()."""
    flat = {pair: entries.flat(tree) for pair, tree in trees.items()}
    for pair, tree in trees.items():
        s, told = entries.similarity(flat[pair]), tree["overall"]["similarity"]
        if abs(s - told) > 1e-6:
            raise RuntimeError("%s x %s: similarity %.9g, recomputed %.9g" % (*pair, told, s))
    out, all_better = [], []
    held = [i for i in ids if parse(i)[1] == "real" and parse(i)[3] >= 3]
    for (what, which), keep in variants(flat).items():
        near_of = {pair: entries.similarity(rows, keep) for pair, rows in flat.items()}
        order = better(near_of, held)
        if what == "all":
            all_better = order
        for name, (queries, gallery) in sets(ids).items():
            found = search(near_of, queries, gallery)
            if found:
                found["order"] = "%d/%d" % (sum(s < low for _, _, s, low, _ in order), len(order))
                out.append((name, what, which, found))
    return out, all_better
