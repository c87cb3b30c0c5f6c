# SPDX-License-Identifier: GPL-3.0-or-later
"""access - known changes of what is read, where and by whom, and of what is beside the data

Data are the files that match DATA; a use of one is what a process reads of it after opening it.
A block read belongs to the data read of its process that is under way, or began last.
"""
import bisect
import os
import re

from lines import Event
from moves import DISK_RATES
from rundir import ERROR_RETURN, RunError, replace_column

TENSOR = "/dev/shm/torch_"
DATA = re.compile(r"\.(npy|npz|bin|indexed_binary|tfrecord|hdf5|jpe?g)$|^part-\d+-of-\d+$")


def file_of(e):
    """The file's name: all that follows the columns of a read, a write or a close."""
    return " ".join(e.line.split()[5:])


def opened_of(e):
    return e.line.split()[-1]


def data_reads(run):
    found = [e for e in run.events.get("trace_read.out", ())
             if e.start >= run.origin and 0 < e.size < ERROR_RETURN and DATA.search(file_of(e))]
    if not found:
        raise RunError("%s: no read of a data file in the job" % run.dir)
    return sorted(found, key=lambda e: e.start)


def uses(run):
    """[(open or None, [reads])] in the order of the first reads."""
    opens = {}
    for e in sorted(run.events.get("trace_openat.out", ()), key=lambda e: e.start):
        if DATA.search(opened_of(e)):
            opens.setdefault((e.pid, opened_of(e)), []).append(e)
    groups = {}
    for e in data_reads(run):
        before = opens.get((e.pid, file_of(e)), [])
        k = bisect.bisect_right([x.start for x in before], e.start) - 1
        opened = before[k] if k >= 0 else None
        groups.setdefault((e.pid, file_of(e), k), (opened, []))[1].append(e)
    return list(groups.values())


def closes(run, groups):
    """The closes of each use, by its place among them: those behind its open, up to the next one."""
    begins = {}
    for k, (opened, reads) in enumerate(groups):
        begins.setdefault((reads[0].pid, file_of(reads[0])), []).append(((opened or reads[0]).start, k))
    found = {}
    for e in run.events.get("trace_close.out", ()):
        of = sorted(begins.get((e.pid, opened_of(e)), ()))
        at = bisect.bisect_right([start for start, _ in of], e.start) - 1
        if at >= 0:
            found.setdefault(of[at][1], []).append(e)
    return found


def is_block_read(e):
    return e.line.split()[-4] == "R"


def block_reads(run):
    """[(block read, the data read it belongs to)]: by the process, from the first data read on."""
    by_pid = {}
    for e in data_reads(run):
        by_pid.setdefault(e.pid, []).append(e)
    starts = {pid: [e.start for e in found] for pid, found in by_pid.items()}
    pairs = []
    for e in run.events.get("trace_bio.out", ()):
        if e.pid in by_pid and is_block_read(e):
            k = bisect.bisect_right(starts[e.pid], e.start) - 1
            if k >= 0:
                pairs.append((e, by_pid[e.pid][k]))
    return pairs


def put(run, name, events):
    run.events[name] = events
    run.changed.add(name)


def with_columns(e, pid=None, **columns):
    """e with other words in its line: with_columns (e, offset=(2, 4096))."""
    new = e.copy()
    for column, value in columns.values():
        new.line = replace_column(new.line, column, value)
    if pid is not None:
        new.line, new.pid = replace_column(new.line, 1, pid), pid
    return new


def scale_disk(run, before):
    """Read rates of the disk follow the block reads: before was the list of them."""
    if not run.disk or not run.disk["stamps"]:
        return

    def bytes_in(events, stamps, step):
        total = [0.0] * len(stamps)
        for e in events:
            k = bisect.bisect_left(stamps, e.start)
            if k < len(stamps) and e.start > stamps[k] - step and is_block_read(e):
                total[k] += e.size
        return total
    stamps = run.disk["stamps"]
    step = stamps[1] - stamps[0] if len(stamps) > 1 else 1.0
    old = bytes_in(before, stamps, step)
    new = bytes_in(run.events["trace_bio.out"], stamps, step)
    samples = []
    for k, s in enumerate(run.disk["samples"]):
        factor = new[k] / old[k] if old[k] > 0 else 1.0
        samples.append({"timestamp": s["timestamp"], "disk": [
            {n: round(v * factor, 4) if n in DISK_RATES and n[0] == "r" else v
             for n, v in d.items()} for d in s["disk"]]})
    run.disk.update(samples=samples, changed=True)


