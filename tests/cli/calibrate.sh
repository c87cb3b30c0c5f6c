#!/bin/sh
# fidlio calibrate, and scores of the recorded runs (tests/data/runs).
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99

# --- the file
out=$("$FIDLIO" calibrate "$runs"/*_real_* -j1 -o cal.json 2>err)
is "$?" 0 "calibrate"
is "$(printf '%s\n' "$out" | awk '{ print $1, $2, $3 }')" "workload repeats unrelated
bert 2 4
dlrm 2 4
unet3d 2 4" "says what it was made of"
is "$(grep -c 'five or more are better' err)" 3 "and that two repeats are few"
ok "elsewhere, with two threads, in another order" env TZ=Asia/Kolkata LC_ALL=de_DE.UTF-8 \
    "$FIDLIO" calibrate -q -j2 "$runs"/DLRM_real_r7 "$runs"/UNET3D_real_* "$runs"/DLRM_real_r4 \
    --real "$runs"/BERT_real_r4 "$runs"/BERT_real_r2 -o cal2.json
ok "the same bytes" cmp cal.json cal2.json
unlike "$(cat cal.json)" "$tmp|$srcdir" "tells no paths"

# --- scores are frozen
score () # score REAL EMULATION [OPTION...]: overall score
{
    tap_a=$runs/$1 tap_b=$runs/$2
    shift 2
    "$FIDLIO" compare --format=json "$tap_a" "$tap_b" --calibration=cal.json "$@" |
        sed -n '/^  "overall"/,$s/^    "score": \([0-9.e-]*\).*/\1/p'
}
ok "every pair" "$FIDLIO" matrix -q -j2 -m "$runs/manifest" -o m
ok "makes the same calibration" cmp m/calibration.json cal.json
ok "compare with the file" "$FIDLIO" compare -q "$runs/BERT_real_r2" "$runs/BERT_dlio_r2" \
    --calibration=cal.json -o c
ok "gives what matrix gives" cmp c/BERT_real_r2__BERT_dlio_r2.json m/BERT_real_r2__BERT_dlio_r2.json
ok "matrix with the file, too" "$FIDLIO" matrix -q --real "$runs/BERT_real_r2" \
    --emulation "$runs/BERT_dlio_r2" --calibration=cal.json -o f
ok "though the run has no repeat there" cmp f/BERT_real_r2__BERT_dlio_r2.json m/BERT_real_r2__BERT_dlio_r2.json
ok "a file given is not written again" test ! -e f/calibration.json
hash=$(sed -n 's/^  "hash": "\(.*\)",/\1/p' cal.json)
is "$(sed -n 's/.*"calibration": \("[0-9a-f]*"\).*/\1/p' m/*__*.json | sort -u)" "\"$hash\"" "results name it by its hash"

"$FIDLIO" report -n --format=tsv m >ranking 2>err
# score is column 9 of the ranking; pairs of REAL with a pattern
scores_of ()
{
    awk -F '\t' -v re="$1" '$1 ~ /_real_/ && $5 ~ re && ("" sub (/_.*/, "", $1)) && \
        (index ($5, $1) == 1) == '"$2"' { print $9 }' OFS='\t' ranking | sort -g
}
middle () { awk '{ x[NR] = $1 } END { print NR % 2 ? x[(NR + 1) / 2] : (x[NR / 2] + x[NR / 2 + 1]) / 2 }'; }
repeats=$(scores_of '_real_' 1 | middle)
own=$(scores_of '_dlio_r' 1 | middle)
wrong=$(scores_of '(compute2x|nockpt)' 1 | middle)
others=$(scores_of '_dlio_' 0 | middle)
diag "median scores: repeats $repeats, own emulation $own, wrong on purpose $wrong, of other workloads $others"
ok "repeats score near 1" awk -v x="$repeats" 'BEGIN { exit !(x >= 0.9) }'
ok "own emulations between" awk -v x="$own" -v r="$repeats" -v o="$others" 'BEGIN { exit !(x < r && x > o) }'
ok "wrong ones below" awk -v x="$wrong" -v o="$own" 'BEGIN { exit !(x < o) }'
s=$(score UNET3D_real_r2 BERT_real_r2)
ok "an unrelated run near 0 ($s)" awk -v x="$s" 'BEGIN { exit !(x != "" && x < 0.1) }'

