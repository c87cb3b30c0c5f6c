"""baselines - plain distances of the series of runs (tests/validate/fidlio-baselines.c)

The mean over the resources of both runs.  Euclid and DTW have the series' units: each
resource's distance is divided by the median over all pairs of real runs, whatever their
workloads.  Pearson is 1 - r; resources of which one side does not vary are left out.
"""
import os
import subprocess

import stats

NAMES = {"euclid": "Euclid", "z_dtw": "z-normalised DTW", "pearson": "Pearson"}


def measure(program, folders):
    """{(run, other): {resource: {"euclid": d, "z_dtw": d, "pearson": r or None}}}, both ways."""
    done = subprocess.run([program, *folders], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    if done.returncode:
        raise RuntimeError("%s: status %d: %s" % (
            program, done.returncode, done.stderr.decode(errors="replace").strip()))
    found = {}
    for line in done.stdout.decode().splitlines()[1:]:
        a, b, resource, *numbers = line.split("\t")
        row = {k: None if x == "-" else float(x) for k, x in zip(NAMES, numbers)}
        for pair in ((a, b), (b, a)):
            found.setdefault(pair, {})[resource] = row
    return found


def distances(found, real):
    """{name: {(run, other): distance}}"""
    out = {}
    for key, name in NAMES.items():
        unit = {}
        for (a, b), rows in found.items():
            if key != "pearson" and a in real and b in real:
                for resource, row in rows.items():
                    unit.setdefault(resource, []).append(row[key])
        unit = {resource: stats.median(d) for resource, d in unit.items()}
        far_of = {}
        for pair, rows in found.items():
            if key == "pearson":
                parts = [1 - row[key] for row in rows.values() if row[key] is not None]
            else:
                parts = [row[key] / unit[r] for r, row in rows.items() if unit.get(r, 0) > 0]
            if parts:
                far_of[pair] = sum(parts) / len(parts)
        out[name] = far_of
    return out


def program_of(fidlio):
    return os.path.join(os.path.dirname(fidlio), "tests", "validate", "fidlio-baselines")
