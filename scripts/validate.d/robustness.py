"""robustness - how much of the ranking survives other parameters and worse recordings

The ranking is that of emulations (means over repeats) for each real run, and over all
cells at once; compared by Kendall's tau-b with the ranking as it is by default.
"""
import os
import shutil

import entries
import perturbations
import retrieval
import rundir
import stats

OPTIONS = [("dt", "0.05"), ("dt", "0.1"), ("dt", "0.2"), ("dt", "0.4"), ("band", "0.25"),
           ("band", "0.5"), ("band", "1"), ("band", "2"), ("penalty", "0"), ("penalty", "0.02"),
           ("penalty", "0.1"), ("tolerance", "0.5"), ("tolerance", "2")]
# what is done to every run, both sides
DAMAGE = [("truncate", 0.1), ("truncate", 0.25), ("truncate", 0.5), ("loss", 0.01),
          ("loss", 0.05), ("loss", 0.2), ("noise", 0.05), ("quantise", 0.05)]
CLOCK = [("clock", 1.0), ("clock", -1.0)]  # of the emulations alone: of both it cancels


def table(trees):
    """{(real, emulation's configuration): mean similarity over its repeats}"""
    cells = {}
    for (real, query), tree in trees.items():
        workload, kind, variant, _ = retrieval.parse(query)
        if kind == "dlio" and tree["overall"]["similarity"] is not None:
            cells.setdefault((real, workload, variant), []).append(tree["overall"]["similarity"])
    return {k: sum(v) / len(v) for k, v in cells.items()}


def agreement(base, other):
    """tau-b over all cells, the mean and worst over real runs, and hits at rank 1."""
    keys = sorted(set(base) & set(other))
    worst, total, n, hits = 1.0, 0.0, 0, 0
    reals = sorted({k[0] for k in keys})
    for real in reals:
        own = [k for k in keys if k[0] == real]
        tau = stats.tau_b([base[k] for k in own], [other[k] for k in own])
        if tau is not None:
            worst, total, n = min(worst, tau), total + tau, n + 1
        best = max(own, key=lambda k: other[k])
        hits += best[1] == retrieval.parse(real)[0]
    everywhere = stats.tau_b([base[k] for k in keys], [other[k] for k in keys])
    moved = [abs(base[k] - other[k]) for k in keys]
    return {"cells": len(keys), "tau": everywhere, "mean": total / n if n else None,
            "worst": worst, "recall": hits / len(reals) if reals else None,
            "moved": stats.median(moved), "moved_most": max(moved)}


def damaged(folders, kind, level, into, only=None):
    """Copies of the runs with one thing done to them; those not in only as they are."""
    made = []
    for f in folders:
        out = os.path.join(into, os.path.basename(f))
        if only is None or f in only:
            perturbations.perturb(rundir.Run(f), kind, level).write(out)
            made.append(out)
        else:
            made.append(f)
    return made


def compare_all(fidlio, folders, scratch, *options):
    path, out = os.path.join(scratch, "manifest"), os.path.join(scratch, "results")
    retrieval.manifest(folders, path)
    with open(path, encoding="utf-8") as f:
        lines = [line for line in f if not line.startswith("pair ")]
    with open(path, "w", encoding="utf-8") as f:
        f.writelines(lines)
    shutil.rmtree(out, ignore_errors=True)
    return entries.matrix(fidlio, path, out, *options)


def sweep(fidlio, folders, scratch, say, quick=False):
    """[(what, value, numbers)]"""
    base = table(compare_all(fidlio, folders, scratch))
    rows = []
    for option, value in OPTIONS[::3] if quick else OPTIONS:
        trees = compare_all(fidlio, folders, scratch, "--%s=%s" % (option, value))
        rows.append(("--" + option, value, agreement(base, table(trees))))
        say("--%s=%s" % (option, value))
    emulated = [f for f in folders if retrieval.parse(os.path.basename(f))[1] == "dlio"]
    for kind, level in DAMAGE[::3] if quick else DAMAGE + CLOCK:
        into = os.path.join(scratch, "damaged")
        shutil.rmtree(into, ignore_errors=True)
        os.makedirs(into)
        changed = damaged(folders, kind, level, into, emulated if kind == "clock" else None)
        rows.append((kind, "%g" % level,
                     agreement(base, table(compare_all(fidlio, changed, scratch)))))
        shutil.rmtree(into)
        say("%s %g" % (kind, level))
    return rows
