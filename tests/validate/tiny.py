# SPDX-License-Identifier: GPL-3.0-or-later
# tiny.py - a run small enough to check perturbations of it by hand
#
#   python3 tiny.py DIR              write it
#   python3 tiny.py --show DIR       what it does: one line for each thing, seconds
#
# 1 epoch of 4 steps of 1 s from second 1 to 5, an evaluation from 5 to 6, a checkpoint
# from 6 to 7; each step reads 1000 bytes at its 100th millisecond, so does the
# evaluation, and the disk as much for it; the checkpoint writes 2000.  The file is opened once.  The disk reads 8 MiB/s and the CPU is 50 % busy
# from second 1 to 7.  Second 0 is 2026-01-01 00:00:00 UTC and boot second 100.
import json
import os
import sys

UTC = 1767225600
BOOT = 100


def boot_ns(t):
    return round((BOOT + t) * 1e9)


def write(folder):
    os.makedirs(folder)
    lines = []

    def log(t, event, key, value=None):
        lines.append((t, ":::MLLOG " + json.dumps(
            {"namespace": "", "time_ms": round((UTC + t) * 1000), "event_type": event,
             "key": key, "value": value, "metadata": {"epoch_num": 1}}) + "\n"))

    log(0.2, "INTERVAL_START", "init_start")
    log(0.9, "INTERVAL_END", "init_stop")
    log(1, "INTERVAL_START", "epoch_start")
    for step in range(4):
        log(step + 2, "POINT_IN_TIME", "load_batch_mem", {"duration": 200000000})
        log(step + 2, "POINT_IN_TIME", "all_compute", {"duration": 800000000})
        log(step + 2, "POINT_IN_TIME", "step_end", {"duration": 1000000000})
    log(5, "INTERVAL_END", "epoch_stop")
    log(5, "INTERVAL_START", "eval_start")
    log(6, "INTERVAL_END", "eval_stop")
    log(6, "INTERVAL_START", "checkpoint_start")
    log(7, "INTERVAL_END", "checkpoint_stop")
    with open(folder + "/app.log", "w") as f:
        f.writelines(text for _, text in lines)
    with open(folder + "/trace_write.out", "w") as f:
        f.write("Attaching 6 probes...\n"
                "TIMESTAMP         PID      OFFSET           SIZE(B)      LAT(ns)      FILENAME\n")
        offset = 0
        for t, text in lines:
            f.write("%d     7        %d   %d   1000    app.log\n"
                    % (boot_ns(t) + 1000, offset, len(text)))
            offset += len(text)
        f.write("%d     7        0   2000   1000000    ckpt.pt\n" % (boot_ns(6.1) + 1000000))
    with open(folder + "/trace_read.out", "w") as f:
        f.write("Attaching 6 probes...\n"
                "TIMESTAMP         PID      OFFSET           RET(B)       LAT(ns)      FILENAME\n")
        for k in range(5):
            f.write("%d     7        %d   1000   1000000    data.bin\n"
                    % (boot_ns(k + 1.1) + 1000000, 1000 * k))
    with open(folder + "/trace_openat.out", "w") as f:
        f.write("Attaching 5 probes...\n"
                "TIMESTAMP         PID    COMM  LAT(ns)  FULLPATH FILENAME\n")
        f.write("%d     7  python3 1000    /data/data.bin data.bin\n" % (boot_ns(1.1) + 1000))
    with open(folder + "/trace_bio.out", "w") as f:
        f.write("Attaching 6 probes...\n"
                "TIMESTAMP         PID      COMM           DISK T BYTES        SECTOR LAT(ns)\n")
        for k in range(5):
            f.write("%d     7    python3        vda  R 1000         %d     500000\n"
                    % (boot_ns(k + 1.1) + 500000, 100 + 2 * k))
    with open(folder + "/cpu.out", "w") as f:
        f.write("Linux 6.1 (vm) \t01/01/26 \t_x86_64_\t(2 CPU)\n\n"
                "00:00:00     CPU    %usr   %idle\n")
        for k in range(1, 10):
            busy = 50 if 1 < k <= 7 else 0
            f.write("00:00:%02d     all %7.2f %7.2f\n" % (k, busy, 100 - busy))
    samples = [{"timestamp": "01/01/26 00:00:%02d" % k, "disk": [
        {"disk_device": "vda", "r/s": 1.0, "rMB/s": 8.0 if 1 < k <= 7 else 0.0, "wMB/s": 0.0}]}
        for k in range(1, 10)]
    with open(folder + "/iostat.json", "w") as f:
        json.dump({"sysstat": {"hosts": [{"date": "01/01/26", "statistics": samples}]}}, f)


def show(folder):
    """Also checks what every perturbation must keep: the log's writes wrote the log."""
    with open(folder + "/app.log", encoding="utf-8") as f:
        lines = f.readlines()
    at, offset = {}, 0
    for text in lines:
        record = json.loads(text[9:])
        at[offset] = (record["time_ms"] / 1000 - UTC, len(text))
        offset += len(text)
        value = record["value"]
        if record["key"].endswith(("_start", "_stop", "step_end")):
            print("log %g %s%s" % (record["time_ms"] / 1000 - UTC, record["key"],
                                   " %g" % (value["duration"] / 1e9) if value else ""))
    anchors = 0
    for name, kind in (("trace_read.out", "read"), ("trace_write.out", "write")):
        for line in open(folder + "/" + name):
            words = line.split()
            if not words or not words[0].isdigit():
                continue
            start = (int(words[0]) - int(words[4])) / 1e9 - BOOT
            if words[5] == "app.log":
                stamp, size = at[int(words[2])]
                assert size == int(words[3]), line
                assert abs(stamp - start) < 1e-6, line
                anchors += 1
            else:
                print("%s %g %s" % (kind, round(start, 6), words[3]))
                print("%s-at %s %s" % (kind, words[2], words[5]))
                print("%s-by %s" % (kind, words[1]))
    for name, kind, place in (("trace_openat.out", "open", -2), ("trace_bio.out", "block", -2)):
        for line in open(folder + "/" + name):
            words = line.split()
            if words and words[0].isdigit():
                print("%s %g" % (kind, round(int(words[0]) / 1e9 - BOOT, 2)))
                print("%s-at %s" % (kind, words[place]))
                print("%s-by %s" % (kind, words[1]))
    print("anchors %d of %d" % (anchors, len(lines)))
    rows = [line.split() for line in open(folder + "/cpu.out") if " all " in line]
    print("cpu " + " ".join("%g" % float(r[2]) for r in rows))
    tree = json.load(open(folder + "/iostat.json"))
    print("disk " + " ".join("%g" % s["disk"][0]["rMB/s"]
                             for s in tree["sysstat"]["hosts"][0]["statistics"]))


if sys.argv[1] == "--show":
    show(sys.argv[2])
else:
    write(sys.argv[1])
