"""falsealarms - the gate on resampled runs of one configuration (tests/validate/fidlio-aa.c)"""
import os
import subprocess

import retrieval

SHIFTS = (0, 1, 2, 4)  # margins; 0: every FAIL is a false alarm
# runs a side: trials of each configuration, without and with a shift; eight take long
TRIALS = {5: (200, 20), 8: (40, 20)}


def manifest(folders, path):
    """Real runs against all emulations and repeats of their own workload."""
    with open(path, "w", encoding="utf-8") as out:
        for a in folders:
            workload, kind, *_ = retrieval.parse(os.path.basename(a))
            for b in folders if kind == "real" else ():
                if a != b and retrieval.parse(os.path.basename(b))[0] == workload:
                    out.write("pair %s %s\n" % (a, b))


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        raise RuntimeError("%s: status %d: %s" % (
            " ".join(command), done.returncode, done.stderr.decode(errors="replace").strip()))
    return done.stdout.decode()


def trials(program, results, runs_n, shift, trials_n):
    """Rows of fidlio-aa: [configuration, runs, shift, trials, FAIL, ...]; the last is of all."""
    text = run([program, "-k", str(runs_n), "-x", str(shift), "-n", str(trials_n), results])
    return [line.split("\t") for line in text.splitlines()[1:]]


def sweep(fidlio, program, folders, scratch, quick, say):
    path, results = os.path.join(scratch, "manifest"), os.path.join(scratch, "results")
    manifest(folders, path)
    run([fidlio, "matrix", "-q", "-j1", "--no-series", "-m", path, "-o", results])
    rows = []
    for runs_n, trials_n in ((5, (20, 20)),) if quick else sorted(TRIALS.items()):
        for shift in SHIFTS:
            say("falsealarms: %d runs a side, %g margins" % (runs_n, shift))
            rows += trials(program, results, runs_n, shift, trials_n[shift > 0])
    return rows
