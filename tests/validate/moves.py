# SPDX-License-Identifier: GPL-3.0-or-later
"""moves - how a map of time, or of values, acts on the parts of a run"""
from timemap import regrid

IO = ("trace_bio.out", "trace_read.out", "trace_write.out", "trace_openat.out",
      "trace_close.out", "trace_create_del.out")
DISK_RATES = ("r/s", "w/s", "d/s", "f/s", "rMB/s", "wMB/s", "dMB/s", "rkB/s", "wkB/s", "dkB/s",
              "rrqm/s", "wrqm/s", "drqm/s")


def move_events(run, tmap, names=IO):
    if tmap.is_identity():
        return
    for name in names:
        kept = []
        for e in run.events.get(name, ()):
            to = tmap.move(e.start)
            if to is not None:
                kept.append(e.moved(to - e.start))
        if name in run.events:
            run.events[name] = kept
            run.changed.add(name)


def move_log(run, tmap):
    """Stamps and the writes that wrote them by the same amount; what is cut out goes."""
    if tmap.is_identity():
        return
    kept, moved = [], {}
    for line in run.lines:
        if line.at is not None:
            to = tmap.move(line.at)
            if to is None:
                continue
            by_ns = line.move(to - line.at)
            if line.write is not None and id(line.write) not in moved:
                moved[id(line.write)] = True
                line.write.end_ns += by_ns
        kept.append(line)
    run.lines = kept
    run.changed.add(run.log_name)


def scale_durations(run, tmap):
    """Steps last as long as their start and end are apart after tmap."""
    for start, end, lines in run.steps:
        a, b = tmap.move(start), tmap.move(end)
        if a is None or b is None or end <= start:
            continue
        for k in lines:
            line = run.lines[k]
            line.set_duration(run.duration_s(line) * (b - a) / (end - start))


def move_cpu(run, tmap):
    if not run.cpu or tmap.is_identity():
        return
    grid, values, source = regrid(run.cpu["stamps"], run.cpu["values"], tmap, False)
    idle = run.cpu["names"].index("%idle")
    for row, k in zip(values, source):
        if k is None:
            row[:] = [0.0] * len(row)
            row[idle] = 100.0
    run.cpu.update(stamps=grid, values=values, changed=True)


def move_disk(run, tmap):
    if not run.disk or tmap.is_identity():
        return
    samples = run.disk["samples"]
    devices = sorted({d["disk_device"] for s in samples for d in s["disk"]})
    grids = {}
    for device in devices:
        rows = [next((d for d in s["disk"] if d["disk_device"] == device), {}) for s in samples]
        names = [n for n in DISK_RATES if any(n in r for r in rows)]
        values = [[r.get(n, 0.0) for n in names] for r in rows]
        grid, new, source = regrid(run.disk["stamps"], values, tmap, True)
        grids[device] = []
        for row, k in zip(new, source):
            d = dict(rows[k if k is not None else 0], disk_device=device)
            d.update((n, round(v, 4)) for n, v in zip(names, row))
            grids[device].append(d)
    run.disk.update(stamps=grid, changed=True,
                    samples=[{"timestamp": "", "disk": [grids[d][i] for d in devices]}
                             for i in range(len(grid))])


def move_all(run, tmap):
    if not tmap.is_identity():
        scale_durations(run, tmap)
    move_log(run, tmap)
    move_events(run, tmap)
    move_cpu(run, tmap)
    move_disk(run, tmap)


def map_disk(run, change):
    if not run.disk:
        return
    samples = []
    for s in run.disk["samples"]:
        samples.append({"timestamp": s["timestamp"], "disk": [
            {n: round(change(v), 4) if n in DISK_RATES else v for n, v in d.items()}
            for d in s["disk"]]})
    run.disk.update(samples=samples, changed=True)


def map_cpu(run, change):
    """change applied to each busy share; idle takes the rest, no share leaves 0 to 100."""
    if not run.cpu:
        return
    idle, values = run.cpu["names"].index("%idle"), []
    for row in run.cpu["values"]:
        total = sum(row)
        new = [max(0.0, change(v)) if i != idle else 0.0 for i, v in enumerate(row)]
        busy = sum(new)
        if busy > total > 0:
            new = [v * total / busy for v in new]
            busy = total
        new[idle] = total - busy
        values.append(new)
    run.cpu.update(values=values, changed=True)
