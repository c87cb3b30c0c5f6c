#!/bin/bash
# scripts/corpus: its plan, and what it refuses; scripts/throttle --log.
. "$srcdir/tests/tap.sh"
command -v python3 >/dev/null || skip_all "python3 is missing"
corpus=$srcdir/scripts/corpus

is "$(sed -n 's/^\([a-z][a-z0-9_]*\) .*/\1/p' "$srcdir/scripts/corpus.d/plan" | sort -u)" \
    "$(python3 "$srcdir/workloads/run" --list)" "each workload has a plan"
exits 2 "record needs a device" python3 "$corpus" record images
exits 1 "a workload without a plan" python3 "$corpus" record --device 8:16 --out "$tmp/out" nothing
echo "images wrong" >"$tmp/plan"
exits 1 "a plan that is cut" python3 "$corpus" record --device 8:16 --out "$tmp/out" --plan "$tmp/plan" images

# the time of a run is that of its log
cat >"$tmp/job" <<'E2'
echo ':::MLLOG {"time_ms": 1000, "key": "init_start"}'
echo ':::MLLOG {"time_ms": 3500, "key": "run_stop"}'
E2
mkdir -p "$tmp/blkio"
"$srcdir/scripts/throttle" --bps max --device 8:16 --max-busy 100 --cgroup-root "$tmp" \
    --log "$tmp/log" --times "$tmp/times" -- sh -c "sh $tmp/job >$tmp/log" 2>"$tmp/err"
is "$(tail -1 "$tmp/times" | cut -f 1-3 | tr '\t' ' ')" "max 2.500 0" "MLLOG"
printf '%s\n' 'WARNING: x' '[OUTPUT] 2026-11-26T22:18:47.250000 Running DLIO' '[OUTPUT] 2026-11-26T22:19:00.500000 end' >"$tmp/dlio"
"$srcdir/scripts/throttle" --bps max --device 8:16 --max-busy 100 --cgroup-root "$tmp" \
    --log "$tmp/dlio" --times "$tmp/times" -- true 2>"$tmp/err"
is "$(tail -1 "$tmp/times" | cut -f 1-3 | tr '\t' ' ')" "max 13.250 0" "DLIO"
: >"$tmp/empty"
exits 3 "a log without times" "$srcdir/scripts/throttle" --bps max --device 8:16 --max-busy 100 --cgroup-root "$tmp" \
    --log "$tmp/empty" --times "$tmp/times" -- true
tap_done
