# SPDX-License-Identifier: GPL-3.0-or-later
"""verdicts - similarities, intervals and causes of recorded runs

Held out are repeats from 3 on, and every emulation that is wrong on purpose.  Where there are
no two held-out real runs of a workload (a quick look at the shipped ones), all are taken.
"""
import concurrent.futures
import itertools
import json
import os
import re
import shutil
import statistics

import perturbations
import results
import rundir

PROFILES = ("storage", "read", "checkpoint", "metadata", "system")
# What a wrong emulation does other than the one as meant, by profile; checkpoint intervals
# follow the computation time where there are checkpoints.  Written down before it was run.
TOUCHES = {"compute2x": ("storage", "read", "checkpoint", "system"),
           "nockpt": ("storage", "checkpoint", "system"),
           "manyfiles": ("storage", "read", "metadata", "system"),
           "unpatched": ("storage", "read", "system")}
# The key of the configuration that is wrong; None: stopped by hand, so that no advice is right.
KEYS = {"compute2x": "computation_time", "nockpt": "workflow.checkpoint",
        "manyfiles": "num_files_train", "unpatched": None}
# kind, level, what is in the key that mends it; the configuration is given its wrong value.
# Phases that are dropped have no key: the
# configuration says that they are there.
INJECTED = (("record", 4, "record_length"), ("record", 0.25, "record_length"),
            ("procs", 16, "read_threads"))


class Runs:
    """Recorded runs by workload: real, right and wrong, held out or for tuning."""

    def __init__(self, folder):
        self.real, self.right, self.wrong = {}, {}, {}
        for name in sorted(os.listdir(folder)):
            found = results.parse(name)
            if found:
                workload, kind, wrong, _ = found
                to = self.real if kind == "real" else self.wrong if wrong else self.right
                to.setdefault(workload, []).append(os.path.join(folder, name))
        self.workloads = sorted(w for w, runs in self.real.items() if len(runs) >= 2)

    @staticmethod
    def held_out(runs, least=2):
        held = [f for f in runs if results.parse(f)[3] >= 3]
        return held if len(held) >= least else runs

    def bases(self):
        return [f for w in self.workloads for f in self.held_out(self.real[w])]

    def pairs(self, workload, emulations):
        return [(r, e) for r in self.held_out(self.real[workload]) for e in emulations]


def name(path):
    return os.path.basename(path)


def order(fidlio, runs, scratch, say):
    """[(profile, real, right, wrong, similarity right, similarity wrong, "right" "tie" or "wrong")]"""
    rows = []
    for profile in PROFILES:
        for workload in runs.workloads:
            say("order: %s %s" % (profile, workload))
            right = runs.held_out(runs.right.get(workload, []), 1)
            wrong = [f for f in runs.wrong.get(workload, ())
                     if profile in TOUCHES.get(results.parse(f)[2], ())]
            out = os.path.join(scratch, profile + workload)
            found = results.matrix(fidlio, runs.pairs(workload, right + wrong), out,
                                   "--no-calibration", "--profile=" + profile)
            shutil.rmtree(out)
            for real in runs.held_out(runs.real[workload]):
                for w in wrong:
                    for r in right:
                        a, b = (found[name(real), name(e)] for e in (r, w))
                        x, y = results.similarity(a), results.similarity(b)
                        if x is None or y is None:
                            # nothing of the profile was compared
                            continue
                        x, y = round(x, 9), round(y, 9)
                        rows.append((profile, name(real), name(r), name(w), x, y,
                                     "wrong" if x < y else "tie" if x == y else "right"))
    return rows


def answered(fidlio, real, emulation):
    """(verdict, error) of one emulation held against a set of real repeats."""
    answer = json.loads(results.run(fidlio, "answer", "-q", "--format=json",
                                    *("--real=" + f for f in real),
                                    "--emulation=" + emulation, statuses=(0, 3)))["answer"]
    return answer["verdict"], answer["error"]


def repeats(fidlio, runs, say):
    """[(emulation, sets, valid, not valid, cannot tell, least error, largest error)] over every set
    of real repeats."""
    rows = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for workload in runs.workloads:
            real = runs.real[workload]
            sets = [s for n in range(1, len(real) + 1) for s in itertools.combinations(real, n)]
            for emulation in runs.right.get(workload, []):
                say("repeats: %s, %d sets" % (name(emulation), len(sets)))
                found = list(pool.map(lambda s, e=emulation: answered(fidlio, s, e), sets))
                errors = [e for _, e in found if e is not None]
                rows.append((name(emulation), len(sets),
                             *(sum(v == w for v, _ in found)
                               for w in ("valid", "not valid", "cannot tell")),
                             min(errors, default=None), max(errors, default=None)))
    return rows


