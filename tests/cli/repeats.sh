#!/bin/sh
# fidlio compare with several runs on a side (tests/data/runs).
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99
set -- "$runs"/UNET3D_real_r2 "$runs"/UNET3D_real_r4 "$runs"/UNET3D_dlio_r2 "$runs"/UNET3D_dlio_nockpt_r1
r1=$1 r2=$2 e1=$3 e2=$4
pool () { "$FIDLIO" compare --format=json "$@"; }

# --- two and two
ok "two real runs and two emulated ones" "$FIDLIO" compare -q --real "$r1" --real "$r2" \
    --emulation "$e1" --emulation "$e2" -o out --format=json
name=UNET3D_real_r2+1__UNET3D_dlio_nockpt_r1+1
is "$(ls out)" "$name.json
$name.series.json" "are one result, named after the first of each, and its series"
cp out/$name.json pooled.json
pool --emulation "$e2" --real "$r2" --emulation "$e1" --real "$r1/" -j1 >turned.json
ok "the order of runs does not matter" cmp pooled.json turned.json
pool --real "$r1" --real "$r2" --emulation "$e1" --emulation "$e2" -j7 >threads.json
ok "nor do threads" cmp pooled.json threads.json
ok "one run a side is the plain comparison" sh -c '"$1" compare --format=json --real "$2" --emulation "$3" >one.json &&
    "$1" compare --format=json "$2" "$3" | cmp - one.json' sh "$FIDLIO" "$r1" "$e1"

# --- what is in it
table=$("$FIDLIO" compare --real "$r1" --real "$r2" --emulation "$e1" --emulation "$e2")
like "$(printf '%s' "$table" | tr '\n' ' ')" \
    '^UNET3D_real_r2\+1 \(real, unet3d, 2 runs\) x UNET3D_dlio_nockpt_r1\+1 \(emulation, unet3d, 2 runs\) overall similarity 0\.[0-9]+ \(0\.[0-9]+ to 0\.[0-9]+\), 6 of 7' \
    "names both sides and gives an interval"
like "$table" '^energy test: the two sides are ' "the energy test in a sentence"
is "$(printf '%s\n' "$table" | awk 'length > 80')" "" "80 columns"
cat >look.py <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
o, r, e = d["overall"], d["repeats"], d["repeats"]["energy"]
def check(what, yes):
    print(what if yes else "NOT " + what)
check("runs", d["real"]["runs"] == ["UNET3D_real_r2", "UNET3D_real_r4"])
check("inputs", {i["file"].split("/")[0] for i in d["real"]["inputs"]} == set(d["real"]["runs"]))
check("pairs", (r["real"], r["emulation"], r["pairs"]) == (2, 2, 4))
check("interval", o["similarity_ci"][0] <= o["similarity"] <= o["similarity_ci"][1]
      and o["similarity_ci"][0] < o["similarity_ci"][1])
check("of both", o["similarity_ci_of"] == "the runs of both sides resampled")
check("resources", all((x["similarity_ci"] is None) == (x["status"] == "not compared") for x in d["resources"]))
check("middle", r["middle"]["real"] in d["real"]["runs"] and r["middle"]["emulation"] in d["emulation"]["runs"])
check("energy", abs(e["statistic"] - (2 * e["between"] - e["within_real"] - e["within_emulation"])) < 1e-9)
check("p", e["labelings"] == 6 and e["exact"] and e["p"] >= 2 / 6 - 1e-9)
check("multiple", abs(e["noise_multiple"] - e["between"] / e["within_real"]) < 1e-9)
check("missing", any("in 2 of 4 pairs" in f["text"] and "CHECKPOINT" in f["text"] for f in d["findings"]))
END
is "$(python3 look.py pooled.json)" "runs
inputs
pairs
interval
of both
resources
middle
energy
p
multiple
missing" "its members agree with each other"

# --- pictures and reports
member () { python3 -c 'import json, sys; print(eval("json.load(open(sys.argv[1]))" + sys.argv[2]))' "$@"; }
for side in real emulation; do
    is "$(member out/$name.series.json "['$side']['run']")" "$(member pooled.json "['repeats']['middle']['$side']")" \
        "drawn is the $side run nearest to the medians"
    is "$(member out/$name.series.json "['$side']['hash']")" "$(member pooled.json "['$side']['hash']")" \
        "as of the $side side of the result"
