"""ladder - graded known changes of recorded runs: which distances move, which must not

For each base run P and the repeat R that is the reference, each kind, level and seed:
d (P, changed P), where nothing but the change differs, and d (R, changed P), where
chance differs too.  Level 0 of the second is d (R, P).
"""
import multiprocessing
import os
import shutil

import entries
import perturbations
import rundir
import stats

STEPS = (0.25, 0.5, 1, 2, 8, 32)
SHARES = (0.01, 0.02, 0.05, 0.1, 0.15, 0.2)
# name -> (kind, levels, resource, random)
LADDERS = {
    "gain": ("gain", (1.05, 1.1, 1.25, 1.5, 2, 4), None, True),
    "lag": ("lag", STEPS, None, False),
    "stretch": ("stretch", (1.01, 1.05, 1.1, 1.25, 1.5, 2), None, False),
    "drop": ("drop", (1, 2, 3, 4, 5, 6), None, True),
    "batch": ("batch", (2, 3, 4, 5, 8, 10), None, False),
    "period": ("period", (0.02, 0.05, 0.1, 0.25, 0.5, 1), None, False),
    "shorter": ("period", (-0.02, -0.05, -0.1, -0.25, -0.5, -0.75), None, False),
    "jitter": ("jitter", (0.05, 0.1, 0.2, 0.35, 0.6, 1), None, True),
    "coalesce": ("size", (2, 3, 4, 6, 8, 16), None, False),
    "split": ("size", (1 / 2, 1 / 3, 1 / 4, 1 / 6, 1 / 8, 1 / 16), None, False),
    "shift vfs.read": ("shift-one", (0.25, 0.5, 1, 2, 4, 8), "vfs.read", False),
    "shift cpu": ("shift-one", (0.25, 0.5, 1, 2, 4, 8), "cpu", False),
    "shift disk": ("shift-one", (0.25, 0.5, 1, 2, 4, 8), "disk", False),
    "surrogate": ("surrogate", (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1), None, True),
    "noise": ("noise", SHARES, None, True),
    "quantise": ("quantise", SHARES, None, False),
    "loss": ("loss", SHARES, None, True),
}
ROBUST = ("noise", "quantise", "loss")
STREAMS = ("block.read", "block.write", "vfs.read", "vfs.write", "vfs.open")
SIZED = ("block.read", "block.write", "vfs.read", "vfs.write")
DISKS = ("disk.read", "disk.write")
IO = STREAMS + DISKS
ALL = IO + ("cpu",)

# Written down before the first ladder was run, from the project's table of expectations
# and from what each kind does by construction.  kind -> row -> resources in which it must move; rows in OFF
# must not; rows in neither may (a longer gap is a longer gap).
TARGET = {
    "gain": {"volume operations": STREAMS, "volume bytes": SIZED + DISKS, "volume busy time": ("cpu",),
             "marginal gap": STREAMS, "marginal level": DISKS + ("cpu",), "shape": ALL},
    "lag": {"timing": IO, "shape": IO},
    "stretch": {"phases duration": ("phases",), "timing": ALL, "rhythm spectrum": IO,
                "rhythm period": IO, "steps rate": ("steps",), "volume busy time": ("cpu",)},
    "drop": {"phases shares": ("phases",), "phases overlap": ("phases",),
             "phases sequence": ("phases",), "timing": ALL, "volume bytes": SIZED + DISKS},
    "batch": {"rhythm spectrum": STREAMS, "rhythm period": STREAMS, "steps count": ("steps",),
              "steps step": ("steps",), "marginal gap": STREAMS},
    "period": {"rhythm spectrum": STREAMS, "rhythm period": STREAMS, "steps step": ("steps",),
               "steps rate": ("steps",)},
    "shorter": {"rhythm spectrum": STREAMS, "rhythm period": STREAMS, "steps step": ("steps",),
                "steps rate": ("steps",)},
    "jitter": {"shape": STREAMS, "rhythm spectrum": STREAMS},
    "coalesce": {"marginal size": SIZED, "volume operations": SIZED},
    "split": {"marginal size": SIZED, "volume operations": SIZED},
    "shift vfs.read": {"coupling": ("coupling",)},
    "shift cpu": {"coupling": ("coupling",)},
    "shift disk": {"coupling": ("coupling",)},
    "surrogate": {"timing": ALL, "shape": ALL},
}
MARGINALS = {"marginal size", "marginal latency", "marginal gap", "marginal level"}
RHYTHM = {"rhythm spectrum", "rhythm period"}
VOLUME = {"volume operations", "volume bytes", "volume busy time"}
STEP_ROWS = {"steps count", "steps rate", "steps load", "steps compute", "steps step",
             "steps stall", "steps utilisation"}
