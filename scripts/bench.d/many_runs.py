# SPDX-License-Identifier: GPL-3.0-or-later
"""many_runs: any number of runs, made of the recorded ones under tests/data/runs."""
import math
import os
import random
import sys

from measure import TOP

sys.path.insert(0, os.path.join(TOP, "tests", "validate"))
import perturbations  # noqa: E402
import rundir  # noqa: E402

RUNS = os.path.join(TOP, "tests", "data", "runs")
# a recorded real run and an emulation of each workload, and how many are made of each
WORKLOADS = (("BERT_real_r2", "BERT_dlio_r2", 265), ("DLRM_real_r4", "DLRM_dlio_r4", 150),
             ("UNET3D_real_r2", "UNET3D_dlio_r2", 85))
# how runs differ: (kind of tests/validate/perturb, its level by a random number)
NARROW = (("stretch", lambda rng: rng.uniform(0.9, 1.1)),
          ("gain", lambda rng: rng.uniform(0.9, 1.15)),
          ("loss", lambda rng: rng.uniform(0, 0.05)))
WIDE = (("stretch", lambda rng: math.exp(rng.uniform(-1.5, 1.5))),
        ("gain", lambda rng: math.exp(rng.uniform(-1.5, 1.5))))


def vary(run, how, seed):
    """A run that differs in length, in how much it reads, and in what was lost of it."""
    rng = random.Random(seed)
    for kind, level in how:
        run = perturbations.perturb(run, kind, level(rng), seed)
    return run


def make_runs(folder, full, how=NARROW):
    """[(real runs, emulations)] of each workload: 1000 runs if full, else 48."""
    made = []
    for real, emulation, n in WORKLOADS:
        sides = []
        for name in (real, emulation):
            recorded, side = None, []
            stem = name.rsplit("_", 1)[0]
            for k in range(n if full else 8):
                # as many configurations as runs: there is nothing to calibrate on
                path = os.path.join(folder, f"{stem}-{k:03}_r1")
                side.append(path)
                if not os.path.isdir(path):
                    recorded = recorded or rundir.Run(os.path.join(RUNS, name), None)
                    vary(recorded, how, 1000 * n + k).write(path + ".new")
                    os.rename(path + ".new", path)
            sides.append(side)
        made.append(sides)
    return made
