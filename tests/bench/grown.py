#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""grown: a made-up run of which one thing grows.

    grown.py DIR [ranks=N] [hosts=N] [epochs=N] [steps=N] [files=N] [log=0] [minutes=N] [slow=US]

A DFTracer file for each rank, with a step of one file each tenth of a second, and DLIO's log with
the steps of all ranks, unless log=0.  With minutes monitors instead: mpstat's and nvidia-smi pmon's
rows, one every ten seconds.  slow: microseconds that each read takes longer.
"""
import os
import sys
import time

START = 1744611900
READS = 3


def stamp(us):
    """The time of DLIO's log."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(us // 1000000)) + ".%06d" % (us % 1000000)


def spans(of, rank):
    """Lines of a rank's DFTracer file."""
    host, pid, seen, number = rank % of["hosts"], 4000 + rank, set(), 0

    def line(name, kind, us, dur, more):
        nonlocal number
        number += 1
        return ('{"id":%d,"name":"%s","cat":"%s","pid":%d,"tid":%d,"ts":%d,"dur":%d,"ph":"X","args":'
                '{"hhash":%d,"p_idx":1,%s}}\n' % (number, name, kind, pid, pid, us, dur, 70 + host,
                                                  more))
    yield "[\n"
    yield ('{"id":0,"name":"HH","cat":"dftracer","pid":%d,"tid":%d,"ph":"M","args":{"hhash":%d,'
           '"name":"node%d","value":%d}}\n' % (pid, pid, 70 + host, host, 70 + host))
    for epoch in range(of["epochs"]):
        for step in range(of["steps"]):
            us = START * 1000000 + (epoch * (of["steps"] + 5) + step) * 100000
            file = (epoch * of["steps"] * of["ranks"] + step * of["ranks"] + rank) % of["files"]
            if file not in seen:
                seen.add(file)
                yield ('{"id":0,"name":"FH","cat":"dftracer","pid":%d,"tid":%d,"ph":"M","args":'
                       '{"hhash":%d,"name":"/data/train/img_%d.npz","value":%d}}\n'
                       % (pid, pid, 70 + host, file, 900000 + file))
            named = '"fhash":%d' % (900000 + file)
            yield line("open", "POSIX", us, 40, '"ret":16,%s,"flags":0' % named)
            for k in range(READS):
                yield line("read", "POSIX", us + 50 + 900 * k, 500 + file % 37 + of["slow"],
                           '"fd":16,%s,"ret":262144,"count":262144,"offset":%d' % (named, k << 18))
            yield line("close", "POSIX", us + 6000, 3, '"ret":0,%s,"fd":16' % named)
            yield line("fetch.block", "dataloader", us, 7000, '"epoch":"%d","step":"%d"'
                       % (epoch + 1, step + 1))
            yield line("TorchFramework.compute", "ai_framework", us + 8000, 90000,
                       '"epoch":"%d","step":"%d"' % (epoch + 1, step + 1))
    yield "]\n"


def log(of):
    """Lines of DLIO's log."""
    def line(us, text):
        return "[INFO] %s %s\n" % (stamp(START * 1000000 + us), text)
    yield line(-200000, "Running DLIO with %d process(es)" % of["ranks"])
    for epoch in range(of["epochs"]):
        us = epoch * (of["steps"] + 5) * 100000
        yield line(us - 1000, "Starting epoch %d: %d steps expected" % (epoch + 1, of["steps"]))
        yield line(us - 900, "Starting block 1")
        for step in range(of["steps"]):
            for what, ms in (("loaded", 8), ("processed", 98)):
                for rank in range(of["ranks"]):
                    yield line(us + step * 100000 + ms * 1000 + rank % 100,
                               "Rank %d step %d%s 1 samples in 0.0%02d s"
                               % (rank, step + 1, ": loaded" if ms == 8 else " processed", ms))
        us += of["steps"] * 100000
        yield line(us + 1000, "Ending block 1 - %d steps completed in %.2f s"
                   % (of["steps"], of["steps"] / 10))
        yield line(us + 1100, "Ending epoch %d - %d steps completed in %.2f s"
                   % (epoch + 1, of["steps"], of["steps"] / 10))


def cpu(of):
    """Lines of mpstat -P ALL."""
    yield "Linux 6.1.0 (node0) \t04/14/25 \t_x86_64_\t(2 CPU)\n\n"
    for k in range(of["minutes"] * 6):
        at = time.strftime("%H:%M:%S", time.gmtime(START + 10 * k))
        yield ("%s     CPU    %%usr   %%nice    %%sys %%iowait    %%irq   %%soft  %%steal  %%guest  "
               "%%gnice   %%idle\n" % at)
        for name in ("all", "0", "1"):
            yield ("%s     %3s   %5.2f    0.00    1.50    %4.2f    0.00    0.01    0.00    0.00    "
                   "0.00   %5.2f\n" % (at, name, 30 + k % 20, k % 7, 68.49 - k % 20 - k % 7))
        yield "\n"


def gpu(of):
    """Lines of nvidia-smi pmon -o DT."""
    yield "#Date       Time        gpu        pid  type    sm   mem   enc   dec   command\n"
    yield "#YYYYMMDD   HH:MM:SS    Idx          #   C/G     %     %     %     %   name\n"
    for k in range(of["minutes"] * 6):
        at = time.strftime("%Y%m%d   %H:%M:%S", time.gmtime(START + 10 * k))
        for device in range(2):
            yield (" %s %7d     410%d     C    %2d    %2d     -     -   python\n"
                   % (at, device, device, 50 + k % 40, k % 30))


def main():
    folder = sys.argv[1]
    of = {"ranks": 1, "hosts": 1, "epochs": 1, "steps": 8, "files": 1 << 30, "minutes": 0, "log": 1,
          "slow": 0}
    for word in sys.argv[2:]:
        name, n = word.split("=")
        of[name] = int(n)
    os.makedirs(folder)
    made = {"trace-%d-of-%d.pfw" % (k, of["ranks"]): spans(of, k) for k in range(of["ranks"])}
    if of["log"]:
        made["dlio.log"] = log(of)
    if of["minutes"]:
        made = {"cpu.out": cpu(of), "gpu.out": gpu(of)}
    for name, lines in made.items():
        with open(os.path.join(folder, name), "w") as f:
            f.writelines(lines)


main()
