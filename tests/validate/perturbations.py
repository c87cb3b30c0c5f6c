# SPDX-License-Identifier: GPL-3.0-or-later
"""perturbations - known changes of a recorded run, one function for each kind

Each takes a forked run, the level and a random.Random, and changes the run in place.
Random choices do not depend on the level, so one seed's ladder is one experiment made
stronger, not six.  Kinds whose level 0 is not "0" name it in IDENTITY.
"""
import math
import random

import access
from moves import (DISK_RATES, IO, map_cpu, map_disk, move_all, move_cpu, move_disk,
                   move_events, move_log)
from rundir import RunError, TRACES, replace_column
from sizes import size
from timemap import TimeMap, continuous, delay_from, identity, without

RESOURCES = {"block": ("trace_bio.out",), "vfs.read": ("trace_read.out",),
             "vfs.write": ("trace_write.out",), "vfs.open": ("trace_openat.out",),
             "disk": (), "cpu": ()}
IDENTITY = {"gain": 1, "stretch": 1, "batch": 1, "size": 1, "record": 1, "truncate-trace": 1,
            "procs": "no level"}
WHOLE = ("drop", "batch", "procs", "log-spam", "open-spam")  # levels that count something


def need_steps(run):
    if len(run.steps) < 2:
        raise RunError("%s: %s has no steps" % (run.dir, run.log_name))


def step_s(run):
    """The unit of delays: the median step; without steps in the log, a second."""
    return run.step_s or 1.0


# --- the kinds
def gain(run, level, rng):
    """Every request level times (a copy follows at once; thinned below 1), gauges too."""
    if level == 1:
        return
    for name in IO[:-1]:
        out = []
        for e in run.events.get(name, ()):
            u = rng.random()
            copies = int(level) + (u < level - int(level))
            for k in range(copies):
                out.append(e.moved(k * e.length))
        if name in run.events:
            run.events[name] = out
            run.changed.add(name)
    if run.cpu:
        idle = run.cpu["names"].index("%idle")
        values = []
        for row in run.cpu["values"]:
            busy = sum(row) - row[idle]
            most = max(100.0, busy + row[idle])
            factor = min(level, most / busy) if busy > 0 else 1.0
            new = [v * factor for v in row]
            new[idle] = max(0.0, busy + row[idle] - busy * factor)
            values.append(new)
        run.cpu.update(values=values, changed=True)
    map_disk(run, lambda v: v * level)


def lag(run, level, rng):
    """I/O of the job is late by level steps; the last phase ends as much later."""
    delay = level * step_s(run)
    move_events(run, delay_from(run.origin, delay))
    move_disk(run, delay_from(run.origin, delay))
    if level:
        move_log(run, delay_from(run.end - 1e-4, delay))


def stretch(run, level, rng):
    """All times of the run level times as long; requests take as long as they did."""
    first = min((e[0].start for e in run.events.values() if e), default=0.0)
    if level != 1:
        move_all(run, continuous([(first, first), (first + 1e6, first + 1e6 * level)]))


def drop(run, level, rng):
    """level of the EVAL and CHECKPOINT phases gone with their I/O; what follows closes up."""
    spans = [(p[1], p[2], p[3], p[4]) for p in run.phases if p[0] in ("eval", "checkpoint")]
    rng.shuffle(spans)
    spans = spans[:int(level)]
    if not spans:
        return
    # by lines, not by stamps: neighbours may be stamped in the same millisecond
    gone = {k for span in spans for k in range(span[2], span[3] + 1)}
    run.lines = [line for k, line in enumerate(run.lines) if k not in gone]
    run.changed.add(run.log_name)
    tmap = without([span[:2] for span in spans])
    move_log(run, collapsed(tmap))
    move_events(run, tmap)
    move_cpu(run, tmap)
    move_disk(run, tmap)


