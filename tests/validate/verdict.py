# SPDX-License-Identifier: GPL-3.0-or-later
# verdict.py - what the verdict must say, on recorded runs and on runs with a known change
#
#   python3 verdict.py SRCDIR FIDLIO SCRATCH        prints TAP
#
# One function for each statement.  Changes are those of tests/validate/perturb, with seed 1.
import json
import os
import re
import shutil
import subprocess
import sys

import perturbations
import results
import rundir

SRCDIR, FIDLIO, SCRATCH = sys.argv[1:]
RUNS = os.path.join(SRCDIR, "tests", "data", "runs")
# workload: two real runs, the emulation as meant, one that is wrong on purpose
WORKLOADS = {"UNET3D": ("UNET3D_real_r4", "UNET3D_real_r2", "UNET3D_dlio_r2", "UNET3D_dlio_nockpt_r1"),
             "BERT": ("BERT_real_r4", "BERT_real_r2", "BERT_dlio_r2", "BERT_dlio_compute2x_r1"),
             "DLRM": ("DLRM_real_r4", "DLRM_real_r7", "DLRM_dlio_r4", "DLRM_dlio_compute2x_r1")}
STORAGE = "--profile=storage"
tests_n = bad_n = 0
made = {}


def ok(good, what, why=""):
    global tests_n, bad_n
    tests_n += 1
    bad_n += not good
    print("%s %d - %s" % ("ok" if good else "not ok", tests_n, what))
    if not good and why != "":
        print("\n".join("# %s" % line for line in str(why).splitlines()))
    sys.stdout.flush()


def path(run):
    return os.path.join(RUNS, run)


def perturbed(run, kind, level, name=None, resource=None):
    """The folder of a changed copy of a recorded run; made once."""
    key = run, kind, level, name, resource
    if key not in made:
        out = os.path.join(SCRATCH, "%s.%s.%g.%s" % (run, kind, level, resource), name or run)
        perturbations.perturb(rundir.Run(path(run)), kind, level, 1, resource).write(out)
        # what DLIO printed repeats its log, as it was before the change
        if os.path.exists(os.path.join(out, "stderr.txt")):
            os.remove(os.path.join(out, "stderr.txt"))
        made[key] = out
    return made[key]


def compare(real, emulation, *options):
    return results.compare(FIDLIO, path(real), path(emulation), *options)


def similarity(real, emulation, *options):
    return results.similarity(compare(real, emulation, *options))


def matrix(out, pairs, *options):
    out = os.path.join(SCRATCH, out)
    shutil.rmtree(out, ignore_errors=True)
    return results.matrix(FIDLIO, [(path(a), path(b)) for a, b in pairs], out, *options)


def demand():
    """Half of the data not read, or samples of another size: no storage benchmark any more."""
    for workload, (real, repeat, right, _) in WORKLOADS.items():
        for base in (repeat, right):
            r = compare(real, perturbed(base, "drop-data", 0.5), STORAGE)
            clause = results.measures(r, "data.read.bytes").get("data.read.bytes")
            # a geometric mean; reads of a file that stays open leave calls out: they are not compared
            ok(clause is None or results.similarity(r) < similarity(real, base, STORAGE) * 0.9,
               "%s: half of the data not read: less alike" % base, results.similarity(r))
            # the books do not balance, or the answer is off
            ok(r["overall"]["verdict"] in ("not valid", "cannot tell") and
               r["overall"]["profile"] == "storage",
               "%s: half of the data not read: never valid for storage" % base,
               r["overall"]["verdict"])
            ok(clause is None or clause["clause"] == "not met",
               "%s: half of the data not read: its clause says so" % base, clause)
        base = similarity(real, repeat, STORAGE)
        for level in (0.5, 2):
            changed = compare(real, perturbed(repeat, "record", level), STORAGE)
            ok(results.similarity(changed) < base - 0.02, "%s: samples of %g times the size: less alike"
               % (workload, level), "%s, as recorded %s" % (results.similarity(changed), base))
            answer = results.measures(changed, "answer.error").get("answer.error")
            ok(answer and answer["clause"] == "not met",
               "%s: samples of %g times the size: slower storage does something else to it"
               % (workload, level), answer)


