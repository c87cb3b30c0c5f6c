# SPDX-License-Identifier: GPL-3.0-or-later
"""stripped - recorded runs whose log says less than it said

A copy of a run lacks the lines of steps, of checkpoints, or of both; or it has the calls of its processes alone,
as DFTracer writes them.  A program that logs nothing writes nothing: traces of writes lose the writes of these
lines, too, and what follows them in the log moves up.
"""
import concurrent.futures
import gzip
import importlib.machinery
import importlib.util
import itertools
import json
import os
import re

import results

MARK = ":::MLLOG "
KEYS = {"steps": {"all_compute", "load_batch_mem", "step_end"}, "checkpoints": {"checkpoint_start", "checkpoint_stop"}}
WITHOUT = {"no steps": ("steps",), "no checkpoints": ("checkpoints",), "neither": ("steps", "checkpoints")}
CALLS = "calls alone"
KINDS = (*WITHOUT, CALLS)
DLIO_SAVES = re.compile(r"(Starting|Finished) (saving|loading) checkpoint")


def text_of(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8", errors="surrogateescape") as f:
        return f.read()


def write_text(path, text):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "wt", encoding="utf-8", errors="surrogateescape") as f:
        f.write(text)


def without_keys(keys, numbers=False):
    """A function that keeps a line, changes it or leaves it out (None): those of MLLOG's keys, and numbers of steps
    elsewhere."""
    def kept(line):
        if MARK not in line:
            return line
        head, rest = line.split(MARK, 1)
        event = json.loads(rest)
        if event["key"] in keys:
            return None
        if numbers:
            for key in ("step_num", "first_step_num"):
                event["metadata"].pop(key, None)
            return head + MARK + json.dumps(event) + "\n"
        return line
    return kept


def moved_writes(text, log_name, old, new):
    """Rows of a trace of writes: old[i] is where line i of the log begins and ends, new[i] where it does in the copy,
    or None."""
    starts = {a: i for i, (a, _) in enumerate(old)}
    out = []
    for row in text.splitlines(keepends=True):
        part = row.split()
        if len(part) < 6 or part[-1] != log_name or not part[2].isdigit():
            out.append(row)
            continue
        at, size = int(part[2]), int(part[3])
        i = starts.get(at)
        if i is None or new[i] is None or size != old[i][1] - old[i][0]:
            continue
        a, b = new[i]
        m = re.match(r"(\S+\s+\S+\s+)(\S+)(\s+)(\S+)(.*)", row, re.S)
        out.append(f"{m[1]}{a}{m[3]}{b - a}{m[5]}")
    return "".join(out)


def places(lines):
    at, out = 0, []
    for line in lines:
        if line is None:
            out.append(None)
            continue
        n = len(line.encode("utf-8", "surrogateescape"))
        out.append((at, at + n))
        at += n
    return out


def link_run(run, copy):
    """A folder of links to the files of a run; replace() puts a file of its own there."""
    for where, _, names in os.walk(run):
        own = os.path.normpath(os.path.join(copy, os.path.relpath(where, run)))
        os.makedirs(own)
        for name in names:
            os.symlink(os.path.abspath(os.path.join(where, name)), os.path.join(own, name))


def replace(path, text):
    os.unlink(path)
    if text is not None:
        write_text(path, text)


def files_of(run):
    return sorted(os.path.join(where, name) for where, _, names in os.walk(run) for name in names)


def log_of(run):
    """The path of the log of the MLPerf logging library in a run; None: it has none."""
    logs = [p for p in files_of(run) if re.search(r"\.log(\.gz)?$", p) and MARK in text_of(p)]
    return logs[0] if logs else None


def strip_mllog(copy, log, kept_line):
    """Leaves lines of a log out (kept_line); None: the whole log."""
    name = os.path.basename(log).removesuffix(".gz")
    lines = text_of(log).splitlines(keepends=True)
    kept = [kept_line(line) if kept_line else None for line in lines]
    gone = 0
    for path in files_of(copy):
        if os.path.basename(path).startswith("trace_write.out"):
            rows = text_of(path)
            moved = moved_writes(rows, name, places(lines), places(kept))
            gone += rows.count("\n") - moved.count("\n")
            replace(path, moved)
    meta = os.path.join(copy, "meta.json")
    if gone and os.path.exists(meta):  # the recorder counted them
        facts = json.loads(text_of(meta))
        if "trace_write.out" in facts.get("event_lines", {}):
            facts["event_lines"]["trace_write.out"] -= gone
            replace(meta, json.dumps(facts, indent=1))
    replace(log, "".join(line for line in kept if line is not None) if kept_line else None)


