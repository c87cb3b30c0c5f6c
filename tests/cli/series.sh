#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The series beside a result: written, thinned, kept, removed.
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99
u=$runs/UNET3D_real_r2
ud=$runs/UNET3D_dlio_r2
name=UNET3D_real_r2__UNET3D_dlio_r2

# a number, or what else python finds in the series $1
ask ()
{
    python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
t = {(s["resource"], s["quantity"]): s for s in d["series"]}
print(eval(sys.argv[2]))' "$1" "$2"
}

"$FIDLIO" compare -q "$u" "$ud" -o c >table
ok "series stand beside the result" test -s c/$name.series.json
ok "less than 400 kB" test "$(wc -c <c/$name.series.json)" -lt 400000
"$FIDLIO" compare -q "$u" "$ud" >plain
ok "the table is the same without" cmp table plain
is "$(sed -n 's/^  "key": "\(.*\)",/\1/p' c/$name.series.json)" \
    "$(sed -n 's/.*"key": "\([0-9a-f]*\)".*/\1/p' c/$name.json | head -n 1)" "the key of the result"

# --- the report leaves it alone
ok "a report of the directory" "$FIDLIO" report -q c
is "$(awk 'END { print NR }' c/ranking.tsv)" 2 "has one pair"
# what is there and of no use is said, on the terminal and in the pair's section
unusable ()
{
    rm -rf d
    cp -R c d
    sed "$1" c/$name.series.json >d/$name.series.json
    ok "a report where $2" sh -c '"$FIDLIO" report d >table 2>err'
    like "$(cat err)" "^fidlio: d/$name.series.json$3; its pair is reported without pictures\$" "which is said"
    like "$(python3 "$srcdir/tests/report/page.py" data 1 d/report.html)" "\"why\": \"$name.series.json" "on the page, too"
    ok "the ranking is the same" cmp c/ranking.tsv d/ranking.tsv
}
unusable '9s/.*/nonsense/' "series are no JSON" ":9: this is not JSON"
unusable '20,$d' "series are cut" ":[0-9]+: the JSON does not end: the file is cut"
unusable 's,fidlio.series/2,fidlio.series/9,' "series are of another version" ": not a series file: its schema is fidlio.series/9, .*"
unusable 's/"key": "[0-9a-f]*"/"key": "0123456789abcdef"/' "series are of other options" ": the series and the result were made with different options or versions \\(the result's key is [0-9a-f]{16}, the series' 0123456789abcdef\\)"
unusable '/"emulation": {/,/"hash"/s/"hash": "[0-9a-f]*"/"hash": "0123456789abcdef"/' "series are of other runs" ": the series are from other traces of UNET3D_dlio_r2 than the result"
rm d/$name.series.json
is "$("$FIDLIO" report d 2>&1 >table)" "" "none at all are no mistake"
like "$(python3 "$srcdir/tests/report/page.py" data 1 d/report.html)" '"series": \[\]' "the page has none"

