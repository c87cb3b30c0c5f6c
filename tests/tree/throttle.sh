#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/throttle: what it reads from its options, what it writes into control groups (made-up
# ones, of both versions), and what it refuses.
. "$srcdir/tests/tap.sh"
throttle=$srcdir/scripts/throttle
command -v python3 >/dev/null || skip_all "python3 is missing"

# a v1 and a v2 hierarchy: a group's files come into being when they are written
mkdir -p "$tmp/v1/blkio" "$tmp/v1/memory" "$tmp/v2" "$tmp/none"
echo "cpu io memory" >"$tmp/v2/cgroup.controllers"
echo cpu >"$tmp/v2/cgroup.subtree_control"

# shellcheck disable=SC2016 # the command's own variable
show='cat "$1"/fidlio-throttle.*/"$2" | tr "\n" " "; cat "$1"/fidlio-throttle.*/cgroup.procs | grep -qx $$ && echo "inside $THROTTLE_BPS"'
got=$("$throttle" --max-busy 100 --bps 50M,64Mi,max --device 254:0 --cgroup-root "$tmp/v1" --times "$tmp/times" -- \
    bash -c "$show" bash "$tmp/v1/blkio" blkio.throttle.read_bps_device 2>"$tmp/err")
is "$?" 0 "the command's status"
is "$got" "254:0 50000000 inside 50000000
254:0 67108864 inside 67108864
254:0 0 inside max" "v1: a limit, another, none"
like "$(cat "$tmp/err")" '^throttle: 64Mi: [0-9]+\.[0-9]{3} s, status 0;' "says how long it took"
is "$(cut -f 1,3 "$tmp/times" | tr '\t\n' ' ,')" "50M 0,64Mi 0,max 0," "and writes it down"
got=$("$throttle" --max-busy 100 --bps 500000,max --device 8:16 --memory 1Gi --cgroup-root "$tmp/v2" -- \
    bash -c "$show" bash "$tmp/v2" io.max 2>"$tmp/err")
is "$got" "8:16 rbps=500000 inside 500000
8:16 rbps=max inside max" "v2"
is "$(cat "$tmp"/v2/fidlio-throttle.*/memory.max)" 1073741824 "v2: memory"
is "$(cat "$tmp/v2/cgroup.subtree_control")" "+memory" "v2: controllers are switched on for groups"
rm -rf "$tmp"/v?/fidlio-throttle.* "$tmp"/v1/*/fidlio-throttle.*
"$throttle" --max-busy 100 --bps 1M --device 8:16 --memory 1500M --cgroup-root "$tmp/v1" -- true 2>/dev/null
is "$(cat "$tmp"/v1/memory/fidlio-throttle.*/memory.limit_in_bytes)" 1500000000 "v1: memory"
exits 7 "the status of the first run that fails" "$throttle" --max-busy 100 --bps 1M,2M --device 8:16 \
    --cgroup-root "$tmp/v1" -- sh -c '[ "$THROTTLE_BPS" = 2000000 ] || exit 7'

# --- the time of a log
# timed LOG...: the seconds that are written down for a command that writes that log
timed ()
{
    local log=$1
    shift
    "$throttle" --max-busy 100 --bps max --device 8:16 --cgroup-root "$tmp/v1" --times "$tmp/times" \
        --log "$tmp/job.log" "$@" -- cp "$log" "$tmp/job.log" 2>"$tmp/err" && tail -n 1 "$tmp/times" | cut -f 2
}
if [ -x "$FIDLIO" ]; then
    is "$(timed "$srcdir/tests/data/training_log_bare/torchvision.log")" 22.000 "of a log of any program"
    is "$(timed "$srcdir/tests/data/log_pattern/train.log" --log-pattern \
        "$srcdir/tests/data/log_pattern/trainer.patterns")" 29.000 "of a layout of one's own"
    : >"$tmp/empty.log"
    timed "$tmp/empty.log"
    is "$? $(tail -n 1 "$tmp/err")" "3 throttle: $tmp/job.log does not show how long the training took" \
        "a log without times"
    exits 3 "a log of another run" "$throttle" --max-busy 100 --bps max --device 8:16 --cgroup-root "$tmp/v1" \
        --log "$srcdir/tests/data/training_log_bare/torchvision.log" -- true
else
    skip "of a log" "the program is not built"
fi

# --- the plan
runs=$("$throttle" --dry-run --repeats 2 --bps 40M --limit iops=200,write_mib_s=50 --device 8:16 \
    --cgroup-root "$tmp/v2" -- true | sed "s/throttle\.[0-9]*/throttle.N/" | tr '\t\n' ' ;')
