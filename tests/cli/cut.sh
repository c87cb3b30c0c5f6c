#!/bin/sh
# A trace that is cut long before the run ends is told, not taken for silence.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

runs=$srcdir/tests/data/runs
cp -R "$runs/BERT_real_r2" "$tmp/run"
chmod -R u+w "$tmp/run"
gzip -d "$tmp/run/trace_read.out.gz"
out=$("$FIDLIO" inspect "$tmp/run")
unlike "$out" "before the job ends" "a whole trace gives no such finding"
head -c 130000 "$tmp/run/trace_read.out" >"$tmp/cut"
mv "$tmp/cut" "$tmp/run/trace_read.out"
out=$("$FIDLIO" inspect "$tmp/run" | tr '\n' ' ' | tr -s ' ')
like "$out" 'trace_read\.out: the trace is cut [0-9.]+ s before the job ends' "a cut one says how much is missing"
out=$("$FIDLIO" compare "$runs/BERT_real_r4" "$tmp/run" | tr '\n' ' ' | tr -s ' ')
like "$out" 'the trace is cut [0-9.]+ s before the job ends' "and so does a comparison with it"
tap_done