# --- what it says
if command -v python3 >/dev/null; then
    bytes=$(python3 -c 'import json, sys
for r in json.load(open(sys.argv[1]))["resources"]:
    if r["resource"] == "data.read":
        whole = [w for w in r["windows"] if w["window"] == "whole"][0]
        print([m["detail"]["real"] for m in whole["measures"] if m["quantity"] == "bytes"][0])' c/$name.json)
    is "$(ask c/$name.series.json \
        "all(abs(sum(v for i, v in enumerate(x['values']) if 0 <= round(x['t0_s'] / x['dt_s']) + i < round(d['real']['window'][0][1] / x['dt_s'])) * x['dt_s'] * 1048576 / $bytes - 1) < 2e-2 for x in [t['data.read', 'bytes']['real']])")" \
        True "the area under the series is the volume of the result"
    is "$(ask c/$name.series.json "[p['kind'] for p in d['phases']['real']].count('EVAL')")" 5 "five evaluations"
    is "$(ask c/$name.series.json "all(abs(b - a) <= max(abs(x) for k in ('min_s', 'max_s') for x in w['offset'][k] if x is not None) + 0.2 for w in d['warps'] for a, b in w['links'])")" \
        True "no link is longer than the shift beside it"
    is "$(ask c/$name.series.json "all(c - w['band_s'] - 0.11 <= x <= c + w['band_s'] + 0.11 for w in d['warps'] for k in ('min_s', 'max_s') for x, c in zip(w['offset'][k], w['offset']['centre_s']) if x is not None)")" \
        True "no shift lies outside the band"
    is "$(ask c/$name.series.json "[sum(x is None for x in w['offset']['mean_s']) > len(w['offset']['mean_s']) / 2 for w in d['warps'] if w['resource'] in ('data.read', 'checkpoint.write')]")" \
        "[False, True]" "two checkpoints of 0.1 s have a shift at few places, reads at most"
    is "$(ask c/$name.series.json "d['steps']['real']['n'], d['steps']['emulation']['n']")" "(200, 200)" "steps"
    is "$(ask c/$name.series.json "[[k['step_times_every'], len(k['step_times_s']),
        abs(sum(k['step_times_s']) / k['n'] / k['step_s'] - 1) < 1e-4] for k in d['steps'].values()]")" \
        "[[1, 200, True], [1, 200, True]]" "each of them"
    is "$(ask c/$name.series.json "[s['real']['period']['period_s'] for s in d['spectra'] if s['resource'] == 'data.read'][0]")" \
        "$(python3 -c 'import json, sys
for r in json.load(open(sys.argv[1]))["resources"]:
    if r["resource"] == "data.read":
        print("%.5g" % [f["detail"]["real_period_s"] for f in r["measures"] if f["metric"] == "period"][0])' c/$name.json)" \
        "the period is the one of the result"
    "$FIDLIO" compare -q "$u" "$ud" --series-points 100 -o thin >/dev/null
    is "$(ask thin/$name.series.json "max(len(s[k]['values']) for s in d['series'] for k in ('real', 'emulation')) <= 100")" \
        True "--series-points"
    is "$(ask thin/$name.series.json "t['block.read', 'bytes']['real']['decimated_from']")" \
        "$(ask c/$name.series.json "len(t['block.read', 'bytes']['real']['values'])")" "says what it was thinned from"
    is "$(ask thin/$name.series.json "max(t['block.read', 'bytes']['real']['max'])")" \
        "$(ask c/$name.series.json "max(t['block.read', 'bytes']['real']['values'])")" "the highest stays"
    ok "results are the same" cmp thin/$name.json c/$name.json
    # finer values
    is "$(python3 "$srcdir/tests/cli/fine.py" c/$name.series.json)" "counts are whole
means of them are what is drawn first
no more than asked for
there are some
thinned or not" "finer values are those behind the series"
    "$FIDLIO" compare -q "$u" "$ud" --series-fine 1500 -o few >/dev/null
    is "$(python3 "$srcdir/tests/cli/fine.py" few/$name.series.json c/$name.series.json)" \
        "bounds hold all values and are tight
lowest, mean, highest
means
no more than asked for
there are some
thinned or not" "--series-fine: fewer, with the lowest and highest of what they stand for"
    # one run against itself
    "$FIDLIO" compare -q "$u" "$u" -o self >/dev/null
    self=self/UNET3D_real_r2__UNET3D_real_r2.series.json
    is "$(ask $self "all(s['real'] == s['emulation'] for s in d['series'] + d['distributions']['of'] + d['spectra'])")" \
        True "against itself: both sides are the same"
    is "$(ask $self "all(a == b for w in d['warps'] for a, b in w['links']) and all(x in (0, None) for w in d['warps'] for k in ('min_s', 'max_s') for x in w['offset'][k])")" \
        True "no warp"
    # any window
    for window in whole TRAINING EVAL CHECKPOINT; do
        "$FIDLIO" compare -q --window=$window "$u" "$ud" -o w >/dev/null
        is "$(ask w/$name.series.json "d['window'], all(any(f - 0.2 <= a <= g + 0.2 for f, g in d['real']['window']) for w in d['warps'] for a, b in w['links'])")" \
            "('$window', True)" "window $window: links lie in it"
        ok "it follows the schema" python3 -c 'import json, sys
try:
    import jsonschema
except ImportError:
    sys.exit(0)
jsonschema.Draft202012Validator(json.load(open(sys.argv[1]))).validate(json.load(open(sys.argv[2])))' \
            "$srcdir/src/results/series.schema.json" w/$name.series.json
    done
else
    skip "what it says" "python3 is missing"
fi

# --- how fine
ok "--series-fine 0" "$FIDLIO" compare -q --series-fine 0 "$u" "$ud" -o flat
exits 1 "none" grep -q '"native_dt_s"' flat/$name.series.json
ok "results are the same" cmp flat/$name.json c/$name.json
for j in 1 7; do
    "$FIDLIO" compare -q -j $j "$u" "$ud" -o j$j >/dev/null
done
ok "the same bytes, whatever -j" cmp j1/$name.series.json j7/$name.series.json
exits 2 "more than there may be" "$FIDLIO" compare "$u" "$ud" --series-fine 1048577 -o c

# --- without
ok "--no-series" "$FIDLIO" compare -q --no-series "$u" "$ud" -o c
ok "removes that of an older comparison" test ! -e c/$name.series.json
ok "writes the result" test -s c/$name.json
exits 2 "no points" "$FIDLIO" compare "$u" "$ud" --series-points 1 -o c
exits 2 "no number of points" "$FIDLIO" compare "$u" "$ud" --series-points many -o c

# --- matrix makes what is missing, and only that
matrix ()
{
    "$FIDLIO" matrix --real "$u" --emulation "$ud" -o m "$@" >/dev/null 2>err
    sed -n 's/^fidlio: \(.*\) pairs compared, \(.*\) kept.*/\1 \2/p' err
}
is "$(matrix)" "1 0" "compared"
is "$(matrix)" "0 1" "kept"
cp m/$name.series.json whole
rm m/$name.series.json
is "$(matrix)" "1 0" "series that are missing are made"
ok "as they were" cmp whole m/$name.series.json
is "$(matrix --series-points 50)" "1 0" "other points: made anew"
is "$(matrix --series-points 50 --series-fine 99)" "1 0" "other finer ones: made anew"
is "$(matrix --series-points 50 --series-fine 99)" "0 1" "and kept"
is "$(matrix --no-series)" "0 1" "none are asked for: those there are harmless"
is "$(matrix)" "1 0" "all points again"
rm m/$name.series.json
is "$(matrix --no-series)" "0 1" "none are there and none asked for"
sed 's/"hash": "./"hash": "g/' whole >m/$name.series.json
is "$(matrix)" "1 0" "series of another run are made anew"
ok "as they were, again" cmp whole m/$name.series.json
mkdir broken
is "$("$FIDLIO" matrix -q --real "$u" --emulation broken -o m >/dev/null 2>&1; echo $?)" 4 "a run that cannot be read"

# --- a name that would be taken for series
cp -R "$ud" run.series
ok "an emulation called run.series" "$FIDLIO" compare -q "$u" run.series -o c
is "$(cd c && echo *run*.json | tr " " "\n")" "UNET3D_real_r2__run%2Eseries.json
UNET3D_real_r2__run%2Eseries.series.json" "its files are told apart from series"
tap_done
