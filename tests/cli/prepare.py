# SPDX-License-Identifier: GPL-3.0-or-later
"""A recorded run as others prepare it: processed trees (doc/formats.md, last tables).

    prepare.py RUN PHASES PAPER V1

RUN     a run of tests/data/runs that was recorded with UTC as local time
PHASES  what `fidlio inspect --format=json RUN` prints
PAPER   folder to make: processed/ with one file of each kind, all processes
V1      folder to make: one file of each kind and process of the run, writes without size
"""

import calendar
import gzip
import json
import os
import sys
import time

NS = 10**9
run, phases, paper, v1 = sys.argv[1:]
with open(run + "/meta.json") as f:
    meta = json.load(f)
boot_utc_ns = meta["clock_start"]["realtime_minus_boottime_ns"]
pids = set(meta["app_pids"])
date = meta["start_utc"][:10]
files = {}


def put(path, line):
    if path not in files:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        files[path] = open(path, "w")
    files[path].write(line + "\n")


def utc(ns, digits=9):
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(ns // NS))
    return f"{stamp}.{ns % NS:09d}"[: len(stamp) + 1 + digits]


def rows(name):
    with gzip.open(f"{run}/{name}.gz", "rt", errors="replace") as f:
        for line in f:
            yield line.split()


# trace: column of the latency, event of pid files, folder and columns of v1
TRACES = {
    "bio": (-1, None, "bio_data/bio_", lambda c: [c[1], c[4], c[5], c[-1]]),
    "openat": (3, "OPENAT", "open_data/open_", lambda c: [c[1], c[3]] + c[4:]),
    "read": (4, "READ", "read_data/read_", lambda c: [c[1], c[3], c[4]] + c[5:]),
    "write": (4, "WRITE", "write_data/write_", lambda c: [c[1], "0x7f00", c[4]] + c[5:]),
}
spans = []
for name, (latency, event, v1_name, v1_columns) in TRACES.items():
    for c in rows(f"trace_{name}.out"):
        if not (c and c[0].isdigit()):
            continue
        end_ns = boot_utc_ns + int(c[0])
        put(f"{paper}/processed/{name}.out", " ".join([utc(end_ns)] + c[1:]))
        if c[1] not in pids:
            continue
        span = f"{utc(end_ns - int(c[latency]))},{utc(end_ns)},{event or 'BIO' + c[4]}"
        spans.append(span)
        put(f"{v1}/st_end_data/st_end_data_{c[1]}", span)
        put(f"{v1}/{v1_name}{c[1]}", " ".join([utc(end_ns)] + v1_columns(c)))
for span in sorted(spans):
    for config in ("all_combined/combined", "each_parent/parent_0"):
        put(f"{paper}/processed/timeline/pid/{config}.log", span)
put(f"{paper}/processed/timeline/pid/all_combined/plotting_info.json",
    '{"combined.log": "All Workers"}')

CPU = (f"{paper}/processed/timeline/cpu_all.csv", f"{v1}/cpu_data/cpu_all.csv")
for path in CPU:
    put(path, "timestamp,%usr,%nice,%sys,%iowait,%irq,%soft,%steal,%guest,%gnice,%idle")
for c in rows("cpu.out"):
    if c[1:2] == ["all"] and c[0][0].isdigit():
        for path in CPU:
            put(path, ",".join([f"{date}T{c[0]}"] + c[2:]))

with gzip.open(run + "/iostat.json.gz") as f:
    samples = json.load(f)["sysstat"]["hosts"][0]["statistics"]
put(f"{paper}/processed/timeline/iostat.csv", "timestamp," + ",".join(samples[0]["disk"][0]))
for sample in samples:
    for disk in sample["disk"]:
        put(f"{paper}/processed/timeline/iostat.csv",
            ",".join([f"{date}T{sample['timestamp'].split()[1]}"] + [str(x) for x in disk.values()]))

with open(phases) as f:
    told = json.load(f)[0]
start = told["start"]
first_ns = calendar.timegm(time.strptime(start[:19], "%Y-%m-%dT%H:%M:%S")) * NS + int(start[20:23]) * 10**6
for p in sorted(told["phases"], key=lambda p: p["end_s"]):
    if p["phase"] in ("INIT", "TRAINING", "EVAL", "CHECKPOINT"):
        line = ",".join([utc(first_ns + round(p[k] * 1000) * 10**6, 3) for k in ("start_s", "end_s")]
                        + [p["phase"]])
        put(f"{paper}/processed/timeline/timeline.csv", line)
        put(f"{v1}/mllog_data/timeline.csv", line)
for f in files.values():
    f.close()
