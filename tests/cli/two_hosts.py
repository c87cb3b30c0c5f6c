# SPDX-License-Identifier: GPL-3.0-or-later
"""two_hosts.py RUN OUT SHIFT_S PPM [BOOT_S]: a copy of a recorded run as another host has it

The wall clock of that host is SHIFT_S ahead and gains PPM microseconds a second from the start of
the run on; its boot clock gains as much, and began BOOT_S earlier.  Stamps of whole seconds are cut
from the moved clock, those of iostat and mpstat stay as they are."""
import datetime, glob, gzip, json, os, re, shutil, sys

run, out, shift_s, ppm = sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
boot_s = float(sys.argv[5]) if len(sys.argv) > 5 else 12345.678
meta = json.load(open(f"{run}/meta.json"))
start = meta["clock_start"]
zero_ns, true_ns = start["boottime_ns"], start["realtime_minus_boottime_ns"]
os.makedirs(out, exist_ok=True)


def gained_ns(boot_ns):
    return round((boot_ns - zero_ns) * ppm * 1e-6)


def moved_boot(boot_ns):
    return boot_ns + round(boot_s * 1e9) + gained_ns(boot_ns)


def moved_wall(wall_ns):
    return wall_ns + round(shift_s * 1e9) + gained_ns(wall_ns - true_ns)


def trace_line(line):
    m = re.match(r"(\d{9,})(\s.*)", line, re.S)
    return f"{moved_boot(int(m[1]))}{m[2]}" if m else line


def tick_line(line):
    m = re.match(r"(\d{9,})(\s+)\d\d:\d\d:\d\d(.*)", line, re.S)
    if not m:
        return line
    wall = moved_wall(int(m[1]) + true_ns) // 10**9 + meta.get("utc_offset_hours", 0) * 3600
    return f"{moved_boot(int(m[1]))}{m[2]}{datetime.datetime.fromtimestamp(wall, datetime.timezone.utc):%H:%M:%S}{m[3]}"


def log_line(line):
    return re.sub(r'("time_ms": )(\d+)', lambda m: m[1] + str(moved_wall(int(m[2]) * 10**6) // 10**6), line)


for path in sorted(glob.glob(f"{run}/*")):
    name = os.path.basename(path)
    turn = (tick_line if "time_align" in name else trace_line if name.startswith("trace_")
            else log_line if ".log" in name else None)
    if os.path.isdir(path):
        continue
    if not turn:
        shutil.copy(path, out)
        os.chmod(f"{out}/{name}", 0o644)
        continue
    open_ = gzip.open if name.endswith(".gz") else open
    with open_(path, "rt") as f, open(f"{out}/{name.removesuffix('.gz')}", "w") as to:
        for line in f:
            to.write(turn(line))