def collapsed(tmap):
    """tmap with each hole collapsed to the instant after it."""
    pieces, end = [], None
    for start, stop, to, factor in tmap.pieces:
        if end is not None and start > end:
            pieces.append((end, start, to, 0.0))
        pieces.append((start, stop, to, factor))
        end = stop
    return TimeMap(pieces)


def batch(run, level, rng):
    """level steps become one: its I/O at its start, its durations their sum."""
    need_steps(run)
    b = int(level)
    if b < 2:
        return
    pieces, gone = [], set()
    for group in step_groups(run, b):
        for start, end, lines in group:
            pieces.append((start, end, group[0][0], 1.0))
        last = group[-1][2]
        for k in last:
            same = [run.lines[j] for s in group for j in s[2] if run.lines[j].key == run.lines[k].key]
            run.lines[k].set_duration(sum(run.duration_s(x) for x in same))
        gone.update(k for s in group[:-1] for k in s[2])
    run.lines = [line for k, line in enumerate(run.lines) if k not in gone]
    run.changed.add(run.log_name)
    tmap = fill(pieces)
    move_events(run, tmap)
    move_disk(run, tmap)


def training(run):
    """The training phases in the finest words the log has: [(start, end)]."""
    for name in ("block", "training", "epoch"):
        spans = [(p[1], p[2]) for p in run.phases if p[0] == name]
        if spans:
            return sorted(spans)
    return [(run.origin, run.end)]


def step_groups(run, b):
    """Steps in groups of b that do not reach across training phases."""
    for start, end in training(run):
        inside = [s for s in run.steps if s[1] > start and s[0] < end]
        for k in range(0, len(inside), b):
            yield inside[k:k + b]


def fill(pieces):
    """A map with these pieces, and everything else where it was."""
    out, at = [], identity().pieces[0][0]
    last = identity().pieces[0][1]
    for p in sorted(pieces):
        if p[0] > at:
            out.append((at, p[0], at, 1.0))
        out.append(p)
        at = max(at, p[1])
    out.append((at, last, at, 1.0))
    return TimeMap(out)


def period(run, level, rng):
    """Steps take 1 + level times as long, with the same I/O in each."""
    need_steps(run)
    knots, at, to = [], run.steps[0][0], run.steps[0][0]
    for start, end, _ in run.steps:
        to += start - at
        knots.append((start, to))
        to += (end - start) * (1 + level)
        at = end
        knots.append((end, to))
    if level:
        move_all(run, continuous(knots))


def jitter(run, level, rng):
    """Bounds of steps moved by N (0, level steps) inside their phase, in their order."""
    need_steps(run)
    knots = []
    for start, end in training(run):
        inside = [s for s in run.steps if s[1] > start and s[0] < end]
        if not inside:
            continue
        old = [s[0] for s in inside] + [inside[-1][1]]
        noise = [rng.gauss(0, 1) for _ in old]
        new = sorted(min(max(t + level * step_s(run) * x, old[0]), old[-1])
                     for t, x in zip(old[1:-1], noise[1:-1]))
        new = [old[0]] + new + [old[-1]]
        least = 0.02 * step_s(run)
        for k in range(1, len(new)):
            new[k] = max(new[k], new[k - 1] + least)
        excess = new[-1] - old[-1]
        if excess > 0:
            new = [old[0] + (t - old[0]) * (old[-1] - old[0]) / (new[-1] - old[0]) for t in new]
        for a, b in zip(old, new):
            if not knots or a > knots[-1][0]:
                knots.append((a, max(b, knots[-1][1]) if knots else b))
    if level and knots:
        move_all(run, continuous(knots))


def noise(run, level, rng):
    """Latencies and gauges times 1 + N (0, level)."""
    if not level:
        return
    for name in IO[:-1]:
        if name not in run.events:
            continue
        column = TRACES[name][1]
        out = []
        for e in run.events[name]:
            factor = max(0.01, 1 + level * rng.gauss(0, 1))
            new = e.moved((factor - 1) * e.length)
            if new is e:
                new = e.copy()
            new.length = e.length * factor
            new.line = replace_column(new.line, column, round(new.length * 1e9))
            out.append(new)
        run.events[name] = out
        run.changed.add(name)
    map_disk(run, lambda v: max(0.0, v * (1 + level * rng.gauss(0, 1))))
    map_cpu(run, lambda v: v * (1 + level * rng.gauss(0, 1)))