def strip_dlio(copy, parts):
    for path in files_of(copy):
        name = os.path.basename(path)
        if re.match(r"\d+_output\.json", name) and "steps" in parts:
            replace(path, None)
        elif "checkpoints" in parts and "per_epoch_stats.json" in name:
            stats = json.loads(text_of(path))
            for epoch in stats.values():
                for key in [k for k in epoch if "ckpt" in k]:
                    del epoch[key]
            replace(path, json.dumps(stats, indent=4))
        elif "checkpoints" in parts and re.search(r"\.(log|txt)(\.gz)?$", name):
            text = text_of(path)
            if DLIO_SAVES.search(text):
                replace(path, "".join(line for line in text.splitlines(keepends=True) if not DLIO_SAVES.search(line)))


def as_dftracer():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "as-dftracer")
    loader = importlib.machinery.SourceFileLoader("as_dftracer", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("as_dftracer", loader))
    loader.exec_module(module)
    return module


def says(run, part):
    """Does the log of a run say anything of steps, or of checkpoints?"""
    log = log_of(run)
    if log:
        return any('"%s"' % key in text_of(log) for key in KEYS[part])
    return any(re.match(r"\d+_output\.json", os.path.basename(p)) if part == "steps" else
               re.search(r"\.(log|txt)(\.gz)?$", p) and DLIO_SAVES.search(text_of(p)) for p in files_of(run))


def make(run, copy, what):
    """A copy of a run without what is left out; False: it has nothing of that."""
    if what == CALLS:
        os.makedirs(copy)
        as_dftracer().write_pfw(run, os.path.join(copy, "run.pfw.gz"))
        return True
    parts = WITHOUT[what]
    if not all(says(run, part) for part in parts):
        return False
    link_run(run, copy)
    log = log_of(copy)
    if log:
        strip_mllog(copy, log, without_keys(set().union(*(KEYS[part] for part in parts))))
    else:
        strip_dlio(copy, parts)
    return True


def digest_of(fidlio, run, scratch, what):
    """The path of a digest of a run as `what` leaves it ("": all of it); None: there is nothing to leave out."""
    out = os.path.join(scratch, what or "all")
    name = os.path.basename(run)
    path = os.path.join(out, name + ".fidlio")
    os.makedirs(out, exist_ok=True)
    if what:
        copy = os.path.join(scratch, "copy of " + what, name)
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        if not make(run, copy, what):
            return None
        run = copy
    results.run(fidlio, "digest", "-q", run, "-o", out, statuses=(0, 4))
    return path


def answer(fidlio, real, emulation):
    return json.loads(results.run(fidlio, "answer", "-q", "--format=json", real, emulation, statuses=(0, 3, 4, 6)))["answer"]


def rows_of_pair(fidlio, scratch, real, emulation):
    """[(real, emulation, side, what, error of the whole logs, error of what is left, verdicts)]"""
    of = {(side, what): digest_of(fidlio, run, os.path.join(scratch, os.path.basename(real) + "+" + os.path.basename(emulation)), what)
          for side, run in (("real", real), ("emulation", emulation)) for what in ("", *KINDS)}
    whole = answer(fidlio, of["real", ""], of["emulation", ""])
    rows = []
    for side, what in itertools.product(("real", "emulation", "both"), KINDS):
        pair = [of[s, what if side in (s, "both") else ""] for s in ("real", "emulation")]
        if None in pair:
            continue
        a = answer(fidlio, *pair)
        rows.append([os.path.basename(real), os.path.basename(emulation), side, what, whole["error"], a["error"],
                     whole["verdict"], a["verdict"], a["reason"] if a["error"] is None else ""])
    return rows


def pairs_of(runs):
    """Each real run with the emulation as meant of the same repeat, and the first one with those that are wrong, too."""
    parsed = {run: results.parse(run) for run in runs}
    return [(r, e) for r in runs for e in runs if parsed[r] and parsed[e] and parsed[r][1] == "real" and parsed[e][1] != "real" and
            parsed[r][0] == parsed[e][0] and parsed[r][3] == parsed[e][3]]


def compare(fidlio, runs, scratch, say):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = []
        for rows in pool.map(lambda pair: rows_of_pair(fidlio, scratch, *pair), pairs_of(runs)):
            if rows:
                say("stripped: %s %s" % tuple(rows[0][:2]))
            found += rows
    return found
