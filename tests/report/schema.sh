#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Result files and index.json follow the schemas that are installed.
. "$srcdir/tests/tap.sh"

python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null ||
    skip_all "python3-jsonschema is not installed"
runs=$srcdir/tests/data/runs
pair=$srcdir/src/results/pair.schema.json
index=$srcdir/src/results/index.schema.json
series=$srcdir/src/results/series.schema.json
valid ()
{
    python3 "$srcdir/tests/report/validate.py" "$@"
}
# refused WHAT SCHEMA FILE...: each is none
refused ()
{
    what=$1
    shift
    valid "$@" >"$tmp/wrong"
    shift
    for file; do
        ok "$what${file##*/}" grep -qF "$file: " "$tmp/wrong"
    done
}

# --- made by hand
sh "$srcdir/tests/data/result/make.sh" "$tmp"
ok "results made by hand" valid "$pair" "$tmp"/good/*__*.json
ok "report" "$FIDLIO" report -q "$tmp/good"
ok "their index" valid "$index" "$tmp/good/index.json"

# --- made from runs
set -- --real "$runs"/*_real_r2 "$runs/none" --emulation "$runs"/*_dlio_r[24] "$runs/UNET3D_real_r4"
exits 4 "matrix with a run that is missing" "$FIDLIO" matrix --all-workloads "$@" -o "$tmp/m"
ok "results" valid "$pair" "$tmp"/m/*__*_r[0-9].json
ok "series" valid "$series" "$tmp"/m/*__*.series.json
ok "index" valid "$index" "$tmp/m/index.json"
for window in whole startup INIT TRAINING EVAL CHECKPOINT; do
    if "$FIDLIO" compare --window=$window --format=json "$runs/UNET3D_real_r2" "$runs/UNET3D_dlio_r2" \
        >"$tmp/$window.json" 2>"$tmp/err"; then
        ok "window $window" valid "$pair" "$tmp/$window.json"
    else
        like "$(cat "$tmp/err")" "^fidlio: .*" "window $window: nothing to compare, which is said"
    fi
done
ok "options" sh -c '"$1" compare --format=json --utc-offset=+1 --all-processes --dt=1 --band=3 "$2" "$3" >"$4"' \
    sh "$FIDLIO" "$runs/BERT_real_r2" "$runs/BERT_dlio_r2" "$tmp/options.json"
ok "are in the result" valid "$pair" "$tmp/options.json"

# --- the report reads what the schema allows
"$FIDLIO" compare --format=json "$runs/UNET3D_real_r2" "$runs/UNET3D_dlio_r2" >"$tmp/a__b.json"
for key in resource group status verdict severity; do
    sed "s/\"$key\": /\"${key}_\": /" "$tmp/a__b.json" >"$tmp/$key"
done
cd "$tmp" || exit 99
refused "none without " "$pair" resource group status verdict severity

# --- that the schema can say no
k=0
for edit in 's/"grade": 0\.8,/"grade": 1.5,/' 's/"runs": \[/"runs": 1, "no": [/' \
    's/"status": "idle"/"status": "lazy"/' 's/"warnings": \[/"more": 1, "warnings": [/' \
    's/"hash": "0/"hash": "G/' 's/"distance": 1,/"distance": NaN,/' 's/"headline": false/"headline": "no"/' \
    's/"severity": "info"/"severity": "odd"/' 's/fidlio.pair\/4/fidlio.pair\/5/' 's/"clause": "met"/"clause": "good"/' \
    's/"verdict": "valid"/"verdict": "fine"/'; do
    k=$((k + 1))
    sed "$edit" "$tmp/good/U_real__U_dlio.json" >"edit-$k"
    ok "edit $k is one: $edit" test "$(cmp -s "edit-$k" good/U_real__U_dlio.json; echo $?)" = 1
done
refused "refused: " "$pair" edit-*
set --
for name in cut empty binary list range noid type schema old huge trailing; do
    set -- "$@" "broken/x__$name.json"
done
refused "refused: " "$pair" "$@"
sed 's/"place": 1/"place": 0/' "$tmp/good/index.json" >"$tmp/bad.json"
exits 1 "an index with place 0" valid "$index" "$tmp/bad.json"
tap_done