is "$runs" "1 max; fidlio-throttle.N/io.max 8:16 rbps=max wbps=max riops=max;\
2 40M; fidlio-throttle.N/io.max 8:16 rbps=40000000 wbps=max riops=max;\
3 iops=200,write_mib_s=50; fidlio-throttle.N/io.max 8:16 rbps=max wbps=52428800 riops=200;\
4 max; fidlio-throttle.N/io.max 8:16 rbps=max wbps=max riops=max;\
5 iops=200,write_mib_s=50; fidlio-throttle.N/io.max 8:16 rbps=max wbps=52428800 riops=200;\
6 40M; fidlio-throttle.N/io.max 8:16 rbps=40000000 wbps=max riops=max;\
7 max; fidlio-throttle.N/io.max 8:16 rbps=max wbps=max riops=max;" \
    "v2: repeats are interleaved with full speed, in both directions"
runs=$("$throttle" --dry-run --limit iops=200 --limit write_mib_s=50 --device 8:16 --cgroup-root "$tmp/v1" -- true |
    sed "s/throttle\.[0-9]*/throttle.N/" | tr '\t\n' ' ;')
is "$runs" "1 iops=200; blkio/fidlio-throttle.N/blkio.throttle.write_bps_device 8:16 0;\
 blkio/fidlio-throttle.N/blkio.throttle.read_iops_device 8:16 200;\
2 write_mib_s=50; blkio/fidlio-throttle.N/blkio.throttle.write_bps_device 8:16 52428800;\
 blkio/fidlio-throttle.N/blkio.throttle.read_iops_device 8:16 0;" "v1: each has a file"
runs=$("$throttle" --dry-run --bps max --limit read_ms=5,read_mib_s=100,readahead_kib=128 --limit cache_mib=64 \
    --data "$tmp/none" --cgroup-root "$tmp/v1" -- true | sed "s/throttle\.[0-9]*/throttle.N/" | tr '\t\n' ' ;')
is "$runs" "1 max; memory/fidlio-throttle.N/memory.limit_in_bytes -1;\
2 read_ms=5,read_mib_s=100,readahead_kib=128; memory/fidlio-throttle.N/memory.limit_in_bytes -1;\
 scripts/slow-storage $tmp/none --read-ms 5 --mbps 104.8576 --readahead-kib 128 --;\
3 cache_mib=64; memory/fidlio-throttle.N/memory.limit_in_bytes 67108864;\
 and the memory that the command itself needed at full speed;" "a folder is slowed by slow-storage"

# --- a machine that others use: a run is made again, as often as allowed
"$throttle" --limit read_ms=0 --data "$tmp/none" --dry-run -- true >/dev/null
python3 -c 'while True: pass' & burner=$!
"$throttle" --bps max --device 8:16 --cgroup-root "$tmp/v1" --max-busy 5 --tries 2 --wait 0 --times "$tmp/busy" -- \
    sleep 1.1 2>"$tmp/err"
kill $burner
is "$(grep -c '^throttle: max: 1\.' "$tmp/err")" 2 "two tries"
like "$(cat "$tmp/err")" 'max: disturbed, once more' "says why"
like "$(cat "$tmp/err")" 'max: disturbed 2 times; the least disturbed one counts' "and gives up"
is "$(wc -l <"$tmp/busy")" 1 "one row"
like "$(cat "$tmp/busy")" "^max	1\.[0-9]{3}	0	others=0\.[0-9]+,steal=" "with what others used"
rm -rf "$tmp"/v1/*/fidlio-throttle.*

# --- for real, where this machine and this user can
disk=$(stat -c %d "$tmp")
disk=$((disk >> 8)):$((disk & 255))
[ ! -e "/sys/dev/block/$disk/partition" ] || disk=$(cat "/sys/dev/block/$disk/../dev")
if [ -e "/sys/dev/block/$disk" ] && [ "$(id -u)" = 0 ]; then
    head -c 4194304 /dev/urandom >"$tmp/data"
    "$throttle" --bps max,4M --device "$disk" --evict "$tmp/data" --max-busy 100 --times "$tmp/real" -- \
        dd if="$tmp/data" of=/dev/null bs=64k 2>"$tmp/err"
    rc=$?
    if [ $rc = 3 ]; then
        skip "a disk of 4 MB/s" "$(cat "$tmp/err")"
    else
        is "$rc" 0 "a disk of 4 MB/s"
        ok "4 MiB take 0.5 s longer" awk '{ s[$1] = $2 } END { exit !(s["4M"] > s["max"] + 0.5) }' "$tmp/real"
    fi
    "$throttle" --bps max --limit cache_mib=16 --max-busy 100 --device "$disk" --times "$tmp/cache" -- \
        python3 -c 'import time; x = bytearray(30 << 20); time.sleep(0.5)' 2>"$tmp/err"
    rc=$?
    if [ $rc = 3 ]; then
        skip "a cache of 16 MiB" "$(cat "$tmp/err")"
    else
        is "$(cut -f 1,3 "$tmp/cache" | tr '\t\n' ' ,')" "max 0,cache_mib=16 0," \
            "memory for files is beside what the command itself needs"
    fi
else
    skip "a disk of 4 MB/s" "needs root, and a block device"
fi
program=$PWD/slow-storage
if [ -x "$program" ] && [ -w /dev/fuse ] && command -v fusermount3 >/dev/null; then
    mkdir "$tmp/slow" && head -c 1048576 /dev/urandom >"$tmp/slow/a"
    "$throttle" --limit read_ms=50,max_request_kib=64,readahead_kib=64 --bps max --limit meta_ms=500 \
        --data "$tmp/slow" --slow-storage "$program" --device 8:16 --max-busy 100 --times "$tmp/fuse" -- \
        cat "$tmp/slow/a" >/dev/null 2>"$tmp/err"
    rc=$?
    if [ $rc = 3 ]; then
        skip "a slow folder" "$(cat "$tmp/err")"
    else
        is "$rc" 0 "a slow folder"
        ok "16 waits of 50 ms, a few at a time; an open waits 0.5 s" awk '{ s[$1] = $2 }
            END { exit !(s["read_ms=50,max_request_kib=64,readahead_kib=64"] > 0.2 && s["meta_ms=500"] > 0.5 && s["max"] < 0.2) }' \
            "$tmp/fuse"
    fi
else
    skip "a slow folder" "needs libfuse3, fusermount3 and /dev/fuse"
fi

# --- ended by a signal, while COMMAND is limited: the command ends, and its groups go
for signal in TERM INT HUP KILL; do
    # shellcheck disable=SC2016 # for the inner shell
    env --default-signal=INT,HUP,TERM "$throttle" --bps 1M --device 8:16 --cgroup-root "$tmp/v1" --max-busy 100 -- \
        bash -c 'rm "$2"/*/fidlio-throttle.*/*; sleep 600 & echo $! >"$1"; wait' bash "$tmp/pid.$signal" "$tmp/v1" 2>/dev/null &
    script=$!
    soon "$signal: begun" test -s "$tmp/pid.$signal"
    kill -s $signal $script
    wait $script 2>/dev/null
    is $? $((128 + $(kill -l $signal))) "$signal: the status"
    # shellcheck disable=SC2016
    soon "$signal: the command and what it started end" sh -c '! kill -0 "$1" 2>/dev/null' sh "$(cat "$tmp/pid.$signal")"
    # shellcheck disable=SC2016
    soon "$signal: no control group stays" sh -c '! ls "$1"/*/fidlio-throttle.* 2>/dev/null' sh "$tmp/v1"
