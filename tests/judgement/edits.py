# SPDX-License-Identifier: GPL-3.0-or-later
"""edits - recorded runs with one thing changed that no comparison may pass over

A run is a folder of bpftrace's texts (plain or .gz), monitors, a log and meta.json.  EDITS names
the changes: each is a function of (folder, argument).  `made' copies a run and applies some.
"""
import collections
import gzip
import json
import os
import random
import re
import shutil
import zlib

DATA = re.compile(r"case_|img_|part[-_]\d|terabyte|\.npz|\.tfrecord")
SAVED = re.compile(r"ckpt|checkpoint|\.pth?\b|\.pt\b|layer-|optimizer")
CALLS = ("read", "write", "openat", "close")


def trace(folder, name):
    """The path of trace_NAME.out, plain or compressed; None."""
    for end in ("", ".gz"):
        path = os.path.join(folder, "trace_%s.out%s" % (name, end))
        if os.path.exists(path):
            return path
    return None


def load(path):
    """The lines of a file; none without a path."""
    if not path:
        return []
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", errors="replace") as f:
        return f.read().split("\n")


def remove(path):
    """A file may have another name, in a run that has to stay as it is (made)."""
    if os.path.lexists(path):
        os.unlink(path)


def store(path, lines):
    remove(path)
    if path.endswith(".gz"):
        with gzip.open(path, "wt", compresslevel=1) as f:
            f.write("\n".join(lines))
    else:
        with open(path, "w") as f:
            f.write("\n".join(lines))


def is_event(line):
    return line[:1].isdigit()


def change(folder, names, function):
    """Replace each event line of such traces by function (words, line): a line, a list of
    lines, or None."""
    for name in names:
        path = trace(folder, name)
        if not path:
            continue
        out = []
        for line in load(path):
            got = function(line.split(), line) if is_event(line) else line
            out += got if isinstance(got, list) else [] if got is None else [got]
        store(path, out)


def file_of(words):
    """The last word: the name of the file; '' where it is blank."""
    return words[-1] if len(words) > 5 or not words[-1].isdigit() else ""


def is_data(words):
    return bool(DATA.search(file_of(words)))


def odd(text):
    return zlib.crc32(text.encode()) & 1


def drop(names, which):
    def edit(folder, _):
        change(folder, names, lambda w, line: None if which(w) else line)
    return edit


def swap_word(i, function, which=lambda w: True):
    """An edit of word i of read traces."""
    def edit(folder, arg):
        def one(w, line):
            if which(w):
                w[i] = str(function(int(w[i]), arg))
                return " ".join(w)
            return line
        change(folder, ("read",), one)
    return edit


def half_data(folder, _):
    """Half of the data files were never there; nothing where there are but a few."""
    names = {file_of(line.split()) for line in load(trace(folder, "read")) if is_event(line)}
    if sum(bool(DATA.search(n)) for n in names) >= 4:
        drop(("read", "openat", "close"), lambda w: is_data(w) and odd(file_of(w)))(folder, _)


