#!/bin/bash
# scripts/throttle: what it reads from its options, what it writes into control groups (made-up
# ones, of both versions), and what it refuses.
. "$srcdir/tests/tap.sh"
throttle=$srcdir/scripts/throttle

# a v1 and a v2 hierarchy: a group's files come into being when they are written
mkdir -p "$tmp/v1/blkio" "$tmp/v1/memory" "$tmp/v2" "$tmp/none"
echo "cpu io memory" >"$tmp/v2/cgroup.controllers"
echo cpu >"$tmp/v2/cgroup.subtree_control"

# shellcheck disable=SC2016 # the command's own variable
show='cat "$1"/fidlio-throttle.*/"$2" | tr "\n" " "; cat "$1"/fidlio-throttle.*/cgroup.procs | grep -qx $$ && echo "inside $THROTTLE_BPS"'
got=$("$throttle" --bps 50M,64Mi,max --device 254:0 --cgroup-root "$tmp/v1" --times "$tmp/times" -- \
    bash -c "$show" bash "$tmp/v1/blkio" blkio.throttle.read_bps_device 2>"$tmp/err")
is "$?" 0 "the command's status"
is "$got" "254:0 50000000 inside 50000000
254:0 67108864 inside 67108864
254:0 0 inside max" "v1: a limit, another, none"
like "$(cat "$tmp/err")" '^throttle: 64Mi: [0-9]+\.[0-9]{3} s, status 0$' "says how long it took"
is "$(cut -f 1,3 "$tmp/times" | tr '\t\n' ' ,')" "50M 0,64Mi 0,max 0," "and writes it down"
got=$("$throttle" --bps 500000,max --device 8:16 --memory 1Gi --cgroup-root "$tmp/v2" -- \
    bash -c "$show" bash "$tmp/v2" io.max 2>"$tmp/err")
is "$got" "8:16 rbps=500000 inside 500000
8:16 rbps=max inside max" "v2"
is "$(cat "$tmp"/v2/fidlio-throttle.*/memory.max)" 1073741824 "v2: memory"
is "$(cat "$tmp/v2/cgroup.subtree_control")" "+memory" "v2: controllers are switched on for groups"
rm -rf "$tmp"/v?/fidlio-throttle.* "$tmp"/v1/*/fidlio-throttle.*
"$throttle" --bps 1M --device 8:16 --memory 1500M --cgroup-root "$tmp/v1" -- true 2>/dev/null
is "$(cat "$tmp"/v1/memory/fidlio-throttle.*/memory.limit_in_bytes)" 1500000000 "v1: memory"
exits 7 "the status of the first run that fails" "$throttle" --bps 1M,2M --device 8:16 \
    --cgroup-root "$tmp/v1" -- sh -c '[ "$THROTTLE_BPS" = 2000000 ] || exit 7'

# --- refused
for rate in 50X 0 -1 1.5M '' 5Mi3; do
    exits 2 "rate '$rate'" "$throttle" --bps "1M,$rate,2M" --device 8:16 -- true
done
exits 2 "no rate" "$throttle" --device 8:16 -- true
exits 2 "no device" "$throttle" --bps 1M -- true
exits 2 "no command" "$throttle" --bps 1M --device 8:16
exits 2 "a file as the device" "$throttle" --bps 1M --device "$tmp/err" -- true
exits 2 "an unknown option" "$throttle" --iops 5 -- true
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
if [ -n "$plain" ]; then
    chmod 755 "$tmp" "$tmp/v1" "$tmp/v1/blkio"
    [ "$(id -u)" = 0 ] || chmod 555 "$tmp/v1/blkio"
    # through bash: the tree may be out of that user's reach
    said=$($plain bash -s -- --bps 1M --device 8:16 --cgroup-root "$tmp/v1" -- true <"$throttle" 2>&1)
    is $? 3 "without rights"
    like "$said" 'throttle: cannot make the control group .*: needs root$' "says what is missing"
    chmod 755 "$tmp/v1/blkio"
else
    skip "without rights" "no way to give up root"
fi
tap_done