def stability(fidlio, runs, scratch, say):
    """[(real, emulation, similarity, lowest, highest)] over calibrations that lack one repeat."""
    rows = []
    calibration = os.path.join(scratch, "calibration.json")
    for workload in runs.workloads:
        if len(runs.real[workload]) < 3:
            continue
        say("stability: %s" % workload)
        pairs = runs.pairs(workload, runs.held_out(runs.right.get(workload, []), 1))
        found = []
        for out in [None] + runs.real[workload]:
            results.run(fidlio, "calibrate", "-q", "-o", calibration,
                        *(f for f in runs.real[workload] if f != out))
            folder = os.path.join(scratch, workload)
            found.append(results.matrix(fidlio, pairs, folder, "--calibration=" + calibration))
            shutil.rmtree(folder)
        for real, emulation in pairs:
            s = [results.similarity(f[name(real), name(emulation)]) for f in found]
            if None not in s:
                rows.append((name(real), name(emulation), s[0], min(s[1:]), max(s[1:])))
    return rows


def coverage(fidlio, runs, scratch, say):
    """[(workload, what, emulation, its similarity, another's prediction interval (low, high), that one's similarity)]"""
    rows = []
    for workload in runs.workloads:
        right = runs.held_out(runs.right.get(workload, []), 1)
        if len(right) < 2:
            continue
        say("coverage: %s" % workload)
        folder = os.path.join(scratch, "coverage")
        found = results.matrix(fidlio, runs.pairs(workload, right), folder)
        shutil.rmtree(folder)
        for (real, emulation), mine in found.items():
            low, high = mine["overall"]["similarity_ci"] or (None, None)
            if low is None:
                continue
            for (real2, emulation2), other in found.items():
                if emulation2 == emulation or results.similarity(other) is None:
                    continue
                what = "a new emulation" if real2 == real else "a new emulation and real run"
                rows.append((workload, what, emulation2, results.similarity(other), (low, high), results.similarity(mine)))
    return rows


def configure(folder, kind, level):
    """Notes the change in the configuration, as if it had been made by that."""
    path = os.path.join(folder, "hydra", "config.yaml")
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as f:
        text = f.read()
    if kind == "record":
        text = re.sub(r"(record_length_bytes: )(\d+)",
                      lambda m: m[1] + str(round(int(m[2]) * level)), text)
    elif kind == "procs":
        text = re.sub(r"(read_threads: )\d+", r"\g<1>%d" % level, text)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def causes(fidlio, runs, scratch, say, quick=False):
    """[(what, real, emulation, wanted key, place among causes with a key, first such cause)]"""
    rows = []

    def judge(what, real, emulation, wanted):
        result = results.compare(fidlio, real, emulation)
        keyed = [c for c in result["causes"] if c["key"]]
        if wanted is None:
            place = None if keyed else 1
        else:
            place = next((k for k, c in enumerate(keyed, 1) if wanted in c["key"]), None)
        rows.append((what, name(real), name(emulation), wanted or "none", place,
                     "%s: %s" % (keyed[0]["key"], keyed[0]["text"]) if keyed else "none"))
    for workload in runs.workloads:
        real_runs = runs.held_out(runs.real[workload])
        for wrong in runs.wrong.get(workload, ()):
            for real in real_runs:
                judge(results.parse(wrong)[2], real, wrong, KEYS[results.parse(wrong)[2]])
        for right in runs.held_out(runs.right.get(workload, []), 1)[:1]:
            base = rundir.Run(right)
            for kind, level, wanted in INJECTED:
                say("causes: %s %s" % (workload, kind))
                out = os.path.join(scratch, "%s_%g" % (kind, level), name(right))
                try:
                    perturbations.perturb(base, kind, level).write(out)
                except rundir.RunError:
                    continue
                configure (out, kind, level)
                # what DLIO printed repeats its log, as it was before the change
                if os.path.exists(os.path.join(out, "stderr.txt")):
                    os.remove(os.path.join(out, "stderr.txt"))
                for real in real_runs[:1 if quick else None]:
                    judge("%s %g" % (kind, level), real, out, wanted)
                shutil.rmtree(os.path.dirname(out))
    return rows


def spread(rows):
    """(median, largest) change of a similarity over calibrations, relative."""
    changes = [max(high / all_ - 1, 1 - low / all_) for _, _, all_, low, high in rows]
    return (statistics.median(changes), max(changes)) if changes else (None, None)