# --- without
ok "no calibration" "$FIDLIO" matrix -q -m "$runs/manifest" --no-calibration -o n
ok "writes none" test ! -e n/calibration.json
is "$(grep -c '"score_reason": "no calibration"' n/BERT_real_r2__BERT_dlio_r2.json)" 1 "scores nothing, and says why"
unlike "$(cut -f 9 n/ranking.tsv | tail -n +2)" '[0-9]' "no score in the ranking"
# what does not depend on full scales is the same with and without
same ()
{
    python3 - "$@" <<'END'
import json, sys
a, b = (json.load(open(p)) for p in sys.argv[1:3])
moved = set()
for x, y in zip(a["resources"], b["resources"]):
    for f, g in zip(x["facets"], y["facets"]):
        assert [f[k] for k in ("facet", "measure", "quantity", "unit", "weight")] == \
            [g[k] for k in ("facet", "measure", "quantity", "unit", "weight")]
        if f["distance"] != g["distance"]:
            moved.add((x["resource"], f["measure"]))
for resource, measure in moved:
    assert measure in ("dtw", "dtw_active", "spectral_w1", "period", "coupling") or resource.startswith("disk."), (resource, measure)
print(len(moved))
END
}
if command -v python3 >/dev/null; then
    ok "only what is divided by a full scale, or binned by the step, moves" \
        same n/BERT_real_r2__BERT_dlio_r2.json m/BERT_real_r2__BERT_dlio_r2.json
fi

# --- one repeat more is another calibration: nothing old is kept
"$FIDLIO" matrix --real "$runs/BERT_real_r2" "$runs/DLRM_real_r4" --emulation "$runs/BERT_dlio_r2" -o k >/dev/null 2>err
like "$(cat err)" 'no workload has repeats .* record the same job again' "no repeats: what to record"
"$FIDLIO" matrix --real "$runs"/BERT_real_* "$runs/DLRM_real_r4" --emulation "$runs/BERT_dlio_r2" -o k >/dev/null 2>err
like "$(cat err)" '^fidlio: 3 pairs compared, 0 kept' "with a repeat everything is compared again"
"$FIDLIO" matrix --real "$runs"/BERT_real_* "$runs/DLRM_real_r4" --emulation "$runs/BERT_dlio_r2" -o k >/dev/null 2>err
like "$(cat err)" '^fidlio: 0 pairs compared, 3 kept' "and kept from then on"
"$FIDLIO" matrix --real "$runs"/BERT_real_* "$runs/DLRM_real_r7" --emulation "$runs/BERT_dlio_r2" -o k >/dev/null 2>err
like "$(cat err)" '^fidlio: 3 pairs compared, 0 kept' "another floor, another calibration"

# --- no unrelated run: surrogates
"$FIDLIO" calibrate "$runs"/UNET3D_real_* -j1 -o s.json >out 2>err
is "$(awk '$1 == "unet3d" { print $2, $3 }' out)" "2 0" "repeats alone"
like "$(cat err)" 'unet3d: .*chance levels are from surrogates' "which is said"
"$FIDLIO" calibrate -q "$runs"/UNET3D_real_* -j2 -o s2.json >out
ok "the same bytes with two threads" cmp s.json s2.json
is "$(grep -c '"chance_of": "circular shift"' s.json | awk '{ print ($1 > 5) }')" 1 "what chance levels are from"
"$FIDLIO" compare "$runs/UNET3D_real_r2" "$runs/UNET3D_dlio_r2" --calibration=s.json | tr -s ' \n' '  ' >out
like "$(cat out)" 'chance levels are from surrogates of the repeats' "results warn"

"$FIDLIO" calibrate -q "$runs"/UNET3D_real_* --surrogates=19 -o s19.json >/dev/null
like "$(cat s19.json)" '^ *"surrogates": 19,' "fewer of them"
ok "which is read back" "$FIDLIO" compare -q "$runs/UNET3D_real_r2" "$runs/UNET3D_dlio_r2" --calibration=s19.json
exits 2 "too few for a tail" "$FIDLIO" calibrate "$runs"/UNET3D_real_* --surrogates=18 -o s18.json