def facets():
    """Places, files and readers: each is seen by the facet made for it, and by no other.

    The answer follows from all of them: the model counts operations and readers."""
    changes = (("seek", 1, "locality.*jump*", WORKLOADS),
               ("files", 1, "locality.*file*", ("UNET3D", "BERT")),
               ("procs", 32, "concurrency.readers*", WORKLOADS),
               ("procs", 1, "concurrency.readers*", ("UNET3D",)))
    for kind, level, pattern, workloads in changes:
        for workload in workloads:
            real = WORKLOADS[workload][0]
            r = compare(real, perturbed(real, kind, level), STORAGE)
            what = "%s %g of %s: %s" % (kind, level, real, pattern)
            seen = results.measures(r, pattern)
            ok(any(m["clause"] == "not met" for m in seen.values()), what + " is not met",
               {n: m["distance"] for n, m in seen.items()})
            # where steps are not found in what is read then, there is no similarity
            ok((results.similarity(r) or 0) < 0.99, what + ": costs similarity", results.similarity(r))
            rest = {n: m["distance"] for n, m in results.measures(r).items()
                    if m["clause"] == "not met" and not re.match("locality|concurrency|answer", n)}
            ok(not rest, what + ": nothing else is not met", rest)


def beside():
    """Log lines and opens of /proc are no demand on storage."""
    for kind, level in (("log-spam", 1000), ("open-spam", 2000)):
        for real, repeat, right, _ in WORKLOADS.values():
            for emulation in (repeat, right):
                before = similarity(real, emulation, STORAGE)
                after = similarity(real, perturbed(emulation, kind, level), STORAGE)
                ok(abs(before - after) < 0.01, "%s %g in %s costs less than 0.01"
                   % (kind, level, emulation), "%s before, %s after" % (before, after))


def right():
    """The emulation as meant: a number, and words for what it is good for."""
    real, repeat, emulation, _ = WORKLOADS["UNET3D"]
    r = matrix("right", [(real, emulation), (real, repeat), (repeat, real)])[real, emulation]
    ok(results.similarity(r) >= 0.3, "UNET3D as meant: at least 0.3", results.similarity(r))
    words = [p["text"] for p in r["profiles"]]
    ok(all(re.match(r"(not )?valid for |cannot tell", w) for w in words) and
       {p["profile"] for p in r["profiles"]} >= {"storage", "read", "checkpoint", "metadata", "system"},
       "UNET3D as meant: each profile in words", words)
    ok(all("limit" in w or "allowed" in w for w in words if w.startswith("not valid")),
       "UNET3D as meant: what is not met, and what is allowed", words)


def independent():
    """The number of a pair is its own: neither other jobs nor their calibration change it."""
    every = [(a, b) for real, repeat, right, wrong in WORKLOADS.values()
             for a, b in ((real, right), (real, wrong), (real, repeat), (repeat, real))]
    together = matrix("together", every)
    for workload, (real, repeat, emulation, wrong) in WORKLOADS.items():
        alone = matrix("alone", [p for p in every if p[0] in (real, repeat)])
        for e in (emulation, wrong):
            a, b = together[real, e], alone[real, e]
            ok(a["overall"]["similarity"] == b["overall"]["similarity"] and a["resources"] == b["resources"],
               "%s, %s: the same with and without other jobs" % (real, e),
               "%r, %r" % (a["overall"]["similarity"], b["overall"]["similarity"]))
    calibration = os.path.join(SCRATCH, "calibration.json")
    real, repeat, emulation, _ = WORKLOADS["UNET3D"]
    similarities = []
    for others in ((), ("BERT",), ("DLRM",), ("BERT", "DLRM")):
        real_runs = [real, repeat] + [r for w in others for r in WORKLOADS[w][:2]]
        results.run(FIDLIO, "calibrate", "-q", "-o", calibration, *map(path, real_runs))
        similarities.append(similarity(real, emulation, "--calibration=" + calibration))
    ok(len(set(similarities)) == 1, "the same, whatever else is in the calibration", similarities)
    repeats = [path(real), path(repeat), perturbed(repeat, "jitter", 0.1, "UNET3D_real_r11"),
               perturbed(real, "noise", 0.05, "UNET3D_real_r12")]
    similarities = []
    for out in [None] + repeats[1:]:
        results.run(FIDLIO, "calibrate", "-q", "-o", calibration, *(r for r in repeats if r != out))
        similarities.append(similarity(real, emulation, "--calibration=" + calibration))
    ok(max(similarities) < 1.1 * min(similarities), "one repeat less in the calibration: less than 10 %", similarities)


