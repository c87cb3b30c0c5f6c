# SPDX-License-Identifier: GPL-3.0-or-later
"""gates - fidlio check on recorded runs: the same kind on both sides, and known-wrong runs

The gate reads result files, so each pair is compared once; sides are sets of files.
"""
import itertools
import math
import os
import re
import shutil
import subprocess

import perturbations
import results
import rundir

SIDES = ((3, 3), (3, 1), (1, 1))  # five runs have no two different sets of five: resampled
LN_105 = math.log(1.05)  # the unit in which fidlio-aa lowers a side, where runs hardly differ
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


def resampled(program, folder, runs_n, shift, trials):
    """{outcome: count} of tests/validate/fidlio-aa: sides drawn from the recorded runs."""
    text = results.run(program, "-k", str(runs_n), "-x", str(shift), "-n", str(trials), folder)
    head, *_, last = [line.split("\t") for line in text.splitlines()]
    return {o: int(last[head.index(o)]) for o in OUTCOMES.values()}


def trials(fidlio, scratch, made, names, a, b, configuration, most):
    count = {}
    for accepted, new in splits(names, a, b)[:most]:
        got = outcome(fidlio, scratch, made, accepted, new, configuration)
        count[got] = count.get(got, 0) + 1
    return count


def draws(fidlio, jobs, scratch):
    """[(what was drawn, workload, outcome)] of one run against one that was accepted.  Draws of real jobs share no
    recording; those of the wrong emulations of a workload share the one as meant.  jobs: (workload, recordings of the real job, emulation as meant, [(what, emulation)]).  Of the real job the first
    recording is what the others are compared with."""
    found = []
    for workload, real, meant, others in jobs:
        made = os.path.join(scratch, "draws" + workload)
        name = {p: os.path.basename(p).removesuffix(".fidlio") for p in [*real, meant, *(p for _, p in others)]}
        pairs = [(real[0], p) for p in real[1:3]] + [(real[0], p) for p in [meant, *(p for _, p in others)]]
        results.matrix(fidlio, pairs, made, "--no-calibration")
        if len(real) >= 3:
            found.append(("the same job", workload, outcome(fidlio, scratch, made, [name[real[1]]], [name[real[2]]], workload + "_real")))
        found += [(what, workload, outcome(fidlio, scratch, made, [name[meant]], [name[p]], workload + "_dlio"))
                  for what, p in others]
        shutil.rmtree(made)
    return found


def sweep(fidlio, runs, scratch, quick, say):
    """[(what, accepted, new, workload, {outcome: count}, draws among them that share no run)]"""
    rows = []
    most = 4 if quick else None
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
            say("gate: %s %d against %d" % (workload, a, b))
            count = trials(fidlio, scratch, made, names, a, b, workload + "_dlio", most)
            if count:
                rows.append(("as meant", a, b, workload, count, len(names) // (a + b)))
        accepted = names[-min(3, len(names)):]
        for f in wrong:
            what = "half of the data" if f == half else results.parse(f)[2]
            for sides in ([accepted], [[n] for n in names]):
                count = {}
                for old in sides:
                    got = outcome(fidlio, scratch, made, old, [os.path.basename(f)],
                                  workload + "_dlio")
                    count[got] = count.get(got, 0) + 1
                rows.append((what, len(sides[0]), 1, workload, count, 1))
        program = os.path.join(os.path.dirname(fidlio), "tests", "validate", "fidlio-aa")
        if len(right) >= 3 and os.path.exists(program):
            own = os.path.join(scratch, "own")
            results.matrix(fidlio, runs.pairs(workload, right), own, "--no-calibration")
            for shift in (0, 2, 4, 8, 16):
                rows.append(("as meant, resampled, lower by %.3g" % (shift * LN_105), 5, 5, workload,
                             resampled(program, own, 5, shift, 20 if quick else 100), 0))
            shutil.rmtree(own)
        shutil.rmtree(made)
        # repeats of the real run against one of them
        count = {}
        for reference in [] if quick else runs.real[workload]:
            others = [f for f in runs.real[workload] if f != reference]
            results.matrix(fidlio, [(reference, f) for f in others], made, "--no-calibration")
            for got, n in trials(fidlio, scratch, made, [os.path.basename(f) for f in others], 3, 3,
                                 workload + "_real", None).items():
                count[got] = count.get(got, 0) + n
            shutil.rmtree(made)
        if count:
            rows.append(("real", 3, 3, workload, count, len(runs.real[workload]) // 7))
    return rows