done

# --- refused
for limit in iops read_ms=-1 iops=0 speed=5 iops=5,iops=6 ''; do
    exits 2 "limit '$limit'" "$throttle" --limit "$limit" --device 8:16 --data "$tmp/none" -- true
done
exits 2 "a wait needs a folder" "$throttle" --limit read_ms=5 --device 8:16 -- true
exits 2 "requests need a device" "$throttle" --limit iops=5 --data "$tmp/none" -- true
exits 2 "nothing to evict" "$throttle" --bps 1M --device 8:16 --evict "$tmp/nothing" -- true
exits 2 "no repeats" "$throttle" --bps 1M --device 8:16 --repeats 0 -- true
exits 3 "a cache of no known memory" "$throttle" --limit cache_mib=4 --cgroup-root "$tmp/v1" -- true
for rate in 50X 0 -1 1.5M '' 5Mi3; do
    exits 2 "rate '$rate'" "$throttle" --bps "1M,$rate,2M" --device 8:16 -- true
done
exits 2 "no rate" "$throttle" --device 8:16 -- true
exits 2 "no device" "$throttle" --bps 1M -- true
exits 2 "no command" "$throttle" --bps 1M --device 8:16
exits 2 "a file as the device" "$throttle" --bps 1M --device "$tmp/err" -- true
exits 2 "an unknown option" "$throttle" --slowness 5 -- true
exits 2 "no value" "$throttle" --bps
exits 0 "help" "$throttle" --help
exits 3 "no control groups" "$throttle" --bps 1M --device 8:16 --cgroup-root "$tmp/none" -- true
like "$("$throttle" --bps 1M --device 8:16 --cgroup-root "$tmp/none" -- true 2>&1)" \
    'neither the io controller of cgroup v2 nor blkio of v1$' "and why"
plain=
if [ "$(id -u)" != 0 ]; then
    plain='env'
elif command -v setpriv >/dev/null; then
    plain='setpriv --reuid=65534 --regid=65534 --clear-groups'
fi
python=$(PATH=/usr/bin:/bin command -v python3)
if [ -n "$plain" ] && [ -n "$python" ]; then
    chmod 755 "$tmp" "$tmp/v1" "$tmp/v1/blkio"
    [ "$(id -u)" = 0 ] || chmod 555 "$tmp/v1/blkio"
    # a copy: the tree may be out of that user's reach
    cp -r "$throttle" "$srcdir/scripts/record.d" "$tmp"
    said=$($plain "$python" "$tmp/throttle" --max-busy 100 --bps 1M --device 8:16 --cgroup-root "$tmp/v1" -- true 2>&1)
    is $? 3 "without rights"
    like "$said" 'throttle: cannot make the control group .*: needs root$' "says what is missing"
    chmod 755 "$tmp/v1/blkio"
else
    skip "without rights" "no way to give up root, or no python3 for others"
fi
tap_done
