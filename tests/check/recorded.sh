#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The gate on recorded runs: what was made wrong on purpose fails with one run; runs of one kind
# do not fail.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"
cd "$tmp" || exit 99
runs=$srcdir/tests/data/runs

# judge NAME REAL ACCEPTED CANDIDATE: the candidate, named as a repeat of the accepted run,
# against it; the failed checks are in out, the status in status
judge ()
{
    name=${3##*/}
    name=${name%_r*}
    mkdir -p "$1"
    cp -r "$4" "$1/${name}_r9"
    "$FIDLIO" matrix -q --no-calibration --no-series --real "$2" --emulation "$3" -o "$1/was" >/dev/null
    "$FIDLIO" matrix -q --no-calibration --no-series --real "$2" --emulation "$1/${name}_r9" -o "$1/is" >/dev/null
    "$FIDLIO" baseline save -q "$1/was" -o "$1/was.json"
    out=$("$FIDLIO" check "$1/is" --baseline "$1/was.json" --format=tsv 2>"$1/err")
    status=$?
    out=$(printf '%s\n' "$out" | awk -F '\t' '$6 == "FAIL" { print $4 " " $5 " " $18 }')
}

judge double "$runs/BERT_real_r2" "$runs/BERT_dlio_r2" "$runs/BERT_dlio_compute2x_r1"
is "$status" 1 "a doubled computation time fails with one run"
like "$out" '^amount step time 0\.8[0-9]* s, (2|1.99) times the 0\.41[0-9]* s' "by the time of a step"
like "$out" '^amount duration ' "and of the job"
unlike "$out" '^amount (data bytes|checkpoint|steps)' "nothing else is out of range"
judge nothing "$runs/UNET3D_real_r2" "$runs/UNET3D_dlio_r2" "$runs/UNET3D_dlio_nockpt_r1"
is "$status" 1 "so do missing checkpoints"
like "$out" '^amount checkpoints 0, 0 times the 2 ' "by their number"
like "$out" '^phase CHECKPOINT no such phase' "and their phase"
if command -v python3 >/dev/null; then
    PYTHONDONTWRITEBYTECODE=1 "$srcdir/tests/validate/perturb" "$runs/DLRM_dlio_r4" "$tmp/half_run" --drop-data 0.5 >/dev/null
    judge half "$runs/DLRM_real_r4" "$runs/DLRM_dlio_r4" "$tmp/half_run"
    is "$status" 1 "so does half of the data"
    like "$out" '^coverage data.read not compared' "its reads leave calls out: they are not compared"
else
    skip "half of the data" "python3 is not installed"
fi
judge same "$runs/DLRM_real_r4" "$runs/DLRM_dlio_r4" "$runs/DLRM_dlio_r4"
is "$status $out" "0 " "the same run does not fail"
like "$(cat same/err)" '^fidlio: recordings that the baseline has already are not judged: DLRM_dlio_r9$' "but is named"

# --- limits: repeats of the real job never fail, what is certainly wrong does
"$FIDLIO" matrix -q --no-series --all-workloads -m "$runs/manifest" -o all >/dev/null
"$FIDLIO" check all --fail-above 10% --same-workload --format=tsv --junit limits.xml >limits.tsv 2>/dev/null
is "$?" 1 "limits fail"
is "$(awk -F '\t' '$2 ~ /_real_/ && $6 == "FAIL"' limits.tsv)" "" "but no repeat of a real job"
is "$(awk -F '\t' '$2 ~ /_real_/ { n++ } END { print n }' limits.tsv)" 6 "of six"
for wrong in BERT_dlio_compute2x_r1 DLRM_dlio_r4; do
    is "$(awk -F '\t' -v e=$wrong '$2 == e && $6 == "FAIL"' limits.tsv | wc -l | tr -d ' ')" 2 "$wrong fails beside both real runs"
done
is "$(awk -F '\t' '$2 ~ /compute2x|nockpt/ && $6 == "PASS"' limits.tsv)" "" "what is wrong on purpose never passes"
first=$("$FIDLIO" compare -v "$runs/BERT_real_r2" "$runs/BERT_dlio_compute2x_r1" | sed -n 's/^\* //p' | head -n 1)
like "$first" '^computation of a training step: ' "compare has a first cause"
ok "which a FAIL names" grep -qF "limit 10 %; first cause: $(printf '%s' "$first" | cut -c 1-60)" limits.tsv
like "$(cat limits.xml)" "failure message=\"[^\"]*; first cause: computation of a training step" "in JUnit, too"

# more repeats than are shipped: FIDLIO_RUNS is a directory of recorded runs
if [ -n "${FIDLIO_RUNS-}" ] && ls -d "$FIDLIO_RUNS"/UNET3D_dlio_r[0-9] >/dev/null 2>&1; then
    "$srcdir/scripts/validate" --only gate --runs "$FIDLIO_RUNS" -o gate 2>/dev/null
    # columns: new runs, accepted, new, workload, PASS, INCONCLUSIVE, FAIL
    awk -F '\t' '$2 == 3 && $3 == 3 { pass += $5; open += $6; fail += $7 }
        END { print pass + open + fail, pass, fail }' gate/gate.tsv >sums
    read -r splits passed failed <sums
    ok "3 against 3 of the same kind: no FAIL in $splits splits, at least 100" test "$splits" -ge 100 -a "$failed" = 0
    ok "PASS in $passed of them, at least 80 %" test $((passed * 10)) -ge $((splits * 8))
else
    skip "3 against 3" "FIDLIO_RUNS names no directory of recorded runs"
fi
tap_done