# --- what is left out, and refused
cp -R "$runs/BERT_real_r2" copy
mkdir empty
"$FIDLIO" calibrate "$runs"/BERT_real_* "$runs/DLRM_real_r4" copy empty -o left.json >out 2>err
is "$?" 0 "others are calibrated on"
like "$(cat err)" '^fidlio: left out of the calibration: copy: another run holds the same traces' "a copy is no repeat"
like "$(cat err)" '^fidlio: left out of the calibration: empty: ' "an empty directory"
is "$(awk '$1 == "bert" { print $2, $3 }' out)" "2 1" "only the two count"
chmod -R u+w copy
rm copy/meta.json copy/*.gz 2>/dev/null
printf 'time_s,op,bytes,latency_s,pid,device\n' >copy/events.csv
for i in 0 1 2 3 4 5 6 7 8 9 10 11; do printf '%d.5,read,65536,0.001,7,\n' "$i"; done >>copy/events.csv
"$FIDLIO" calibrate "$runs"/BERT_real_* copy -o left.json >out 2>err
like "$(cat err)" 'copy: its workload is not known .a meta.json' "a run of an unknown workload"
exits 3 "no repeats" "$FIDLIO" calibrate "$runs/BERT_real_r2" "$runs/DLRM_real_r4" -o none.json
ok "and no file" test ! -e none.json
exits 2 "no runs" "$FIDLIO" calibrate -o none.json
exits 2 "no file named" "$FIDLIO" calibrate "$runs"/BERT_real_*
exits 5 "a place that cannot be written" "$FIDLIO" calibrate "$runs"/BERT_real_* -o empty/none/c.json
exits 3 "missing" "$FIDLIO" matrix -m "$runs/manifest" --calibration=nowhere.json -o x
ok "before anything is compared" test ! -e x/BERT_real_r2__BERT_dlio_r2.json
# refused WHAT STATUS SENTENCE [OPTION...]: a comparison with bad.json
refused ()
{
    tap_what=$1 tap_status=$2 tap_sentence=$3
    shift 3
    exits "$tap_status" "$tap_what" "$FIDLIO" compare "$@" "$runs/BERT_real_r2" "$runs/BERT_dlio_r2" \
        --calibration=bad.json
    like "$("$FIDLIO" compare "$@" "$runs/BERT_real_r2" "$runs/BERT_dlio_r2" --calibration=bad.json 2>&1)" \
        "$tap_sentence" "is named"
}
sed 's/"chance": [0-9]/"chance": 8/' cal.json >bad.json
refused "changed by hand" 3 'bad.json: was changed after it was made: its contents hash to [0-9a-f]{16}, it says [0-9a-f]{16}'
sed '/"tool"/s/"version": "[^"]*"/"version": "0.0.1"/' cal.json >bad.json
refused "another version" 3 'bad.json: made by fidlio 0.0.1, this is .*: distances may differ'
sed 's/calibration\/1"/calibration\/2"/' cal.json >bad.json
refused "another schema" 3 "bad.json: its schema is 'fidlio.calibration/2', not fidlio.calibration/1"
head -c 5000 cal.json >bad.json
refused "cut" 3 'bad.json:[0-9]+: the JSON does not end: the file is cut'
cp c/BERT_real_r2__BERT_dlio_r2.json bad.json
refused "a result instead" 3 "its schema is 'fidlio.pair/1'"
cp cal.json bad.json
refused "another window" 2 'the calibration is for the window job, asked for is TRAINING' --window=TRAINING
refused "another bin" 2 'made with --dt the default, asked for is 0.5' --dt=0.5
refused "another band" 2 'made with --band the default, asked for is 2' --band=2
refused "another penalty" 2 'made with --penalty 0.05, asked for is 0.1' --penalty=0.1
refused "another tolerance" 2 'made with --tolerance 1, asked for is 2' --tolerance=2
refused "other events" 2 'made without --all-processes' --all-processes

# --- doc/calibration.md shows what the program prints
doc=$srcdir/doc/calibration.md
sed -n '/^```sh$/,/^```$/p' "$doc" | sed '1d;/^```$/,$d' >example.sh
sed -n '/^<!-- the output of the commands above/,/^```$/p' "$doc" | sed '1,2d;$d' >shown
mkdir place
ln -s "$srcdir/tests" place/tests
env -C place PATH="$(dirname "$FIDLIO"):$PATH" sh -eu ../example.sh >printed 2>/dev/null
ok "the worked example has an output" test -s shown
ok "and it is the program's" diff -u shown printed
sed -n '/^```json$/,/^```$/p' "$doc" | sed 's/^ *//;s/,$//' | grep '^"' >facet
missing=0
while read -r line; do
    grep -qF -e "$line" "$srcdir/results/UNET3D_real_r2__UNET3D_dlio_r2.json" || missing=$((missing + 1))
done <facet
is "$(wc -l <facet | tr -d ' ') $missing" "12 0" "the facet it works out is in the reference results"

# --- documents follow their schemas
if python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
    valid () { python3 "$srcdir/tests/report/validate.py" "$@"; }
    schema=$srcdir/src/results/calibration.schema.json
    "$FIDLIO" calibrate -q --window=TRAINING --dt=0.5 --all-processes "$runs"/BERT_real_* -o alone.json >/dev/null
    ok "calibrations" valid "$schema" cal.json s.json left.json alone.json "$srcdir/results/calibration.json"
    ok "scored results" valid "$srcdir/src/results/pair.schema.json" m/*__*_r[0-9].json
    for edit in 's/"hash": "/"hash": "G/' 's/"informative": true/"informative": false/' \
        's/"penalty": 0.05/"penalty": -1/' 's/"auc": 1,/"auc": 2,/' 's/"sets": /"more": 1, "sets": /' \
        's/"step_s": [0-9.]*,//' 's/"volume"/"loudness"/'; do
        sed "$edit" cal.json >bad.json
        exits 1 "refused: $edit" valid "$schema" bad.json
    done
else
    skip "schemas" "python3-jsonschema is not installed"
fi
tap_done