def stretch(folder, factor):
    """All takes so many times as long: a copy that is to pass for another run."""
    with open(os.path.join(folder, "meta.json")) as f:
        shift = int(re.search(r'"realtime_minus_boottime_ns": (\d+)', f.read())[1])
    first = min(int(line.split()[0]) for line in load(trace(folder, "read")) if is_event(line))

    def at(t_ns):
        return int(first + (t_ns - first) * float(factor))
    for name, k in (("read", 4), ("write", 4), ("openat", 3), ("close", 3), ("bio", 7)):
        def one(w, line, k=k):
            if not w[k].isdigit():
                return line
            w[0], w[k] = str(at(int(w[0]))), str(int(int(w[k]) * float(factor)))
            return " ".join(w)
        change(folder, (name,), one)
    path = log_of(folder)
    store(path, [re.sub(r'("time_ms": )(\d+)', lambda m: m[1] + str(
        (at(int(m[2]) * 10**6 - shift) + shift) // 10**6), line) for line in load(path)])


def compressed(folder, arg):
    """PART+FACTOR: files, or what the disk has of them, take so many times fewer bytes."""
    part, factor = arg.split()

    def smaller(*columns):
        def one(w, line):
            if (w[4] == "R") if len(columns) == 1 else is_data(w):
                for k in columns:
                    w[k] = str(max(512, int(int(w[k]) / float(factor)) // 512 * 512))
                return " ".join(w)
            return line
        return one
    if part == "files":
        change(folder, ("read",), smaller(2, 3))
    change(folder, ("bio",), smaller(5))
    iostat(folder, 1 / float(factor))


def times(folder, arg):
    """LIMIT+SECONDS;...: so long it took on slowed storage, as it says itself."""
    store(os.path.join(folder, "throttle.tsv"), [
        "%s\t0" % line.replace(" ", "\t") for line in arg.split(";")] + [""])


def few(folder, arg):
    """One read of data of so many (50)."""
    n = [0]

    def one(w, line):
        n[0] += is_data(w)
        return None if is_data(w) and n[0] % int(arg or 50) else line
    change(folder, ("read",), one)


def few_processes(folder, arg):
    """Calls of every so manieth process that reads data are missing."""
    pids = sorted({w[1] for w in (line.split() for line in load(trace(folder, "read")))
                   if w and w[0].isdigit() and is_data(w)})
    drop(CALLS, lambda w: w[1] in pids[::int(arg)])(folder, arg)


def small_reads(folder, arg):
    """Reads of data of more bytes than that are missing."""
    drop(("read",), lambda w: is_data(w) and int(w[3]) > int(arg))(folder, arg)


def late(folder, share):
    """Calls of the first share of the time are missing."""
    stamp = [int(line.split()[0]) for line in load(trace(folder, "read")) if is_event(line)]
    begin = min(stamp) + (max(stamp) - min(stamp)) * float(share)
    drop(CALLS, lambda w: int(w[0]) < begin)(folder, share)


def cut(folder, arg):
    """TRACE+SHARE: nothing behind that share of its lines."""
    name, _, share = arg.partition(" ")
    lines = load(trace(folder, name))
    store(trace(folder, name), lines[:int(len(lines) * float(share))])


def requested(folder, begin=0, end=None):
    """Bytes of the block requests, of a time."""
    found = (line.split() for line in load(trace(folder, "bio")) if is_event(line))
    return sum(int(w[5]) for w in found if int(w[0]) > begin and (not end or int(w[0]) < end))


def lost_blocks(folder, percent):
    """So many block requests of a hundred are missing; none of a job that moves little."""
    if requested(folder) > 2e9:
        drop(("bio",), lambda w: zlib.crc32(w[0].encode()) % 100 < int(percent))(folder, None)


def hole(folder, arg):
    """TRACE+FROM+TO: nothing between those shares of the time, if the disk moves a tenth then."""
    name, *share = arg.split()
    stamp = [int(line.split()[0]) for line in load(trace(folder, "read")) if is_event(line)]
    first, last = min(stamp, default=0), max(stamp, default=0)
    begin, end = (first + (last - first) * float(x) for x in share)
    if requested(folder, begin, end) > requested(folder) / 10:
        drop((name,), lambda w: begin < int(w[0]) < end)(folder, None)


def no_log(folder, _):
    remove(log_of(folder))


def double(folder, arg):
    """Every read and open of data happens twice; arg: how many ns later."""
    def one(w, line):
        if not is_data(w):
            return line
        w[0] = str(int(w[0]) + int(arg or 1000))
        return [line, " ".join(w)]
    change(folder, ("read", "openat", "close"), one)


def one_process(folder, _):
    """Of the processes that read data, one was not traced; nothing where there is but one."""
    readers = collections.Counter(w[1] for w in map(str.split, load(trace(folder, "read")))
                                  if w and is_event(w[0]) and is_data(w))
    if len(readers) > 1:
        most = readers.most_common(1)[0][0]
        drop(("read", "openat", "close"), lambda w: is_data(w) and w[1] == most)(folder, None)


def rename(folder, _):
    """Data files get names that say nothing."""
    change(folder, CALLS, lambda w, line: DATA.sub("thing_", line))


def log_of(folder):
    for name in sorted(os.listdir(folder)):
        if re.search(r"\.log(\.gz)?$", name):
            return os.path.join(folder, name)
    return None


def iostat(folder, factor):
    path = os.path.join(folder, "iostat.json.gz")
    if not os.path.exists(path):
        path = path[:-3]
    if not os.path.exists(path):
        return
    store(path, [re.sub(r'"(r/s|w/s|rMB/s|wMB/s)": ([0-9.]+)',
                        lambda m: '"%s": %.5f' % (m[1], float(m[2]) * float(factor)), line)
                 for line in load(path)])


def without(folder, name):
    """There is no such trace."""
    remove(trace(folder, name))


def no_iostat(folder, _):
    """The monitor of the disk did not run."""
    for end in ("", ".gz"):
        if os.path.exists(os.path.join(folder, "iostat.json" + end)):
            os.remove(os.path.join(folder, "iostat.json" + end))


def no_disk(folder, which):
    """Block requests of a direction never were, and iostat is at 0."""
    change(folder, ("bio",), lambda w, line: None if which in w[4] else line)
    iostat(folder, 0)


def other_reads(folder, _):
    """Another process reads six times as much from another disk, which iostat does not show."""
    change(folder, ("bio",), lambda w, line: [line] + (w[4] == "R") * 6 * [
        " ".join([w[0], "999999", "backup", "vdz"] + w[4:])])


def other_writes(folder, _):
    """Another process writes seven times as much to the same disk."""
    change(folder, ("bio",), lambda w, line: [line] + 7 * [
        " ".join([w[0], "999999", "backup", w[3], "W"] + w[5:])])


def header_only(folder, _):
    for name in CALLS + ("bio", "create_del"):
        change(folder, (name,), lambda w, line: None)


def log_only(folder, _):
    for name in os.listdir(folder):
        if name.startswith(("trace_", "iostat", "cpu.out")):
            os.unlink(os.path.join(folder, name))


def copy_of(folder, arg):
    """A second file with the content of trace_read.out, under another name; nothing if it has no
    events."""
    path = trace(folder, "read")
    if any(is_event(line) for line in load(path)):
        shutil.copy(path, path.replace("trace_read.out", arg))


def append(folder, arg):
    """A second run's traces and log behind those of this one."""
    for name in sorted(os.listdir(folder)):
        other = os.path.join(arg, name)
        if re.search(r"^trace_|\.log", name) and os.path.exists(other):
            path = os.path.join(folder, name)
            store(path, load(path) + load(other))


def append_traces(folder, arg):
    """GAP+RUN: events of another run's traces, without their headers, so many seconds after these."""
    gap, _, other = arg.partition(" ")
    names = [n for n in ("bio", "create_del") + CALLS if trace(folder, n) and trace(other, n)]
    here = {n: load(trace(folder, n)) for n in names}
    more = {n: [line.split(" ", 1) for line in load(trace(other, n)) if is_event(line)] for n in names}
    last = max(int(line.split()[0]) for n in names for line in here[n] if is_event(line))
    shift = last + int(gap) * 10**9 - min(int(w[0]) for n in names for w in more[n])
    for n in names:
        store(trace(folder, n), [line for line in here[n] if line] + [
            "%d %s" % (int(w[0]) + shift, w[1]) for w in more[n]] + [""])


def append_log(folder, arg):
    path = log_of(folder)
    store(path, load(path) + load(log_of(arg)))


def meta(folder, arg):
    """KEY=VALUE in meta.json, VALUE as JSON."""
    path = os.path.join(folder, "meta.json")
    key, _, value = arg.partition("=")
    with open(path) as f:
        doc = json.load(f)
    doc[key] = json.loads(value)
    store(path, [json.dumps(doc, indent=1)])


def forget(folder, key):
    """Take a member out of meta.json."""
    path = os.path.join(folder, "meta.json")
    with open(path) as f:
        doc = json.load(f)
    doc.pop(key, None)
    store(path, [json.dumps(doc, indent=1)])


def roles(folder, arg):
    store(os.path.join(folder, "roles"), [arg, ""])


def listed_pids(folder, arg):
    """A list of processes by the numbers of another pid namespace; which are noted, if arg."""
    numbers = (11, 17, 18)
    if arg:
        pids = {line.split()[1] for name in CALLS for line in load(trace(folder, name)) if line[:1].isdigit()}
        numbers = range(11, 11 + len(pids))
        meta(folder, "inner_pids=" + json.dumps(dict(zip(sorted(pids), numbers))))
    with open(os.path.join(folder, "pids.out"), "w") as f:
        f.write("UID PID SPID PPID C STIME TTY TIME CMD\n" + "".join(
            "root %d %d 4 9 14:58 pts/0 00:31:02 python3 main.py\n" % (n, n) for n in numbers))


def inner_pids(folder, arg):
    """Calls have the numbers of a container, block requests those of the host; noted, if arg."""
    number = {}
    for name in CALLS + ("create_del",):
        def one(w, line):
            w[1] = str(number.setdefault(w[1], len(number) + 1))
            return " ".join(w)
        change(folder, (name,), one)
    if arg:
        meta(folder, "inner_pids=" + json.dumps({k: v for k, v in number.items()}))


def mapped(folder, _):
    """Data are opened and not read by calls; the block requests stay."""
    change(folder, ("read",), lambda w, line: None if is_data(w) else line)


def long_log(folder, arg):
    """Times of the log a thousand times as long."""
    path, first = log_of(folder), []

    def one(m):
        first.append(int(m[2]))
        return m[1] + str(first[0] + int((int(m[2]) - first[0]) * float(arg)))
    store(path, [re.sub(r'("time_ms": )(\d+)', one, line) for line in load(path)])


def thousandth(folder, _):
    """Sizes of reads of data in units of 1000 bytes."""
    swap_word(3, lambda n, _: n // 1000, is_data)(folder, _)


def loads(folder, _):
    """Checkpoints are loaded where they were saved."""
    kept = []

    def take(w, line):
        if SAVED.search(file_of(w)):
            kept.append(line)
            return None
        return line
    change(folder, ("write",), take)
    path = trace(folder, "read")
    if path:
        store(path, load(path)[:-1] + kept + [""])


def bits32(folder, arg):
    """Ten reads that failed with -11, or that error, as an unsigned number of 32 bits."""
    n = [0]

    def one(w, line):
        n[0] += is_data(w)
        if is_data(w) and n[0] <= 10:
            w[3] = str(2**32 - int(arg or 11))
            return [line, " ".join(w)]
        return line
    change(folder, ("read",), one)


def slow_most(folder, factor):
    """Reads of data take longer in seven of eight processes."""
    def one(w, line):
        if is_data(w) and int(w[1]) % 8:
            w[4] = str(int(int(w[4]) * float(factor)))
            return " ".join(w)
        return line
    change(folder, ("read",), one)


def stat_calls(folder, number):
    """So many stat calls of data files, as trace_stat.bt prints them."""
    found = [c for c in (line.split() for line in load(trace(folder, "openat")))
             if len(c) == 6 and is_data(c)]
    store(os.path.join(folder, "trace_stat.out"),
          ["TIMESTAMP         PID    CALL     LAT(ns)  FULLPATH"] + sorted(
              "%d %s stat 5000 %s" % (int(c[0]) + i, c[1], c[4])
              for i in range(int(number)) for c in [found[i * len(found) // int(number)]]) + [""])


def garbage(folder, name):
    """Three of four lines of a trace are malformed."""
    n = [0]

    def one(w, line):
        n[0] += 1
        return line if n[0] % 4 == 0 else line.replace(" ", " x", 1)
    change(folder, (name,), one)


def ranks(folder, arg):
    """N/RANK/COMPUTE/LOAD: the log is that of N ranks, as a launcher tags them, one of which
    computes and waits for data so many times as long."""
    n, odd_rank, compute, load_ = (float(x) for x in arg.split("/"))
    path, out = log_of(folder), []
    for line in load(path):
        at = line.find(":::MLLOG ")
        event = json.loads(line[at + 9:]) if at >= 0 else {"key": ""}
        per_rank = event["key"] in ("load_batch_mem", "all_compute", "step_end")
        for rank in range(int(n) if per_rank else 1):
            times = {"all_compute": compute, "load_batch_mem": load_}.get(event["key"])
            if times and rank == odd_rank:
                value = dict(event["value"], duration=int(event["value"]["duration"] * times))
                line = ":::MLLOG " + json.dumps(dict(event, value=value))
            out.append("[node@1,%d]<stdout>:%s" % (rank, line))
    store(path, out)


def hosts(folder, arg):
    """Each other process ran on a second host, with a folder of its own; arg: half of its data
    files were never there."""
    for name in CALLS + ("create_del", "bio"):
        path = trace(folder, name)
        for i, host in enumerate(("a", "b")):
            to = os.path.join(folder, "hosts", host)
            os.makedirs(to, exist_ok=True)
            store(os.path.join(to, os.path.basename(path)), [
                line for line in load(path) if not is_event(line) or int(line.split()[1]) % 2 == i])
        os.unlink(path)
    for host in ("a", "b"):
        shutil.copy(trace(folder, "time_align"), os.path.join(folder, "hosts", host))
    os.unlink(trace(folder, "time_align"))
    if arg:
        half_data(os.path.join(folder, "hosts", arg), None)


def checkpoints(folder, arg):
    """save|load GB [SECONDS]: nothing but the results of a benchmark that saves (loads) so much in
    that time, of two ranks."""
    what, gb, seconds = (arg + " 8").split()[:3]
    shutil.rmtree(folder)
    os.mkdir(folder)
    for rank in range(2):
        store(os.path.join(folder, "%d_per_epoch_stats.json" % rank), [json.dumps({"1": {
            "start": "2026-07-24T10:00:05.000000",
            what + "_ckpt1": {"start": "2026-07-24T10:00:10.000000", "end": "2026-07-24T10:00:%02d.000000" % (10 + int(seconds)),
                              "duration": seconds + ".00", "throughput": float(gb) / 2 / int(seconds)},
            "end": "2026-07-24T10:00:45.000000"}})])
    store(os.path.join(folder, "summary.json"), [json.dumps({
        "num_accelerators": 2, "num_hosts": 1, "epochs": 0, "start": "2026-07-24T10:00:00.000000",
        "end": "2026-07-24T10:00:50.000000",
        "metric": {what + "_checkpoint_io_mean_GB_per_second": float(gb) / int(seconds), "checkpoint_size_GB": float(gb) * 1e9 / 2**30}})])


def flip(folder, name):
    """A flipped bit in the middle of a compressed trace, of openings if none is named."""
    path = trace(folder, name or "openat")
    with open(path, "r+b") as f:
        f.seek(os.path.getsize(path) // 2)
        byte = f.read(1)
        f.seek(-1, 1)
        f.write(bytes([byte[0] ^ 16]))


def seldom_saved(folder, _):
    """The last checkpoint was not written; the log still has it."""
    path = trace(folder, "write")
    names = [file_of(line.split()) for line in load(path) if is_event(line)]
    last = ([n for n in names if SAVED.search(n)] or [""])[-1]
    change(folder, CALLS, lambda w, line: None if last and file_of(w) == last else line)


# --- the same calls as other tracers write them


def calls(folder):
    """The calls of the traces: (start in ns of UTC, duration, process, name, path, offset, result).
    The recorder's note relates the boot clock."""
    with open(os.path.join(folder, "meta.json")) as f:
        shift = int(re.search(r'"realtime_minus_boottime_ns": (\d+)', f.read())[1])
    path_of, found = {}, []
    for line in load(trace(folder, "openat")):
        w = line.split()
        if is_event(line) and len(w) > 5:
            path_of[w[5]] = w[4]
            found.append((int(w[0]), int(w[3]), w[1], "openat", w[4], None, 3))
    for name in ("read", "write"):
        for line in load(trace(folder, name)):
            w = line.split()
            if is_event(line) and file_of(w):
                path = path_of.get(file_of(w), file_of(w))
                found.append((int(w[0]), int(w[4]), w[1], name, path, int(w[2]), int(w[3])))
    return sorted((c[0] - c[1] + shift,) + c[1:] for c in found)


def no_calls(folder):
    for name in CALLS + ("create_del",):
        if trace(folder, name):
            os.unlink(trace(folder, name))


def as_dftracer(folder, arg):
    """The calls in a file of DFTracer; arg: so many stat calls of data files beside them."""
    lines = []
    found = calls(folder)
    data = [c for c in found if is_data([c[4]] * 6)]
    for i in range(int(arg or 0)):
        c = data[i * len(data) // int(arg)]
        found.append((c[0] - 20000, 5000, c[2], "stat", c[4], None, 0))
    for i, c in enumerate(sorted(found)):
        args = {"fname": c[4], "ret": c[6], "hhash": "1"}
        if c[5] is not None:
            args["offset"] = c[5]
        lines.append(json.dumps({
            "id": i, "name": {"read": "pread", "write": "pwrite"}.get(c[3], c[3]), "cat": "POSIX",
            "pid": int(c[2]), "tid": int(c[2]), "ts": c[0] // 1000, "dur": max(1, c[1] // 1000),
            "ph": "X", "args": args}))
    no_calls(folder)
    store(os.path.join(folder, "trace-0-of-1.pfw.gz"), ["["] + lines + [""])


def append_dftracer(folder, run):
    """Another run's file of DFTracer beside that of this one, which has it already."""
    other = folder + ".other"
    made(run, other, ["as_dftracer"])
    shutil.move(os.path.join(other, "trace-0-of-1.pfw.gz"),
                os.path.join(folder, "trace-1-of-1.pfw.gz"))
    shutil.rmtree(other)


def alone(folder, _):
    """Nothing but the files of DFTracer."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            shutil.rmtree(path)
        elif ".pfw" not in name:
            os.unlink(path)


def append_later(folder, arg):
    """GAP+RUN: the same, so that it begins so many seconds after the end of this one."""
    gap, _, run = arg.partition(" ")
    append_dftracer(folder, run)
    own, path = (os.path.join(folder, "trace-%d-of-1.pfw.gz" % i) for i in (0, 1))
    stamp = re.compile(r'"ts": (\d+)')
    end = max(int(t) for t in stamp.findall("\n".join(load(own))))
    begin = min(int(t) for t in stamp.findall("\n".join(load(path))))
    shift = end + int(float(gap) * 1e6) - begin
    store(path, [stamp.sub(lambda m: '"ts": %d' % (int(m[1]) + shift), line) for line in load(path)])


def by_process(folder, arg):
    """A file of DFTracer for each process, as it writes them; arg: the merged file stays."""
    path, lines = os.path.join(folder, "trace-0-of-1.pfw.gz"), {}
    for line in load(path)[1:-1]:
        lines.setdefault(json.loads(line)["pid"], []).append(line)
    for pid, own in lines.items():
        store(os.path.join(folder, "trace-%d.pfw.gz" % pid), ["["] + own + [""])
    if not arg:
        os.unlink(path)


def early_copy(folder, _):
    """A copy of the reads that was made while they were recorded."""
    path = trace(folder, "read")
    store(path.replace("trace_read.out", "trace_read.out.1"), load(path)[:len(load(path)) * 4 // 5] + [""])


def in_one_file(folder, _):
    """The two files of DFTracer are one."""
    own, path = (os.path.join(folder, "trace-%d-of-1.pfw.gz" % i) for i in (0, 1))
    store(own, load(own) + load(path)[1:])
    os.unlink(path)


def as_strace(folder, arg):
    """The calls as strace -f -ttt -T prints them; arg: so many stat calls beside them."""
    found = calls(folder)
    data = [c for c in found if is_data([c[4]] * 6)]
    for i in range(int(arg or 0)):
        c = data[i * len(data) // int(arg)]
        found.append((c[0] - 20000, 5000, c[2], "newfstatat", c[4], None, 0))
    lines = []
    for c in sorted(found):
        c = c[:4] + (os.path.join("/w", c[4]),) + c[5:]
        if c[3] == "openat":
            text = 'openat(AT_FDCWD, "%s", O_RDONLY|O_CLOEXEC) = 3' % c[4]
        elif c[3] == "newfstatat":
            text = 'newfstatat(AT_FDCWD, "%s", {st_mode=S_IFREG|0644, st_size=9, ...}, 0) = 0' % c[4]
        else:
            text = '%s(3<%s>, ""..., %d, %d) = %d' % (
                {"read": "pread64", "write": "pwrite64"}[c[3]], c[4], max(c[6], 0), c[5], c[6])
        lines.append("%s %d.%06d %s <%.6f>" % (c[2], c[0] // 10**9, c[0] // 1000 % 10**6, text,
                                               c[1] / 1e9))
    no_calls(folder)
    store(os.path.join(folder, "strace.out.gz"), lines + [""])


# --- less of a recording: what is left must not say anything else


def tables(folder):
    """The files of a run whose rows can be taken away."""
    return sorted(n for n in os.listdir(folder) if re.search(r"\.(out|json|log)(\.gz)?$", n) and n != "meta.json")


def file(folder, name):
    remove(os.path.join(folder, name))


def rows(folder, arg):
    """NAME+SHARE+SEED: that share of the rows of a file is missing, here and there."""
    name, share, seed = arg.rsplit(" ", 2)
    path, rng = os.path.join(folder, name), random.Random(seed)

    def stays(_):
        return rng.random() >= float(share)
    if ".json" in name:
        doc = json.loads("\n".join(load(path)))
        host = doc["sysstat"]["hosts"][0]
        host["statistics"] = list(filter(stays, host["statistics"]))
        store(path, json.dumps(doc, indent=1).split("\n"))
    else:
        store(path, [s for s in load(path) if not re.match(r":::MLLOG|\d", s) or stays(s)])


def column(folder, arg):
    """NAME+K: the K-th column of a table, or member of the disks of iostat, is missing."""
    name, k = arg.rsplit(" ", 1)
    path, k = os.path.join(folder, name), int(k)
    if ".json" in name:
        doc = json.loads("\n".join(load(path)))
        for s in doc["sysstat"]["hosts"][0]["statistics"]:
            for disk in s.get("disk", []):
                disk.pop(list(disk)[1 + k % (len(disk) - 1)])
        store(path, json.dumps(doc, indent=1).split("\n"))
    else:
        store(path, [" ".join(w for i, w in enumerate(s.split()) if i != k) if re.match(r"TIMESTAMP|\d", s) else s
                     for s in load(path)])


def process(folder, pid):
    """Nothing of a process was traced."""
    for name in ("bio",) + CALLS + ("create_del",):
        change(folder, (name,), lambda w, line: None if w[1] == pid else line)


def processes(folder):
    return sorted({line.split()[1] for line in load(trace(folder, "read")) if is_event(line)})


EDITS = {
    "file": file,
    "rows": rows,
    "column": column,
    "process": process,
    "as_dftracer": as_dftracer,
    "as_strace": as_strace,
    "half_data": half_data,
    "half_reads": drop(("read",), lambda w: is_data(w) and odd(w[0])),
    "half_events": drop(CALLS, lambda w: odd(w[0])),
    "no_reads": drop(("read",), is_data),
    "no_data": drop(("read", "openat", "close"), is_data),
    "no_block": drop(("bio",), lambda w: True),
    "stretch": stretch,
    "compressed": compressed,
    "times": times,
    "drop_blocks": drop(("bio",), lambda w: w[4] == "R" and odd(w[0])),
    "few": few,
    "few_processes": few_processes,
    "small_reads": small_reads,
    "late": late,
    "cut": cut,
    "hole": hole,
    "lost_blocks": lost_blocks,
    "no_log": no_log,
    "double": double,
    "one_process": one_process,
    "rename": rename,
    "slow": swap_word(4, lambda n, arg: int(n * float(arg)), is_data),
    "iostat": iostat,
    "no_iostat": no_iostat,
    "without": without,
    "no_disk": no_disk,
    "other_reads": other_reads,
    "other_writes": other_writes,
    "header_only": header_only,
    "log_only": log_only,
    "copy_of": copy_of,
    "append": append,
    "append_dftracer": append_dftracer,
    "append_later": append_later,
    "append_traces": append_traces,
    "in_one_file": in_one_file,
    "by_process": by_process,
    "early_copy": early_copy,
    "alone": alone,
    "append_log": append_log,
    "meta": meta,
    "roles": roles,
    "listed_pids": listed_pids,
    "inner_pids": inner_pids,
    "mapped": mapped,
    "long_log": long_log,
    "thousandth": thousandth,
    "loads": loads,
    "bits32": bits32,
    "hosts": hosts,
    "checkpoints": checkpoints,
    "flip": flip,
    "garbage": garbage,
    "ranks": ranks,
    "slow_most": slow_most,
    "stat_calls": stat_calls,
    "seldom_saved": seldom_saved,
}


class Unchanged(Exception):
    """An edit that changes nothing in this run."""


def content(folder):
    """What each file of a folder says."""
    found = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            with (gzip.open if path.endswith(".gz") else open)(path, "rb") as f:
                try:
                    found[name] = zlib.crc32(f.read())
                except (OSError, EOFError, zlib.error):
                    found[name] = "damaged"
    return found


def prepared(run, to):
    """Copy the folder of a run to `to', writable.  The recorder's count of lines goes: else it
    would tell all changes."""
    shutil.copytree(run, to)
    for root, folders, files in os.walk(to):
        for name in folders + files:
            os.chmod(os.path.join(root, name), 0o755 if name in folders else 0o644)
    os.chmod(to, 0o755)
    forget(to, "event_lines")
    return to


def apply(folder, edit):
    """Change a folder; edit: "NAME" or "NAME=ARGUMENT"."""
    name, _, arg = edit.partition("=")
    before = content(folder)
    EDITS[name](folder, arg)
    if content(folder) == before:
        raise Unchanged("%s changes nothing in %s" % (edit, folder))


def made(run, to, edits):
    """Copy a run to `to' and change it."""
    prepared(run, to)
    for e in edits:
        apply(to, e)
    return to
