#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# strace of a program whose calls are known, read by fidlio inspect.
. "$srcdir/tests/tap.sh"

cd "$tmp" || exit 99
if ! command -v strace >/dev/null || ! strace -o /dev/null true 2>/dev/null; then
    echo "1..0 # SKIP no strace, or it may not trace"
    exit 0
fi

# 100 reads of 4 KiB in a child, its 25 writes of 16 KiB and a flush; one file made and removed
cat >job.sh <<'END'
dd if=in.npz of=copy.pt ibs=4096 obs=16384 conv=fsync 2>/dev/null
: >made
rm made
END
dd if=/dev/zero of=in.npz bs=4096 count=100 2>/dev/null

cat >count.py <<'END'
import json, sys
run = json.load(sys.stdin)[0]
files = {f["file"]: f for f in run["files"]}
for e in run["events"]:
    own = e["own"]
    if e["resource"] in ("data.read", "checkpoint.write"):
        print(e["resource"], own["operations"], own["bytes"])
for r in run["roles"]:
    if r["role"] == "log":
        print("log", r["files"], r["operations"], r["written_bytes"])
print(files["strace.out"]["reader"], len(files["strace.out"]["rejects"]))
END
want="data.read 101 409600
checkpoint.write 25 409600
log 1 1 0"

for how in "-f -ttt -T" "-f -ttt -T -y" "-f -ttt" "-f -tt -T"; do
    rm -rf run && mkdir run
    printf '*.npz data\n*.pt checkpoint\nmade log\n' >run/roles
    # shellcheck disable=SC2086 # the options are words
    strace $how -o run/strace.out sh job.sh
    reader=strace
    [ "$how" != "-f -tt -T" ] || reader=strace_tt
    is "$("$FIDLIO" inspect --format=json run | python3 count.py)" "$want
$reader 0" "strace $how: every read and write, and no line is malformed"
done
tap_done
