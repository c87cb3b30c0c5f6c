# SPDX-License-Identifier: GPL-3.0-or-later
"""dftracer_ranks.py FOLDER RANKS ODD [merged] [waits]: DFTracer traces of a training on RANKS ranks

20 steps of 0.1 s each: a fetch of 20 ms with 4 reads of 256 KiB, and computing.  The steps of rank
ODD (-1: none) take 1.4 times as long; or, with "waits", its fetches take four times as long, and all
ranks end their steps together.  A file for each rank, or one of all, two ranks a host."""
import json, os, sys

folder, ranks, odd = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
merged, waits = "merged" in sys.argv[4:], "waits" in sys.argv[4:]
os.makedirs(folder, exist_ok=True)
T0 = 1795221459 * 10**6


def spans(rank):
    pid, host, t = 1000 + rank, f"{rank // 2 + 17:016x}", T0 + 137 * rank
    common = {"pid": pid, "tid": pid, "ph": "X"}
    fetch = 80000 if waits and rank == odd else 20000
    length = 160000 if waits else 140000 if rank == odd else 100000
    yield {"name": "HH", "cat": "dftracer", "pid": pid, "tid": pid, "ph": "M",
           "args": {"name": f"node{rank // 2}", "value": host}}
    yield {"name": "FH", "cat": "dftracer", "pid": pid, "tid": pid, "ph": "M",
           "args": {"name": f"/data/part_{rank}.npz", "value": f"f{rank}"}}
    begin = t
    for step in range(20):
        for k in range(4):
            yield {"name": "read", "cat": "POSIX", **common, "ts": t + 1000 + 4000 * k, "dur": 3000,
                   "args": {"hhash": host, "fhash": f"f{rank}", "ret": 262144}}
        yield {"name": "fetch.iter", "cat": "dataloader", **common, "ts": t, "dur": fetch,
               "args": {"hhash": host, "epoch": 1, "step": step}}
        yield {"name": "compute", "cat": "compute", **common, "ts": t + fetch, "dur": length - fetch,
               "args": {"hhash": host, "epoch": 1, "step": step}}
        t += length
    yield {"name": "epoch.block", "cat": "pipeline", **common, "ts": begin, "dur": t - begin,
           "args": {"hhash": host, "epoch": 1, "count": 1}}


for rank in range(ranks):
    path = f"{folder}/trace-all.pfw" if merged else f"{folder}/trace-{rank}-of-{ranks}.pfw"
    with open(path, "a") as f:
        if not f.tell():
            f.write("[\n")
        for i, span in enumerate(spans(rank)):
            f.write(json.dumps({"id": i, **span}, separators=(",", ":")) + "\n")
