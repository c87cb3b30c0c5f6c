# SPDX-License-Identifier: GPL-3.0-or-later
"""ladder - known changes of recorded real runs, stronger from level to level

A changed run is compared with the run itself, so that nothing but the change differs.  Each
ladder says, with the reason, what has to happen; this was written down before it was run.

  moves   of each pattern at least one clause follows the level: tau-b >= 0.9
  stays   no such clause is "not met" at any level
  similarity   "falls": no level is more than 0.01 more similar than a weaker one, the strongest below 1;
          or the lowest similarity that may come out
"""
import os
import shutil

import perturbations
import results
import rundir
import stats

DATA = ("data.read.bytes", "data.read.size_bytes")
PACE = ("steps.*", "phases.*")
WRITES = ("checkpoint.*",)

# name -> (kind, levels, by chance, moves, stays, similarity, the reason)
LADDERS = {
    "gain": ("gain", (1.05, 1.1, 1.25, 1.5, 2, 4), True,
             ("data.read.bytes", "answer.error"), PACE + ("data.read.size_bytes",),
             "falls", "more requests of the same size: more demand at the same pace"),
    "record": ("record", (1.05, 1.1, 1.25, 1.5, 2, 4), False,
               ("data.read.bytes", "answer.error"), PACE + WRITES, "falls",
               "larger samples: more demand at the same pace"),
    "lag": ("lag", (0.5, 2, 8, 32, 64), False, ("data.read.when",), DATA + ("steps.*",), "falls",
            "the same I/O, later; the first half second is within the tolerance of WHEN"),
    "stretch": ("stretch", (1.05, 1.1, 1.25, 1.5, 2), False,
                ("phases.duration_s", "steps.step_s"),
                DATA + ("phases.sequence", "phases.kinds", "phases.duration_shares"), "falls",
                "all takes longer; nothing is read more"),
    "drop": ("drop", (1, 2, 3, 4, 5, 6), True, ("phases.sequence",), ("steps.step_s",), "falls",
             "phases that the real run has are missing"),
    "batch": ("batch", (2, 3, 4, 5, 8), False, ("steps.steps", "steps.step_s"),
              DATA + ("phases.*",), "falls", "fewer and longer steps, the same data"),
    "period": ("period", (0.05, 0.1, 0.25, 0.5, 1), False, ("steps.step_s", "answer.error"),
               DATA + ("phases.sequence", "phases.kinds"), "falls",
               "longer steps: the same data at a lower pace, and more room to hide slow storage"),
    "coalesce": ("size", (2, 4, 8, 16), False, ("data.read.size_bytes",),
                 PACE + ("data.read.bytes", "answer.error"), "falls",
                 "larger requests, the same bytes"),
    "split": ("size", (1 / 2, 1 / 4, 1 / 8, 1 / 16), False, ("data.read.size_bytes",),
              PACE + ("data.read.bytes", "answer.error"), "falls",
              "smaller requests, the same bytes"),
    "drop-data": ("drop-data", (0.05, 0.1, 0.25, 0.5, 0.75), True,
                  ("data.read.bytes", "answer.error"), PACE + WRITES, "falls",
                  "less is read at the same pace: the worst for a storage benchmark"),
    "seek": ("seek", (0.1, 0.25, 0.5, 0.75, 1), True, ("locality.*jump*",),
             PACE + DATA + WRITES + ("data.read.when", "concurrency.*"), "falls",
             "the same requests in another order of places: only locality can see it"),
    "files": ("files", (0.25, 0.5, 0.75, 1), False,
              ("locality.bytes_per_file", "locality.reads_per_file"),
              PACE + DATA + WRITES + ("data.read.when", "concurrency.readers"), "falls",
              "the same data in fewer files; nothing to see where there is one file anyway"),
    "procs": ("procs", (1, 2, 4, 8, 16, 32), False, ("concurrency.readers",),
              PACE + DATA + WRITES + ("data.read.when",), 0.0,
              "other processes read: distance falls to the run's own number, then grows"),
    "cold-cache": ("cold-cache", (0.1, 0.25, 0.5, 1), True, ("block.read.bytes", "disk.read.MiB"),
                   PACE + DATA + WRITES, "falls", "the disk reads more, the job does not"),
    "log-spam": ("log-spam", (10, 100, 1000), True, (),
                 PACE + DATA + ("data.*", "checkpoint.*"), 0.99,
                 "100 kB of log beside a job of 1 GB says nothing of its demand"),
    "open-spam": ("open-spam", (20, 200, 2000), True, (), PACE + DATA + ("data.*", "checkpoint.*"),
                  0.99, "opens of /proc are no I/O of a storage"),
    "noise": ("noise", (0.01, 0.02, 0.05), True, (), PACE + DATA + ("answer.error",), 0.9,
              "latencies off by 5 % are no other demand; the similarity stays within a tenth"),
    "quantise": ("quantise", (0.01, 0.02, 0.05), False, (), PACE + DATA + ("answer.error",), 0.8,
                 "stamps cut to 5 % of a step make gaps and spectra worse, nothing else"),
    "loss": ("loss", (0.01, 0.02, 0.05), True, (), PACE + DATA, 0.8,
             "5 % of lost events are 5 % of the bytes: two thirds of that clause's grade"),
    "clock": ("clock", (1, 2), False, (), PACE + DATA, 0.8,
              "the gauges' clock is wrong by at most two of its readings"),
}