# --- the kinds
def seek(run, level, rng):
    """That share of data and block reads is done at one another's offsets and sectors."""
    if not level:
        return

    def shuffled(events, column):
        chosen = [e for e in events if rng.random() < level]
        places = [e.line.split()[column] for e in chosen]
        rng.shuffle(places)
        return {id(e): with_columns(e, place=(column, p)) for e, p in zip(chosen, places)}
    changed, by_file = {}, {}
    for e in data_reads(run):
        by_file.setdefault(file_of(e), []).append(e)
    for name in sorted(by_file):
        changed.update(shuffled(by_file[name], 2))
    put(run, "trace_read.out", [changed.get(id(e), e) for e in run.events["trace_read.out"]])
    if "trace_bio.out" in run.events:
        changed = shuffled([e for e, _ in block_reads(run)], -2)
        put(run, "trace_bio.out", [changed.get(id(e), e) for e in run.events["trace_bio.out"]])


def files(run, level, rng):
    """That share of the data files is packed into one file, each at an offset of its own."""
    if not level:
        return
    reads = data_reads(run)
    names = sorted({file_of(e) for e in reads})
    order = names[:]
    rng.shuffle(order)
    packed, at = {}, 0
    for name in order[:max(1, round(level * len(order)))]:
        packed[name] = at
        at += max(int(e.line.split()[2], 0) + e.size for e in reads if file_of(e) == name)
    target = order[0]
    for trace in ("trace_read.out", "trace_close.out", "trace_openat.out"):
        out = []
        for e in run.events.get(trace, ()):
            words = e.line.split()
            name = words[-1]
            if name in packed and name != target:
                e = with_columns(e, name=(-1, target))
                if trace == "trace_openat.out":
                    folder = os.path.dirname(words[-2])
                    e = with_columns(e, path=(-2, os.path.join(folder, target)))
                elif trace == "trace_read.out":
                    e = with_columns(e, offset=(2, int(words[2], 0) + packed[name]))
            out.append(e)
        if trace in run.events:
            put(run, trace, out)


def procs(run, level, rng):
    """Data are read by that many processes in turn, with their opens and block reads.

    Who hands batches over is not recorded then: PyTorch's tensors name the processes of before.
    """
    n = int(level)
    groups = uses(run)
    pids = sorted({e.pid for _, reads in groups for e in reads}, key=int)
    if len(groups) < n:
        # a file that stays open is read by all
        groups = [(opened, [e]) for opened, reads in groups for e in reads]
    more = max(int(e.pid) for events in run.events.values() for e in events) + 1
    pids = (pids + [str(more + k) for k in range(n)])[:n]
    blocks = {}
    for e, read in block_reads(run):
        blocks.setdefault(id(read), []).append(e)
    changed, closed = {}, closes(run, groups)
    for k, (opened, reads) in enumerate(groups):
        own = reads + [b for e in reads for b in blocks.get(id(e), ())] + [opened] * bool(opened) + closed.get(k, [])
        changed.update((id(e), with_columns(e, pid=pids[k % n])) for e in own)
    for trace in ("trace_read.out", "trace_openat.out", "trace_close.out", "trace_bio.out"):
        if trace in run.events:
            put(run, trace, [changed.get(id(e), e) for e in run.events[trace]])
    if "trace_create_del.out" in run.events:
        put(run, "trace_create_del.out",
            [e for e in run.events["trace_create_del.out"] if TENSOR not in e.line])


