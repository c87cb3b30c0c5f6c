"""retrieval - does a run find its own workload? and what does each facet add?

Queries are ranked against the real runs by distance, -ln of the overall similarity;
equal ones share the mean of their ranks.  p is the share of labelings of the real runs
(which workload each is of, the numbers of runs kept) that do as well.
"""
import math
import os
import re

import entries
import labelings

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


def distance(similarity):
    return None if similarity is None else -math.log(max(similarity, 1e-9))


def search(far_of, queries, gallery):
    """Recall@1, MRR, AUC, their p, and mean margin of queries (run ids) in gallery (real run ids)."""
    rows = []
    for query in queries:
        far = [(far_of[real, query], real) for real in gallery
               if real != query and far_of.get((real, query)) is not None]
        own = sum(parse(real)[0] == parse(query)[0] for _, real in far)
        if 0 < own < len(far):
            rows.append((query, far))
    if not rows:
        return None
    seen = labelings.Labelings(rows, {i: parse(i)[0] for i in list(gallery) + list(queries)})
    n = seen.numbers()
    n.update(queries=len(rows), p=seen.test())
    return n


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


def better(far_of, gallery):
    """Is the meant emulation nearer than the one wrong on purpose, for each real run?

    [(real, wrong one, its distance, nearest meant one's, furthest meant one's)]"""
    out = []
    for real in gallery:
        workload = parse(real)[0]
        own = {q: d for (r, q), d in far_of.items() if r == real and d is not None
               and parse(q)[0] == workload and parse(q)[1] == "dlio"}
        meant = [d for q, d in own.items() if not parse(q)[2]]
        for q, d in sorted(own.items()):
            if parse(q)[2] and meant:
                out.append((real, q, d, min(meant), max(meant)))
    return out


def judge(far_of, ids, held):
    """{set: numbers} of one way to measure, and better()."""
    order = better(far_of, held)
    told = "%d/%d" % (sum(d > worst for _, _, d, _, worst in order), len(order))
    found = {}
    for name, (queries, gallery) in sets(ids).items():
        n = search(far_of, queries, gallery)
        if n:
            found[name] = dict(n, order=told)
    return found, order


def evaluate(trees, ids, baselines):
    """[(set, what, name, numbers)], and better() of all measures; "order" counts better().

    baselines  {name: {(real, query): distance}}
    """
    flat = {pair: entries.flat(tree) for pair, tree in trees.items()}
    for pair, tree in trees.items():
        s, told = entries.similarity(flat[pair]), tree["overall"]["similarity"]
        if abs(s - told) > 1e-6:
            raise RuntimeError("%s x %s: similarity %.9g, recomputed %.9g" % (*pair, told, s))
    held = [i for i in ids if parse(i)[1] == "real" and parse(i)[3] >= 3]
    ways = {("baseline", name): far_of for name, far_of in baselines.items()}
    for way, keep in variants(flat).items():
        ways[way] = {pair: distance(entries.similarity(rows, keep)) for pair, rows in flat.items()}
    out, all_better = [], []
    first = {"all": 0, "baseline": 1}
    for way in sorted(ways, key=lambda w: first.get(w[0], 2)):
        found, order = judge(ways[way], ids, held)
        if way[0] == "all":
            all_better = order
        out += [(name, *way, n) for name, n in found.items()]
    return out, all_better