def levels_of(name, run):
    kind, levels = LADDERS[name][:2]
    if kind == "drop":
        n = sum(1 for p in run.phases if p[0] in ("eval", "checkpoint"))
        return tuple(x for x in levels if x <= n)
    return levels


def climb(fidlio, base, name, seed, scratch):
    """[(level, result)]; empty if the run has not what the kind changes."""
    run = rundir.Run(base)
    kind = LADDERS[name][0]
    found = []
    for level in levels_of(name, run):
        out = os.path.join(scratch, os.path.basename(base))
        try:
            perturbations.perturb(run, kind, level, seed).write(out)
        except rundir.RunError:
            return []
        found.append((level, results.compare(fidlio, base, out, "--profile=storage")))
        shutil.rmtree(out)
    return found


def follows(levels, distances, split):
    """tau-b of the distance and how strong the change is, from the run itself on."""
    if any(d is None for d in distances):
        return None
    strength = [1 / x if split else x for x in levels]
    return stats.tau_b([0.0] + strength, [0.0] + list(distances))


def judge(name, found):
    """(moves {pattern: best tau or None}, stays {clause: worst level's grade}, similarities)."""
    _, _, _, moves, stays, want, _ = LADDERS[name]
    levels = [level for level, _ in found]
    moved, left = {}, {}
    for pattern in moves:
        names = {n for _, r in found for n in results.measures(r, pattern)}
        taus = [follows(levels, [results.measures(r, n).get(n, {}).get("distance")
                                 for _, r in found], name == "split") for n in sorted(names)]
        taus = [t for t in taus if t is not None]
        moved[pattern] = max(taus) if taus else None
    for level, r in found:
        for n, m in results.measures(r, *stays).items():
            if m["clause"] == "not met":
                left.setdefault(n, level)
    similarities = [results.similarity(r) for _, r in found]
    if want == "falls":
        known = [s for s in similarities if s is not None]
        # a change may cost nothing while it is small
        ok = len(known) == len(similarities) and similarities[-1] < 1 and \
            all(b <= a + 0.01 for a, b in zip(similarities, similarities[1:]))
    else:
        ok = None not in similarities and min(similarities) >= want
    return moved, left, similarities, ok


def sweep(fidlio, bases, names, seeds, scratch, say):
    """[(ladder, base, seed, levels, moved, left, similarities, similarity is as wanted)]"""
    rows = []
    for base in bases:
        for name in names:
            for seed in range(1, (seeds if LADDERS[name][2] else 1) + 1):
                found = climb(fidlio, base, name, seed, scratch)
                if found:
                    rows.append((name, os.path.basename(base), seed, [x for x, _ in found],
                                 *judge(name, found)))
            say("ladder: %s %s" % (os.path.basename(base), name))
    return rows