def drop_data(run, level, rng):
    """That share of the data is not read: its reads, block reads and opens are gone."""
    if not level:
        return
    groups = uses(run)
    if len(groups) < 20:
        # few opens, many reads each: the files stay open
        groups = [(None, [e]) for _, reads in groups for e in reads]
    gone, closed = set(), closes(run, groups)
    for k, (opened, reads) in enumerate(groups):
        if rng.random() < level:
            gone.update(map(id, reads + closed.get(k, [])))
            gone.update([id(opened)] if opened else [])
    gone.update([id(e) for e, read in block_reads(run) if id(read) in gone])
    before = run.events.get("trace_bio.out", [])
    for trace in ("trace_read.out", "trace_openat.out", "trace_close.out", "trace_bio.out"):
        if trace in run.events:
            put(run, trace, [e for e in run.events[trace] if id(e) not in gone])
    if before:
        scale_disk(run, before)


def record(run, level, rng):
    """Samples of level times the bytes: data and block reads, with their offsets.

    A block read stays at its place in the call that it belongs to.
    """
    if level == 1:
        return
    reads = {id(e) for e in data_reads(run)}
    blocks = {id(e): e.start - read.start for e, read in block_reads(run)}

    def scaled(e, size, length, offset=None):
        words = e.line.split()
        columns = {"size": (size, max(1, round(e.size * level))),
                   "length": (length, round(e.length * level * 1e9))}
        if offset is not None:
            columns["offset"] = (offset, round(int(words[offset], 0) * level))
        later = (level - 1) * blocks.get(id(e), 0)
        new = with_columns(e, **columns).moved(later + (level - 1) * e.length)
        new.size, new.length = max(1, round(e.size * level)), e.length * level
        new.start = e.start + later
        return new
    before = run.events.get("trace_bio.out", [])
    put(run, "trace_read.out", [scaled(e, 3, 4, 2) if id(e) in reads else e
                                for e in run.events["trace_read.out"]])
    if before:
        put(run, "trace_bio.out", [scaled(e, -3, -1) if id(e) in blocks else e for e in before])
        scale_disk(run, before)


def cold_cache(run, level, rng):
    """That share of the data's block reads is done again at once: the cache had lost them."""
    if not level:
        return
    again = {id(e) for e, _ in block_reads(run) if rng.random() < level}
    before = run.events.get("trace_bio.out", [])
    if not again:
        raise RunError("%s: no block read of data in the job" % run.dir)
    put(run, "trace_bio.out",
        before + [e.moved(e.length) for e in before if id(e) in again])
    scale_disk(run, before)


def main_pid(run):
    for name in ("trace_write.out", "trace_read.out"):
        for line in run.lines:
            if line.write is not None:
                return line.write.pid
        if run.events.get(name):
            return run.events[name][0].pid
    raise RunError("%s: no process that reads or writes" % run.dir)


def spread(run, n, rng):
    return sorted(run.origin + (run.end - run.origin) * rng.random() for _ in range(n))


def added(run, trace, at, text):
    """Events of the job's main process: text follows the stamp, 2 us long."""
    if trace not in run.events:
        raise RunError("%s: no %s" % (run.dir, trace))
    events = []
    for k, t in enumerate(at):
        end_ns = round((t + 2e-6) * 1e9) - run.boot_ns
        events.append(Event(end_ns, "%d %s\n" % (end_ns, text(k)), t, 2e-6, 0, main_pid(run)))
    put(run, trace, run.events[trace] + events)


def log_spam(run, level, rng):
    """That many writes of 100 bytes to a log of its own, all over the job."""
    if level:
        pid = main_pid(run)
        added(run, "trace_write.out", spread(run, int(level), rng),
              lambda k: "%s %d 100 2000 progress.log" % (pid, 100 * k))


def open_spam(run, level, rng):
    """That many opens of files in /proc, all over the job."""
    if level:
        pid = main_pid(run)
        added(run, "trace_openat.out", spread(run, int(level), rng),
              lambda k: "%s python3 2000 /proc/self/stat stat" % pid)


def truncate_trace(run, level, rng, traces=("trace_read.out",)):
    """One trace ends at that share of the job; all others, and the log, are whole."""
    if level >= 1:
        return
    end = run.origin + level * (run.end - run.origin)
    for name in traces:
        if name in run.events:
            put(run, name, [e for e in run.events[name] if e.start < end])


KINDS = {"seek": seek, "files": files, "procs": procs, "drop-data": drop_data, "record": record,
         "cold-cache": cold_cache, "log-spam": log_spam, "open-spam": open_spam,
         "truncate-trace": truncate_trace}