def wrong():
    """Checkpoints missing, and computation time doubled."""
    real, _, right, nockpt = WORKLOADS["UNET3D"]
    grades = [results.resource(compare(real, e, STORAGE), "phases")["grade"] for e in (right, nockpt)]
    ok(grades[1] < 0.6 * grades[0], "no checkpoints: phases are worse than as meant",
       grades)
    r = compare(real, nockpt)
    cause = results.first_cause(r)
    ok(cause and any("checkpoint" in (c["key"] or "") for c in r["causes"]),
       "no checkpoints: among the causes, with its key", r["causes"])
    ok(results.similarity(r) < similarity(real, right), "no checkpoints: less than as meant")
    for workload in ("BERT", "DLRM"):
        real, _, right, twice = WORKLOADS[workload]
        r = compare(real, twice)
        cause = results.first_cause(r)
        ok(cause and cause["key"].endswith("computation_time"),
           "%s: computation time doubled: the first cause that has a key" % workload,
           json.dumps(r["causes"][:4], indent=1))
        a, b = results.similarity(r), results.similarity(compare(real, right))
        ok(a < b, "%s: computation time doubled: below the one as meant" % workload, (a, b))


def gate():
    """One run is enough where the demand is another."""
    for workload, (real, repeat, right, worse) in WORKLOADS.items():
        matrix("accepted", [(real, right), (repeat, right)])
        baseline = os.path.join(SCRATCH, workload + ".baseline.json")
        results.run(FIDLIO, "baseline", "save", os.path.join(SCRATCH, "accepted"), "-o", baseline)
        again = re.sub(r"_r\d+$", "_r9", right)
        candidates = {"half of the data not read": perturbed(right, "drop-data", 0.5, again)}
        if "compute2x" in worse:
            copy = os.path.join(SCRATCH, worse, again)
            shutil.copytree(path(worse), copy)
            candidates["computation time doubled"] = copy
        for what, run in candidates.items():
            matrix("new", [(real, run), (repeat, run)])
            done = subprocess.run([FIDLIO, "check", os.path.join(SCRATCH, "new"), "--baseline", baseline],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            ok(done.returncode == 1 and b"FAIL" in done.stdout, "%s: %s: FAIL with one run"
               % (workload, what), done.stdout.decode())


def ranking():
    """Ranked is what all have: a recording without block requests is not better for that.

    The similarities still differ by 0.002 and 0.005: weights and sector jumps (locality) come from
    what was recorded (NOTES 7.3).  Ranked by all they have, the copies would be 0.005
    (without iostat) and 0.052 more similar."""
    real, repeat, right, nockpt = WORKLOADS["UNET3D"]
    copies = {}
    for what, gone in (("nodisk", ("iostat*",)), ("noblock", ("trace_bio*", "iostat*"))):
        copies[what] = os.path.join(SCRATCH, what, "UNET3D_dlio%s_r2" % what)
        shutil.copytree(path(right), copies[what], ignore=shutil.ignore_patterns(*gone))

    def ranked(less):
        matrix("ranked", [(real, right), (real, nockpt), (real, copies[less])], STORAGE)
        with open(os.path.join(SCRATCH, "ranked", "ranking.tsv"), encoding="utf-8") as f:
            head, *rows = [line.rstrip("\n").split("\t") for line in f]
        similarities = {r[head.index("emulation")]: r[head.index("similarity")] for r in rows}
        return similarities[right], similarities[os.path.basename(copies[less])]
    for less in copies:
        a, b = ranked(less)
        ok(abs(float(a) - float(b)) < 0.006, "ranking: %s: the same to 0.006" % less, (a, b))
    with open(os.path.join(SCRATCH, "ranked", "report.md"), encoding="utf-8") as f:
        text = f.read()
    ok(re.search("Left out of the similarities.*block.read.*disk.read", text), "ranking: says what was left out", text[:2000])


def truncated():
    """A trace that ends early is no evidence of what the job does afterwards."""
    for workload, resource, clauses in (("UNET3D", "vfs.read", "data.read.*"),
                                        ("DLRM", "vfs.read", "data.read.*"),
                                        ("UNET3D", "block", "block.*")):
        real, repeat, _, _ = WORKLOADS[workload]
        r = compare(real, perturbed(repeat, "truncate-trace", 0.6, resource=resource), STORAGE)
        text = json.dumps(r["findings"]) + json.dumps(r["warnings"]) + json.dumps(r["resources"])
        ok("incomplete" in text, "%s: %s ends early: trace incomplete" % (workload, resource))
        graded = [n for n, m in results.measures(r, clauses).items() if m["clause"] is not None]
        ok(not graded, "%s: %s ends early: not graded" % (workload, resource), graded)
        ok(results.similarity(r) is not None and results.similarity(r) > 0.5,
           "%s: %s ends early: the rest is" % (workload, resource), results.similarity(r))


for statement in (demand, facets, beside, right, independent, wrong, gate, ranking, truncated):
    print("# " + statement.__doc__)
    try:
        statement()
    except (RuntimeError, OSError, KeyError, TypeError, StopIteration) as e:
        ok(False, "%s runs through" % statement.__name__, "%s: %s" % (type(e).__name__, e))
print("1..%d" % tests_n)
sys.exit(bad_n > 0)
