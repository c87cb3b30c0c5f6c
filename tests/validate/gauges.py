# SPDX-License-Identifier: GPL-3.0-or-later
"""gauges - cpu.out and iostat.json, read and written; and the files they are in

Stamps are seconds of the run's axis: zone_s is the host's zone, base_s where the axis
starts, epoch_s their sum.
"""
import calendar
import datetime
import gzip
import json
import os
import re


def open_text(path):
    opener = gzip.open if path.endswith(".gz") else open
    return opener(path, "rt", encoding="utf-8", errors="surrogateescape", newline="")


def create(out, name):
    return open(os.path.join(out, name), "w", encoding="utf-8", errors="surrogateescape",
                newline="")


def civil(at):
    """Seconds since 1970 as a date, without a zone."""
    return datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=round(at))


def read_cpu(path, zone_s, base_s):
    """cpu.out of mpstat as rows of shares, or None."""
    rows, head, tail, names, day, last = [], [], [], None, None, None
    with open_text(path) as f:
        for text in f:
            words = text.split()
            date = re.search(r"\s(\d\d)/(\d\d)/(\d\d(?:\d\d)?)\s", text)
            if text.startswith("Linux") and date:
                month, mday, year = (int(x) for x in date.groups())
                day = calendar.timegm((year % 100 + 2000, month, mday, 0, 0, 0))
            m = re.match(r"(\d\d):(\d\d):(\d\d)\s+(all|CPU)\s", text)
            if m and m.group(4) == "CPU":
                names = names or words[2:]
                head = head if rows else head + [text]
            elif m and names:
                h, mi, s = (int(x) for x in m.groups()[:3])
                stamp = (day or 0) + 3600 * h + 60 * mi + s - zone_s - base_s
                if last is not None and stamp < last - 43200:
                    day += 86400
                    stamp += 86400
                last = stamp
                rows.append((stamp, [float(x) for x in words[2:]]))
            elif rows:
                tail.append(text)
            else:
                head.append(text)
    if len(rows) <= 2:
        return None
    return {"head": head, "tail": tail, "names": names,
            "stamps": [r[0] for r in rows], "values": [r[1] for r in rows],
            "changed": False}


def read_iostat(path, zone_s, base_s):
    """iostat.json as its samples, or None."""
    with open_text(path) as f:
        try:
            tree = json.load(f)
        except ValueError:
            return None
    samples = tree["sysstat"]["hosts"][0]["statistics"]
    if len(samples) <= 2:
        return None
    stamps = []
    for sample in samples:
        t = datetime.datetime.strptime(sample["timestamp"], "%m/%d/%y %H:%M:%S")
        stamps.append(calendar.timegm(t.timetuple()) - zone_s - base_s)
    return {"tree": tree, "samples": samples, "stamps": stamps, "changed": False}


def write_cpu(cpu, out, epoch_s):
    with create(out, "cpu.out") as f:
        f.writelines(cpu["head"])
        for stamp, values in zip(cpu["stamps"], cpu["values"]):
            clock = civil(stamp + epoch_s)
            f.write("%s     all%s\n" % (clock.strftime("%H:%M:%S"),
                                        "".join(" %7.2f" % v for v in values)))
        f.writelines(cpu["tail"])


def write_iostat(disk, out, epoch_s):
    for sample, stamp in zip(disk["samples"], disk["stamps"]):
        clock = civil(stamp + epoch_s)
        sample["timestamp"] = clock.strftime("%m/%d/%y %H:%M:%S")
    host = dict(disk["tree"]["sysstat"]["hosts"][0], statistics=disk["samples"])
    with create(out, "iostat.json") as f:
        json.dump({"sysstat": {"hosts": [host]}}, f, indent=1)
        f.write("\n")