def quantise(run, level, rng):
    """Times of requests cut to level steps of the job, gauges to level of their largest value."""
    if not level:
        return
    grid = level * step_s(run)
    for name in IO:
        if name in run.events:
            run.events[name] = [
                e.moved(math.floor((e.start - run.origin) / grid) * grid + run.origin - e.start)
                for e in run.events[name]]
            run.changed.add(name)
    if run.disk:
        top = {}
        for s in run.disk["samples"]:
            for d in s["disk"]:
                for n in DISK_RATES:
                    top[n] = max(top.get(n, 0.0), d.get(n, 0.0))
        samples = [{"timestamp": s["timestamp"], "disk": [
            {n: round(v / (level * top[n])) * level * top[n] if n in top and top[n] > 0 else v
             for n, v in d.items()} for d in s["disk"]]} for s in run.disk["samples"]]
        run.disk.update(samples=samples, changed=True)
    map_cpu(run, lambda v: round(v / (100 * level)) * 100 * level)


def loss(run, level, rng):
    """The share level of all events and readings is lost, one by one."""
    if not level:
        return
    for name in IO:
        if name in run.events:
            run.events[name] = [e for e in run.events[name] if rng.random() >= level]
            run.changed.add(name)
    for gauge, key in ((run.cpu, "values"), (run.disk, "samples")):
        if gauge:
            keep = [k for k in range(len(gauge["stamps"])) if rng.random() >= level]
            gauge.update(stamps=[gauge["stamps"][k] for k in keep],
                         changed=True, **{key: [gauge[key][k] for k in keep]})


def shift_one(run, level, rng, resource="vfs.read"):
    """One resource is late by level steps from the start of the job on; nothing else is."""
    tmap = delay_from(run.origin, level * step_s(run))
    if resource == "cpu":
        # what the shift uncovers shows what was there before
        move_cpu(run, tmap)
    elif resource == "disk":
        move_disk(run, tmap)
    else:
        move_events(run, tmap, RESOURCES[resource])


def clock(run, level, rng):
    """The monitors' clock (cpu.out, iostat.json) is wrong by level seconds."""
    for gauge in (run.cpu, run.disk):
        if gauge and level:
            gauge.update(stamps=[t + level for t in gauge["stamps"]], changed=True)


def truncate(run, level, rng):
    """Traces and monitors end level of the job early; the log is whole."""
    if not level:
        return
    end = run.end - level * (run.end - run.origin)
    for name in IO:
        if name in run.events:
            run.events[name] = [e for e in run.events[name] if e.start < end]
            run.changed.add(name)
    for gauge, key in ((run.cpu, "values"), (run.disk, "samples")):
        if gauge:
            n = sum(1 for t in gauge["stamps"] if t < end)
            gauge.update(stamps=gauge["stamps"][:n], changed=True, **{key: gauge[key][:n]})


KINDS = {"gain": gain, "lag": lag, "stretch": stretch, "drop": drop, "batch": batch,
         "period": period, "jitter": jitter, "size": size, "noise": noise,
         "quantise": quantise, "loss": loss, "shift-one": shift_one, "clock": clock,
         "truncate": truncate, **access.KINDS}


def perturb(run, kind, level, seed=1, resource=None):
    """A changed copy of run."""
    new = run.fork()
    rng = random.Random("%s %s" % (kind, seed))
    if kind == "shift-one" and resource:
        shift_one(new, level, rng, resource)
    elif kind == "truncate-trace" and resource:
        access.truncate_trace(new, level, rng, RESOURCES[resource])
    else:
        KINDS[kind](new, level, rng)
    return new
