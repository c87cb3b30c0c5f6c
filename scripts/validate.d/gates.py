"""gates - fidlio check on recorded runs: the same kind on both sides, and known-wrong runs

The gate sees scores only, so each pair is compared once; sides are sets of result files.
"""
import itertools
import os
import re
import shutil
import subprocess

import perturbations
import results
import rundir

SIDES = ((3, 3), (3, 1), (5, 5))
OUTCOMES = {0: "PASS", 1: "FAIL", 6: "INCONCLUSIVE"}


def side(folder, made, emulations, configuration):
    """A directory of the results of these emulations, as repeats of one configuration."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for k, emulation in enumerate(emulations, 1):
        for file in sorted(os.listdir(made)):
            if file.endswith("__%s.json" % emulation):
                with open(os.path.join(made, file), encoding="utf-8") as f:
                    text = f.read()
                new = "%s_r%d" % (configuration, k)
                with open(os.path.join(folder, file.split("__")[0] + "__%s.json" % new), "w",
                          encoding="utf-8") as f:
                    f.write(text.replace('"%s"' % emulation, '"%s"' % new))


def outcome(fidlio, scratch, made, accepted, new, configuration):
    """PASS, FAIL or INCONCLUSIVE of `fidlio check --strict`."""
    folders = [os.path.join(scratch, n) for n in ("accepted", "new")]
    baseline = os.path.join(scratch, "baseline.json")
    for folder, emulations in zip(folders, (accepted, new)):
        side(folder, made, emulations, configuration)
    results.run(fidlio, "baseline", "save", "--force", folders[0], "-o", baseline)
    done = subprocess.run([fidlio, "check", "--strict", folders[1], "--baseline", baseline],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode not in OUTCOMES:
        raise RuntimeError("fidlio check: status %d: %s" % (done.returncode, done.stderr.decode()))
    return OUTCOMES[done.returncode]


def splits(runs, a, b):
    """Pairs of sets of a and b runs that share as few runs as they can."""
    least = max(0, a + b - len(runs))
    return [(x, y) for x in itertools.combinations(runs, a)
            for y in itertools.combinations(runs, b) if len(set(x) & set(y)) == least and x != y]


def sweep(fidlio, runs, scratch, quick, say):
    """[(what, accepted, new, configuration, {outcome: count})]"""
    rows = []
    for workload in runs.workloads:
        right = runs.right.get(workload, [])
        if not right:
            continue
        half = os.path.join(scratch, "half", re.sub(r"_r\d+$", "_half_r1", os.path.basename(right[-1])))
        perturbations.perturb(rundir.Run(right[-1]), "drop-data", 0.5).write(half)
        wrong = list(runs.wrong.get(workload, ())) + [half]
        made = os.path.join(scratch, "made" + workload)
        results.matrix(fidlio, runs.pairs(workload, right + wrong), made, "--no-calibration")
        names = [os.path.basename(f) for f in right]
        for a, b in SIDES:
            chosen = splits(names, a, b)
            if quick:
                chosen = chosen[:4]
            if chosen:
                say("gate: %s %d against %d" % (workload, a, b))
            count = {}
            for accepted, new in chosen:
                got = outcome(fidlio, scratch, made, accepted, new, workload + "_dlio")
                count[got] = count.get(got, 0) + 1
            if chosen:
                rows.append(("as meant", a, b, workload, count))
        accepted = names[-min(3, len(names)):]
        for f in wrong:
            what = "half of the data" if f == half else results.parse(f)[2]
            got = outcome(fidlio, scratch, made, accepted, [os.path.basename(f)], workload + "_dlio")
            rows.append((what, len(accepted), 1, workload, {got: 1}))
        shutil.rmtree(made)
    return rows