done
"$FIDLIO" compare -q -o turned --emulation "$e2" --real "$r2" --emulation "$e1" --real "$r1" -j1 >/dev/null
ok "the same series whatever the order and -j" cmp out/$name.series.json turned/$name.series.json
ok "a report" "$FIDLIO" report -q out
times=$(member pooled.json "['repeats']['energy']['noise_multiple']" | xargs printf '%.3g')
low=$(member pooled.json "['overall']['similarity_ci'][0]" | xargs printf '%.2f')
like "$(grep "^| UNET3D_real_r2+1 .* 2 x 2 " out/report.md)" "$low-[0-9.]* *\\| the runs of both sides.*$times x repeats, p 0\\.33" \
    "report.md has interval and distance"
like "$(grep -A1 'class="verdict' out/report.html)" "95 % interval $low to" "report.html: the interval with the verdict"
like "$(grep 'class="runs"' out/report.html)" "2 real.*2 emulated.*4 pairs.*$times times as far as the real runs are apart; p = 0.33" \
    "how far the sides are apart, beside repeats"
like "$(grep 'one pair of the runs' out/report.html)" "$(member pooled.json "['repeats']['middle']['emulation']")" \
    "and whose curves are drawn"
is "$(grep -c "<small>$times x repeats, p 0.33</small>" out/report.html)" 1 "the ranking has it, too"

