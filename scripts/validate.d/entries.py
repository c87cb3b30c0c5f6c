"""entries - what a result file says, flat, and the similarity that follows from it

An entry is one measure of one quantity of one resource in the headline's window.
"""
import json
import math
import os
import subprocess

FLOOR = 0.01  # as src/compare: what a similarity counts as at least
CELLS = {
    "size_bytes": "size", "latency_s": "latency", "gap_s": "gap", "level": "level",
    "ops": "operations", "bytes": "bytes", "MiB": "bytes", "busy_pct_s": "busy time",
    "duration_s": "duration", "duration_shares": "shares", "overlap": "overlap",
    "sequence": "sequence", "steps": "count", "steps_per_s": "rate", "load_s": "load",
    "compute_s": "compute", "step_s": "step", "stall_share": "stall",
    "accelerator_utilisation": "utilisation"}


def cell_of(resource, facet, measure, quantity):
    """The row of the matrix that an entry belongs to."""
    if resource in ("phases", "steps"):
        return "%s %s" % (resource, CELLS.get(quantity, quantity))
    if facet in ("volume", "marginal"):
        return "%s %s" % (facet, CELLS.get(quantity, quantity))
    if facet == "rhythm":
        return "rhythm period" if measure == "period" else "rhythm spectrum"
    return facet


def compare(fidlio, real, emulation, *options):
    """The result of one pair as a tree; raises on any other exit status than 0."""
    done = subprocess.run([fidlio, "compare", "-q", "--format=json", *options, real, emulation],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        raise RuntimeError("fidlio compare %s %s: status %d: %s" % (
            real, emulation, done.returncode, done.stderr.decode(errors="replace").strip()))
    return json.loads(done.stdout)


def matrix(fidlio, manifest, out, *options):
    """Results of a manifest: {(real, emulation): tree}."""
    done = subprocess.run([fidlio, "matrix", "-q", "-j1", "--no-series", "--no-calibration", "-m", manifest,
                           "-o", out, *options],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, 4):
        raise RuntimeError("fidlio matrix: status %d: %s" % (
            done.returncode, done.stderr.decode(errors="replace").strip()))
    trees = {}
    for name in sorted(os.listdir(out)):
        if "__" in name and name.endswith(".json"):
            with open(os.path.join(out, name), encoding="utf-8") as f:
                trees[tuple(name[:-5].split("__"))] = json.load(f)
    return trees


def distances(tree):
    """{(resource, facet, measure, quantity): distance} of what was compared."""
    found = {}
    for r in tree["resources"]:
        for f in r["facets"]:
            if f["distance"] is not None:
                found[(r["resource"], f["facet"], f["measure"], f["quantity"])] = f["distance"]
    return found


def geometric(weighted):
    """Weighted geometric mean of [(weight, similarity)]; 0 only if all are."""
    weight = sum(w for w, _ in weighted)
    if weight <= 0:
        return None
    if all(s <= 0 for _, s in weighted):
        return 0.0
    return math.exp(sum(w * math.log(max(s, FLOOR)) for w, s in weighted) / weight)


def flat(tree):
    """What similarity reads of a result: (resource, group, facet, measure, quantity, weight, s)."""
    return [(r["resource"], r["group"], f["facet"], f["measure"], f["quantity"], f["weight"],
             f["similarity"])
            for r in tree["resources"] if r["status"] == "compared"
            for f in r["facets"] if f["similarity"] is not None]


def similarity(rows, keep=lambda resource, group, facet, measure, quantity: True):
    """The overall similarity from the measures that keep accepts, as doc/comparison.md has it."""
    groups = {}
    for resource, group, facet, measure, quantity, weight, s in rows:
        if keep(resource, group, facet, measure, quantity):
            groups.setdefault(group, {}).setdefault(resource, {}).setdefault(facet, []).append(
                (weight, s))
    of_groups = []
    for resources in groups.values():
        means = []
        for facets in resources.values():
            pairs = [(max(w for w, _ in m), geometric(m)) for m in facets.values()]
            means.append((1, geometric([m for m in pairs if m[1] is not None])))
        value = geometric([m for m in means if m[1] is not None])
        if value is not None:
            of_groups.append((1, value))
    return geometric(of_groups)