PHASE_ROWS = {"phases duration", "phases shares", "phases overlap", "phases sequence"}
EVERYTHING = MARGINALS | RHYTHM | VOLUME | STEP_ROWS | PHASE_ROWS | {"timing", "shape", "coupling"}
OFF = {
    "gain": RHYTHM | {"timing", "marginal size", "marginal latency"} | STEP_ROWS | PHASE_ROWS,
    "lag": VOLUME | MARGINALS | RHYTHM | STEP_ROWS,
    "stretch": {"marginal size", "marginal latency", "volume bytes", "volume operations",
                "phases sequence", "phases shares"},
    "drop": RHYTHM | STEP_ROWS,
    "batch": VOLUME | PHASE_ROWS | {"marginal size", "marginal latency", "timing"},
    "period": {"volume operations", "volume bytes", "marginal size", "marginal latency",
               "phases sequence"},
    "shorter": {"volume operations", "volume bytes", "marginal size", "marginal latency",
                "phases sequence"},
    "jitter": VOLUME | MARGINALS | {"timing"} | PHASE_ROWS,
    "coalesce": {"volume bytes", "timing"} | RHYTHM | STEP_ROWS | PHASE_ROWS,
    "split": {"volume bytes", "timing"} | RHYTHM | STEP_ROWS | PHASE_ROWS,
    "shift vfs.read": MARGINALS | RHYTHM | PHASE_ROWS | STEP_ROWS,
    "shift cpu": MARGINALS | RHYTHM | PHASE_ROWS | STEP_ROWS,
    "shift disk": MARGINALS | RHYTHM | PHASE_ROWS | STEP_ROWS,
    "surrogate": VOLUME | RHYTHM | STEP_ROWS | PHASE_ROWS
    | {"marginal size", "marginal latency", "marginal level"},
    "noise": EVERYTHING, "quantise": EVERYTHING, "loss": EVERYTHING,
}


def role(name, entry):
    """target, off or free: what the ladder name expects of an entry."""
    row = entries.cell_of(*entry)
    if entry[0] in TARGET.get(name, {}).get(row, ()):
        return "target"
    if row in OFF[name]:
        return "off"
    return "free"


def levels_of(name, run):
    kind, levels, _, _ = LADDERS[name]
    if kind == "drop":
        n = sum(1 for p in run.phases if p[0] in ("eval", "checkpoint"))
        return tuple(x for x in levels if x <= n)
    return levels


def climb(fidlio, pairs, names, seeds, scratch, say):
    """Rows (ladder, level, base, reference, seed, entry, d to itself, d to the reference)."""
    rows = []
    for reference, base in pairs:
        run = rundir.Run(base)
        base_id, ref_id = os.path.basename(base), os.path.basename(reference)
        zero = entries.distances(entries.compare(fidlio, reference, base))
        for name in names:
            kind, _, resource, by_chance = LADDERS[name]
            for seed in range(1, (seeds if by_chance else 1) + 1):
                for entry, d in zero.items():
                    rows.append((name, 0.0, base_id, ref_id, seed, entry, 0.0, d))
                for level in levels_of(name, run):
                    out = os.path.join(scratch, base_id)
                    perturbations.perturb(run, kind, level, seed, resource).write(out)
                    alone = entries.distances(entries.compare(fidlio, base, out))
                    noisy = entries.distances(entries.compare(fidlio, reference, out))
                    shutil.rmtree(out)
                    for entry in sorted(set(alone) | set(noisy)):
                        rows.append((name, level, base_id, ref_id, seed, entry,
                                     alone.get(entry), noisy.get(entry)))
            say("%s %s" % (base_id, name))
    return rows


def climb_all(fidlio, pairs, names, seeds, scratch, jobs, say):
    """climb() of each pair, jobs processes at a time; rows in the order of pairs."""
    work = [(fidlio, [pair], names, seeds, scratch, say) for pair in pairs]
    if jobs == 1:
        found = [climb(*w) for w in work]
    else:
        with multiprocessing.get_context("fork").Pool(jobs) as pool:
            found = pool.starmap(climb, work, 1)
    return [row for rows in found for row in rows]


def strength(name, level):
    """Levels in the order of how much they change."""
    return 1 / level if name == "split" and level else abs(level)


