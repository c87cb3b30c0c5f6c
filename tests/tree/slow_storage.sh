#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/slow-storage: reads and calls that name files are delayed as often and as long as asked.
# Times are only bounded from below: a busy machine is slower still.
. "$srcdir/tests/tap.sh"
slow=$srcdir/scripts/slow-storage program=$PWD/slow-storage

exits 2 "no command" "$slow" "$tmp" --read-ms 5
exits 2 "no folder" "$slow" "$tmp/none" -- true
if [ ! -x "$program" ] || [ ! -w /dev/fuse ] || ! command -v fusermount3 >/dev/null; then
    skip "a slow storage" "needs libfuse3, fusermount3 and /dev/fuse"
    tap_done
    exit
fi
mkdir "$tmp/m" && head -c 1048576 /dev/urandom >"$tmp/m/a" && printf small >"$tmp/m/b"
"$slow" "$tmp/m" --program "$program" -- true 2>"$tmp/err"
rc=$?
if [ $rc = 3 ]; then
    skip "a slow storage" "cannot be mounted: $(cat "$tmp/err")"
    tap_done
    exit
fi
is $rc 0 "mounted, and unmounted"

# with OPTION... -- COMMAND: the seconds that COMMAND took go to $took, what was delayed to $tmp/err
with ()
{
    local start
    start=$(date +%s%N)
    "$slow" "$tmp/m" --program "$program" "$@" >"$tmp/out" 2>"$tmp/err"
    rc=$?
    took=$(($(date +%s%N) - start))
}
# delayed WHAT: how often
delayed () { awk -v what="$1" '$1 == what { print $2 }' "$tmp/err"; }
# lasted MS WHAT: at least so long
lasted () { ok "$2" test "$took" -ge "$(($1 * 1000000))"; }

with --read-ms 20 --direct -- dd if="$tmp/m/a" of="$tmp/copy" bs=64k
is "$rc/$(delayed read)/$(delayed meta)" 0/16/0 "a read of 64 KiB waits, 16 times in 1 MiB"
lasted 320 "16 waits of 20 ms"
is "$(cmp "$tmp/copy" "$tmp/m/a")" "" "what is read is what is there"
with --read-ms 20 --direct -- dd if="$tmp/m/a" of=/dev/null bs=128k
is "$(delayed read)" 8 "half as many reads wait half as often"
with --max-request-kib 16 --read-ms 1 --direct -- dd if="$tmp/m/a" of=/dev/null bs=64k
is "$(delayed read)" 64 "a largest request of a quarter: four times as many"
# shellcheck disable=SC2016 # the command's own variable
with --read-ms 1 -- bash -c 'cat "$1" "$1" >/dev/null' bash "$tmp/m/a"
ok "the page cache serves the second reading" test "$(delayed read)" -le 16
# shellcheck disable=SC2016
with --meta-ms 20 -- bash -c 'for i in 1 2 3 4 5; do : <"$1/b"; done' bash "$tmp/m"
is "$(delayed meta)/$(delayed read)" 5/0 "each open waits once"
lasted 100 "5 waits of 20 ms"
with --meta-ms 1 -- stat "$tmp/m/a" "$tmp/m/b"
is "$(delayed meta)" 2 "each stat, too"
with --mbps 4 --direct -- cat "$tmp/m/a"
lasted 262 "1 MiB at 4 MB/s"
is "$(delayed transfer)" 1048576 "all bytes"
with --write-mbps 4 -- dd if="$tmp/copy" of="$tmp/m/c" bs=64k
is "$(cmp "$tmp/copy" "$tmp/m/c")" "" "what is written is there"
lasted 262 "writes have a rate, too"
# shellcheck disable=SC2016
with -- bash -c 'cd "$1" && mkdir d && mv c d/e && rm d/e && rmdir d && exit 7' bash "$tmp/m"
is "$rc" 7 "the command's status"
# a job of real-time priority must not keep its own reads waiting
if chrt -r 20 true 2>/dev/null; then
    # shellcheck disable=SC2016
    served=$(chrt -r 20 "$slow" "$tmp/m" --program "$program" -- bash -c 'ps -eo rtprio=,args=' 2>/dev/null |
        awk -v program="$program" -v folder="$tmp/m" '$2 == program && index ($0, folder) { print $1 }')
    is "$served" 30 "it has a higher priority than the job that it serves"
else
    skip "a higher priority than the job's" "no right to real-time priorities"
fi
with --read-ms -1 -- true
is "$rc" 2 "a wait below 0 is wrong use"

# --- ended by a signal: nothing stays, whoever is killed
# mounted: whether the folder is slow
mounted () { grep -q " $tmp/m fuse" /proc/mounts; }
# nothing: no file system, and no process that names the folder
nothing () { ! mounted && [ -z "$(grep -lF "$tmp/m" /proc/[0-9]*/cmdline 2>/dev/null)" ]; }
for signal in TERM INT HUP KILL; do
    # shellcheck disable=SC2016 # for the inner shell; a job of a shell without job control ignores INT
    env --default-signal=INT,HUP,TERM "$slow" "$tmp/m" --program "$program" --read-ms 5 -- \
        bash -c 'sleep 600 <"$1/b" & echo $! >"$2"; wait' bash "$tmp/m" "$tmp/pid.$signal" 2>"$tmp/err" &
    script=$!
    soon "$signal: begun" test -s "$tmp/pid.$signal"
    grep -F " $tmp/m " /proc/mounts >"$tmp/how"
    kill -s $signal $script
    wait $script 2>/dev/null
    is $? $((128 + $(kill -l $signal))) "$signal: the status"
    [ $signal = KILL ] || ok "$signal: nothing is mounted when it has ended" nothing
    soon "$signal: no file system and no process stays" nothing
    # shellcheck disable=SC2016
    soon "$signal: what the command started has ended" sh -c '! kill -0 "$1" 2>/dev/null' sh "$(cat "$tmp/pid.$signal")"
done
like "$(cat "$tmp/how")" '^slow-storage:read_ms=5:meta_ms=0:' "the list of mounts says how slow it is"
# shellcheck disable=SC2016
"$slow" "$tmp/m" --program "$program" -- sh -c 'exec 3<"$1/b"; sleep 600 & echo $! >"$2"' sh "$tmp/m" "$tmp/stays" 2>"$tmp/err"
is "$?/$(grep -c 'still uses' "$tmp/err")" 3/1 "a process that stays is said"
ok "and the folder is at full speed" nothing
kill "$(cat "$tmp/stays")"
tap_done
