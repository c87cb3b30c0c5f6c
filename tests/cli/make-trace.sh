#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Synthetic runs: the same options give the same bytes, fidlio reads all of them
# and compares the pair without a warning about the traces.
. "$srcdir/tests/tap.sh"

make_trace() { "$srcdir/scripts/dev/make-trace" "$@"; }

small='--events 20000 --duration 120'
# shellcheck disable=SC2086
ok "a real run" make_trace $small "$tmp/real"
# shellcheck disable=SC2086
ok "and its emulation" make_trace $small --emulation "$tmp/dlio"
# shellcheck disable=SC2086
make_trace $small "$tmp/again" && make_trace $small --seed 2 "$tmp/other"
ok "the same options, the same bytes" diff -r "$tmp/real" "$tmp/again"
exits 1 "another seed, others" cmp -s "$tmp/real/trace_read.out" "$tmp/other/trace_read.out"

lines=$(cat "$tmp"/real/trace_[rwocb]*.out | grep -c '^[0-9]')
ok "about as many events as asked for ($lines)" test "$lines" -gt 19000 -a "$lines" -lt 22000

"$FIDLIO" inspect --format json "$tmp/real" "$tmp/dlio" >"$tmp/inspect.json"
exits 1 "no line is rejected" grep -q '"rejected": *[1-9]' "$tmp/inspect.json"
ok "GPUs are seen" grep -q '"gpu.sm"' "$tmp/inspect.json"

ok "the pair is compared" "$FIDLIO" compare "$tmp/real" "$tmp/dlio" -o "$tmp/results"
"$FIDLIO" compare "$tmp/real" "$tmp/dlio" >"$tmp/table"
grep '^warning' "$tmp/table" | grep -v 'not recorded in the emulation\|did not reach the disk' >"$tmp/warnings"
ok "no warning but that the emulation has no GPUs and keeps what it saves in memory" test ! -s "$tmp/warnings"

exits 2 "a count that is none" make_trace --events many "$tmp/x"
exits 2 "a run too short for phases" make_trace --duration 5 "$tmp/x"
exits 3 "a directory that cannot be made" make_trace "$tmp/no/such/x"
tap_done