def analyse(rows, noise):
    """One dict for each ladder and row of the matrix.

    noise  {(workload, entry): [distances of pairs of repeats]}
    """
    series = {}
    for name, level, base, ref, seed, entry, alone, noisy in rows:
        series.setdefault((name, base, seed, entry), []).append(
            (strength(name, level), level, alone, noisy))
    cells = {}
    for (name, base, seed, entry), points in series.items():
        what = role(name, entry)
        row = entries.cell_of(*entry)
        repeats = noise.get((base.split("_")[0], entry), [])
        if what == "free" or not repeats:
            continue
        points.sort()
        usable = [p for p in points if p[3] is not None]
        alone = [p for p in points if p[2] is not None]
        if len(usable) < 4 or len(alone) < 4:
            continue
        judged = [p for p in usable if name not in ROBUST or p[1] < 0.05]
        c, limit = stats.median(repeats), stats.quantile(repeats, 0.95)
        sensed = None
        for p in reversed(usable):
            if p[0] and p[3] > limit + 1e-9:
                sensed = p[1]
            elif p[0]:
                break
        tau = stats.tau_b([p[0] for p in usable], [p[3] for p in usable])
        tau_alone = stats.tau_b([p[0] for p in alone], [p[2] for p in alone])
        judged_tau = stats.tau_b([p[0] for p in judged], [p[3] for p in judged]) or 0.0
        worst = max(p[3] for p in judged)
        added = max(p[2] for p in points
                    if p[2] is not None and (name not in ROBUST or p[1] < 0.05))
        quiet = abs(judged_tau) <= 0.3 or worst <= 2 * c + 1e-9
        cells.setdefault((name, row, what), []).append(
            {"base": base, "seed": seed, "entry": entry, "tau": tau or 0.0,
             "tau_alone": tau_alone or 0.0, "quiet": quiet, "c": c, "worst": worst,
             "added": added, "sensed": sensed})
    return cells


def by_resource(found):
    """Of a target cell: [(resource, median tau, median tau alone, median c, entries)]."""
    out = []
    for resource in sorted({f["entry"][0] for f in found}):
        own = [f for f in found if f["entry"][0] == resource]
        out.append((resource, stats.median([f["tau"] for f in own]),
                    stats.median([f["tau_alone"] for f in own]),
                    stats.median([f["c"] for f in own]), len(own)))
    return out


def misses(found):
    """Of an off-target cell: [(resource, misses, entries, median c, median d alone)]."""
    out = []
    for resource in sorted({f["entry"][0] for f in found}):
        own = [f for f in found if f["entry"][0] == resource]
        missed = [f for f in own if not f["quiet"]]
        if missed:
            out.append((resource, len(missed), len(own), stats.median([f["c"] for f in missed]),
                        stats.median([f["added"] for f in missed])))
    return out


def summary(cells):
    """The matrix: [(ladder, row, role, numbers)] in a fixed order."""
    out = []
    for (name, row, what), found in cells.items():
        units = {}
        for f in found:
            units.setdefault((f["base"], f["seed"]), []).append(f)

        def middle(key, chosen):
            return stats.median([stats.median([f[key] for f in u]) for u in chosen])
        runs = list(units.values())
        by_seed = {}
        for (_, seed), u in units.items():
            by_seed.setdefault(seed, []).append(u)
        n = {"tau": middle("tau", runs), "tau_alone": middle("tau_alone", runs),
             "interval": stats.bootstrap(runs, lambda u: middle("tau", u), 400),
             "worst_seed": min(middle("tau", u) for u in by_seed.values()),
             "worst_seed_alone": min(middle("tau_alone", u) for u in by_seed.values()),
             "quiet": sum(f["quiet"] for f in found) / len(found),
             "still": sum(f["added"] <= 2 * f["c"] + 1e-9 for f in found) / len(found),
             "entries": len(found), "units": len(runs)}
        sensed = [f["sensed"] for f in found if f["sensed"] is not None]
        n["sensed_share"] = len(sensed) / len(found)
        order = sorted(sensed, key=lambda x: strength(name, x))
        n["sensed"] = order[(len(found) - 1) // 2] if len(order) > (len(found) - 1) // 2 else None
        n["misses"], n["by_resource"] = misses(found), by_resource(found)
        n["pass"] = n["worst_seed"] >= 0.9 if what == "target" else n["quiet"] >= 0.9
        n["pass_alone"] = n["worst_seed_alone"] >= 0.9 if what == "target" else n["still"] >= 0.9
        out.append((name, row, what, n))
    order = list(LADDERS)
    out.sort(key=lambda x: (order.index(x[0]), x[2] != "target", x[1]))
    return out
