# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# given.sh - a small run to prepare; sourced by the tests here
#
# Boot clock 1000 s is 13:13:20 UTC on 2023-02-11, 08:13:20 in the host's zone
# (-05:00); the second tick that says so took 100 us.  INIT begins at 13:13:20.110.

# given DIR: the log and the ticks
given ()
{
    mkdir -p "$1"
    cat >"$1/unet3d.log" <<'END'
:::MLLOG {"namespace": "", "time_ms": 1676121200110, "event_type": "INTERVAL_START", "key": "init_start", "value": null, "metadata": {"file": "main.py", "lineno": 30}}
:::MLLOG {"namespace": "", "time_ms": 1676121209874, "event_type": "INTERVAL_END", "key": "init_stop", "value": null, "metadata": {"file": "main.py", "lineno": 61}}
:::MLLOG {"namespace": "", "time_ms": 1676121210004, "event_type": "INTERVAL_START", "key": "epoch_start", "value": null, "metadata": {"epoch_num": 1}}
:::MLLOG {"namespace": "", "time_ms": 1676121242500, "event_type": "INTERVAL_END", "key": "epoch_stop", "value": null, "metadata": {"epoch_num": 1}}
END
    cat >"$1/trace_time_align.out" <<'END'
TIMESTAMP       TIME
 998998000000  08:13:18
 999000003000  08:13:19
 999999950000  08:13:19
 1000000050000  08:13:20
END
    sed -i 's/^ *//' "$1/trace_time_align.out"
}

# bio, openat, read or write DIR, lines on standard input: a trace
bio ()
{
    { echo 'TIMESTAMP         PID      COMM           DISK T BYTES        SECTOR LAT(ns)' && cat; } >"$1/trace_bio.out"
}
openat ()
{
    { echo 'TIMESTAMP         PID    COMM  LAT(ns)  FULLPATH FILENAME' && cat; } >"$1/trace_openat.out"
}
read_trace ()
{
    { echo 'TIMESTAMP         PID      OFFSET           RET(B)       LAT(ns)      FILENAME' && cat; } >"$1/trace_read.out"
}
write_trace ()
{
    { echo 'TIMESTAMP         PID      OFFSET           SIZE(B)      LAT(ns)      FILENAME' && cat; } >"$1/trace_write.out"
}

# prepare DIR OPTION...: into out/DIR, with the exact stamps of the second tick, the default
prepare ()
{
    prepare_dir=$1
    shift
    "$FIDLIO" prepare "$prepare_dir" -o out --utc-offset=-05:00 "$@"
}