# --- every distance is the median over the pairs; a calibration is one ruler for all
"$FIDLIO" calibrate -q "$runs"/*_real_* -o cal.json
n=0
for a in "$r1" "$r2"; do
    for b in "$e1" "$e2"; do
        n=$((n + 1))
        pool "$a" "$b" --calibration=cal.json >"pair$n.json"
    done
done
pool --real "$r1" --real "$r2" --emulation "$e1" --emulation "$e2" --calibration=cal.json >scored.json
cat >median.py <<'END'
import json, statistics, sys
def facets(name):
    d = json.load(open(name))
    return {(r["resource"], f["facet"], f["measure"], f["quantity"]): (f["distance"], r["status"])
            for r in d["resources"] for f in r["facets"] if f["distance"] is not None}
pooled, pairs = facets(sys.argv[1]), [facets(n) for n in sys.argv[2:]]
bad = n = 0
for key, (d, status) in pooled.items():
    all_d = [p[key][0] for p in pairs if key in p]
    n += 1
    bad += abs(d - statistics.median(all_d)) > 1e-9 * (1 + d)
print(bad, n > 50)
d = json.load(open(sys.argv[1]))["overall"]
print(d["score_ci"][0] <= d["score"] <= d["score_ci"][1], d["score_ci_of"])
END
is "$(python3 median.py scored.json pair1.json pair2.json pair3.json pair4.json)" "0 True
True the runs of the calibration and of both sides resampled" "medians, and an interval of the score"
like "$("$FIDLIO" compare --real "$r1" --real "$r2" --emulation "$e1" --emulation "$e2" --calibration=cal.json)" \
    ', score 0\.[0-9]+ \(0\.[0-9]+ to 0\.[0-9]+\),$' "the score with its interval"

# --- one run on a side
ci_of () { sed -n 's/^    "'"$1"'_ci_of": "\(.*\)",$/\1/p'; }
like "$(pool --real "$r1" --emulation "$e1" --emulation "$e2" | ci_of similarity)" \
    '^the runs of the emulation resampled; the real run is one' "one real run is said"
like "$(pool --real "$r1" --real "$r2" --emulation "$e1" --calibration=cal.json | ci_of score)" \
    'and the real runs resampled; the emulation is one run' "so is one emulated run"

# --- the emulation's spread is in the score's interval: runs that differ widen it
width () { python3 -c 'import json, sys
low, high = json.load(sys.stdin)["overall"]["score_ci"]
print(high - low)'; }
alone=$(width <pair1.json)
both=$(pool --real "$r1" --emulation "$e1" --emulation "$runs/BERT_dlio_r2" --calibration=cal.json | width)
ok "a wider interval ($alone, $both)" awk -v a="$alone" -v b="$both" 'BEGIN { exit !(b > a) }'

# --- one run of each: from within the runs, if asked for
inside=$("$FIDLIO" compare "$r1" "$e1" --within-run-ci)
like "$inside" '^overall similarity 0\.[0-9]+ \(0\.[0-9]+ to 0\.[0-9]+\), ' "--within-run-ci gives an interval"
like "$inside" '^interval of similarity: within-run only, so too narrow: ' "and says what it is worth"
is "$(printf '%s\n' "$inside" | awk 'length > 80')" "" "80 columns"
unlike "$("$FIDLIO" compare "$r1" "$e1")" 'interval of similarity' "not asked for: none"
ok "matrix, too" "$FIDLIO" matrix -q --no-series --no-calibration --real "$r1" --emulation "$e1" "$e2" -o in1 -j1 --within-run-ci
ok "with more threads" "$FIDLIO" matrix -q --no-series --no-calibration --real "$r1" --emulation "$e1" "$e2" -o in2 -j4 --within-run-ci
ok "is the same" cmp "in1/$(basename "$r1")__$(basename "$e1").json" "in2/$(basename "$r1")__$(basename "$e1").json"
pool "$r1" "$e1" --within-run-ci | cmp - "in1/$(basename "$r1")__$(basename "$e1").json"
is "$?" 0 "as compare gives it"
key_of () { sed -n 's/^    "key": "\([0-9a-f]*\)",$/\1/p' "$@"; }
pool "$r1" "$e1" >plain.json
like "$(key_of plain.json)" '^[0-9a-f]{16}$' "the key of a plain result"
unlike "$(key_of in1/*__*.json)" "$(key_of plain.json)" "is not that of one with intervals"
exits 2 "not for several runs" "$FIDLIO" compare --real "$r1" --real "$r2" --emulation "$e1" --within-run-ci
like "$("$FIDLIO" compare "$r1" "$e1" --within-run-ci --dt=30)" 'interval of similarity: none: the window is shorter' \
    "a window of few bins has none, which is said"

# --- workloads that differ
mixed=$(pool --real "$r1" --real "$runs/BERT_real_r2" --emulation "$e1" --calibration=cal.json)
like "$mixed" '"the real runs are of several workloads"' "several workloads are said"
like "$mixed" '"score": null' "and not scored"
like "$(pool --real "$r1" --emulation "$e1" --emulation "$runs/BERT_dlio_r2")" \
    '"the runs of the emulation are of several workloads"' "on the other side, too"

# --- refused
exits 3 "a run twice" "$FIDLIO" compare --real "$r1" --real "$r1" --emulation "$e1"
like "$("$FIDLIO" compare --real "$r1" --real "$r1" --emulation "$e1" 2>&1)" 'a run is no repeat of itself' "is no repeat"
like "$("$FIDLIO" compare --real "$r1" --real "$r2" --emulation "$r2" 2>&1)" 'stand on both sides' "nor may it be on both sides"
exits 2 "both ways of naming" "$FIDLIO" compare --real "$r1" "$r2" "$e1"
like "$("$FIDLIO" compare --real "$r1" "$e1" 2>&1)" 'not by both' "is said"
exits 2 "three without options" "$FIDLIO" compare "$r1" "$r2" "$e1"
exits 2 "a side missing" "$FIDLIO" compare --real "$r1" --real "$r2"
exits 2 "paths of several" "$FIDLIO" compare --real "$r1" --real "$r2" --emulation "$e1" --warp=w
exits 2 "no threads" "$FIDLIO" compare "$r1" "$e1" -j0
exits 3 "one that cannot be read" "$FIDLIO" compare --real "$r1" --real none --emulation "$e1"

# --- elsewhere
ok "report reads it" "$FIDLIO" report -q out
exits 3 "the gate wants single runs" "$FIDLIO" check out --baseline out
like "$("$FIDLIO" check out --baseline out 2>&1)" 'of several runs at once' "and says so"
if python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
    ok "the schema knows it" python3 "$srcdir/tests/report/validate.py" \
        "$srcdir/src/results/pair.schema.json" pooled.json scored.json one.json in1/*__*.json
fi
tap_done
