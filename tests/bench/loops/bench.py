#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench.py record DIR | table DIR | judge RUN...: what fidlio job finds in small loops

record  records each loop of loop.py --times times: DIR/LOOP/N/strace and DIR/LOOP/N/dftracer,
        folders to read, with truth.json beside them
table   prints for each quantity how many are right, unknown and wrong, and how many loops have one
        answer in all of their recordings (--half: those whose names choose constants, or judge; other: of other numbers)
judge   prints each quantity of recordings that fidlio finds, beside the truth; exit status 1 if a
        value that is called likely or certain is wrong"""
import argparse
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import loop as loops  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
QUANTITIES = ("steps", "epochs", "readers", "depth", "files", "samples", "order", "checkpoints",
              "shards", "evaluations")
LIKELY = 0.7


def half_of(loop):
    """The halves: constants are chosen on one, and judged on the other."""
    if loop.endswith("-b"):
        return "other"
    return "judge" if hashlib.sha256(loop.encode()).digest()[0] & 1 else "choose"


# --- recordings

def record(loop, to):
    with tempfile.TemporaryDirectory(dir=to) as folder:
        program = [sys.executable, os.path.join(HERE, "loop.py")]
        subprocess.run(program + ["--make", loop, folder], check=True)
        trace = os.path.join(folder, "strace.out")
        subprocess.run(["strace", "-f", "-ttt", "-T", "-y", "-o", trace] + program + [loop, folder],
                       check=True, timeout=120, stdin=subprocess.DEVNULL)
        for name in ("strace", "dftracer"):
            os.makedirs(os.path.join(to, name), exist_ok=True)
        pack(trace, os.path.join(to, "strace", "strace.out.gz"))
        for name in os.listdir(folder):
            if name.startswith("calls.pfw"):
                pack(os.path.join(folder, name),
                     os.path.join(to, "dftracer", "trace%s.pfw.gz" % name[9:].replace(".", "-")))
        shutil.copy(os.path.join(folder, "truth.json"), to)


def pack(path, to):
    with open(path, "rb") as f, gzip.GzipFile(to, "wb", mtime=0) as g:
        g.write(f.read())


def record_all(o):
    for n in range(o.times):
        for loop in loops.LOOPS:
            to = os.path.join(o.dir, loop, str(n))
            if os.path.exists(os.path.join(to, "truth.json")):
                continue
            os.makedirs(to, exist_ok=True)
            record(loop, to)


# --- what is found

def sure_of(job, what):
    known = job["known"].get(what) or {}
    return known.get("sure", 0) if known.get("from") != "unknown" else 0


def found_in(fidlio, run):
    """{quantity: value}, of those that are called likely or certain."""
    p = subprocess.run([fidlio, "job", "--format=json", run], capture_output=True, text=True)
    if p.returncode:
        return {}
    job = json.loads(p.stdout)
    job = job.get("job") or job
    train, saves = job["training"], [c for c in job["checkpoints"] if not c["load"]]
    data_sure = train["known"]["sure"] if "known" in train else train["sure"]
    got = {}
    if sure_of(job, "steps") >= LIKELY:
        got["steps"] = job["steps_n"]
    if job["epochs_n"]:
        got["epochs"] = job["epochs_n"]
    if sure_of(job, "loader") >= LIKELY:
        got["depth"] = job["depth"]
    got["readers"] = job["readers"]
    if data_sure >= LIKELY:
        got["files"], got["samples"] = train["files_n"], train["samples_n"]
        if train["order_within"] is not None:
            got["order"] = "in order" if train["order_within"] > 0.9 else "shuffled"
    if sure_of(job, "checkpoints") >= LIKELY:
        got["checkpoints"] = len(saves)
        got["shards"] = max((c["files_n"] for c in saves), default=0)
    if sure_of(job, "evaluations") >= LIKELY:
        got["evaluations"] = job["evaluations_n"]
    return {k: v for k, v in got.items() if v is not None}


def is_right(what, value, truth):
    if what == "depth":  # what is being read counts or not, as it happens
        return abs(value - truth) <= 1
    return value == truth


def outcome(what, got, truth):
    if what not in got:
        return "unknown"
    return "right" if is_right(what, got[what], truth[what]) else "wrong"


# --- output

def table(o):
    count, same, rows = {}, {}, []
    for loop in loops.LOOPS:
        if (o.half and half_of(loop) != o.half) or not os.path.isdir(os.path.join(o.dir, loop)):
            continue
        for kind in o.traces.split(","):
            answers = {}
            for n in sorted(os.listdir(os.path.join(o.dir, loop))):
                to = os.path.join(o.dir, loop, n)
                with open(os.path.join(to, "truth.json")) as f:
                    truth = json.load(f)
                got = found_in(o.fidlio, os.path.join(to, kind))
                for what in QUANTITIES:
                    key = (kind, what, outcome(what, got, truth))
                    count[key] = count.get(key, 0) + 1
                    value = got.get(what)
                    answers.setdefault(what, []).append((value, truth[what]))
            for what in QUANTITIES:
                kinds = {repr(v) if what != "depth" or v is None else "v" for v, _ in answers[what]}
                same[kind, what] = same.get((kind, what), 0) + (len(kinds) == 1)
                bad = [v for v, t in answers[what] if v is None or not is_right(what, v, t)]
                if bad and o.verbose:
                    rows.append("%s %s %s %s: %s; true %s" % (
                        half_of(loop), loop, kind, what, [v for v, _ in answers[what]],
                        sorted({t for _, t in answers[what]})))
    for kind in o.traces.split(","):
        print("| %s | right | unknown | wrong | loops with one answer |\n|---|---|---|---|---|" % kind)
        sums = [0, 0, 0, 0]
        for what in QUANTITIES:
            row = [count.get((kind, what, k), 0) for k in ("right", "unknown", "wrong")]
            row.append(same[kind, what])
            sums = [a + b for a, b in zip(sums, row)]
            print("| %s | %d | %d | %d | %d |" % ((what,) + tuple(row)))
        print("| all | %d | %d | %d | %d |\n" % tuple(sums))
    print("\n".join(rows))
    return 0


def judge(o):
    wrong = 0
    for run in o.run:
        with open(os.path.join(os.path.dirname(os.path.abspath(run)), "truth.json")) as f:
            truth = json.load(f)
        got = found_in(o.fidlio, run)
        for what in QUANTITIES:
            kind = outcome(what, got, truth)
            wrong += kind == "wrong"
            print("%s\t%s\t%s\t%s\t%s" % (run, what, got.get(what), truth[what], kind))
    return 1 if wrong else 0


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--fidlio", default="fidlio")
    sub = p.add_subparsers(dest="command", required=True)
    q = sub.add_parser("record")
    q.add_argument("dir")
    q.add_argument("--times", type=int, default=10)
    q.set_defaults(call=record_all)
    q = sub.add_parser("table")
    q.add_argument("dir")
    q.add_argument("--half", choices=["choose", "judge", "other"])
    q.add_argument("--traces", default="strace,dftracer")
    q.add_argument("--verbose", action="store_true")
    q.set_defaults(call=table)
    q = sub.add_parser("judge")
    q.add_argument("run", nargs="+")
    q.set_defaults(call=judge)
    o = p.parse_args()
    return o.call(o) or 0


if __name__ == "__main__":
    sys.exit(main())
