#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio compare with several runs on a side (tests/data/runs).
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99
set -- "$runs"/UNET3D_real_r2 "$runs"/UNET3D_real_r4 "$runs"/UNET3D_dlio_r2
r1=$1 r2=$2
# two runs of one configuration, by their names; the second without the CPU
cp -R "$3" dlio_r1
cp -R "$3" dlio_r2
chmod -R u+w dlio_r2
rm dlio_r2/cpu.out.gz
e1=$PWD/dlio_r1 e2=$PWD/dlio_r2
pool () { "$FIDLIO" compare --format=json "$@"; }

# --- two and two
ok "two real runs and two emulated ones" "$FIDLIO" compare -q --real "$r1" --real "$r2" \
    --emulation "$e1" --emulation "$e2" -o out --format=json
name=UNET3D_real_r2+1__dlio_r1+1
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
table=$("$FIDLIO" compare -v --real "$r1" --real "$r2" --emulation "$e1" --emulation "$e2")
like "$(printf '%s' "$table" | tr -s ' \n' ' ')" \
    ' UNET3D_real \(r2, r4; real, unet3d\) x dlio \(r1, r2; emulation, unet3d\) .* similarity 0\.[0-9]+ \(0\.[0-9]+ to 0\.[0-9]+\) of [0-9]+ clauses, profile storage' \
    "names both sides and gives an interval"
like "$table" '^interval: ' "what the interval is of"
like "$table" '^noise: repeats of the real run' "and that the real runs are the noise"
is "$(printf '%s\n' "$table" | awk 'length > 80')" "" "80 columns"
cat >look.py <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
o, r = d["overall"], d["repeats"]
def check(what, yes):
    print(what if yes else "NOT " + what)
check("runs", d["real"]["runs"] == ["UNET3D_real_r2", "UNET3D_real_r4"])
check("inputs", {i["file"].split("/")[0] for i in d["real"]["inputs"]} == set(d["real"]["runs"]))
check("pairs", (r["real"], r["emulation"], r["pairs"]) == (2, 2, 4))
check("interval", o["similarity_ci"][0] <= o["similarity"] <= o["similarity_ci"][1] and o["similarity_ci"][0] < o["similarity_ci"][1])
check("noise", any(m["noise"] for x in d["resources"] for m in x["measures"] if m["noise"]))
check("middle", r["middle"]["real"] in d["real"]["runs"] and r["middle"]["emulation"] in d["emulation"]["runs"])
check("missing", any("in 2 of 4 pairs" in f["text"] for f in d["findings"]))
END
is "$(python3 look.py pooled.json)" "runs
inputs
pairs
interval
noise
middle
missing" "its members agree with each other"

# --- every byte of one, and nothing that cannot be
mkdir kept
cp -R "$runs"/DLRM_dlio_r4 kept/dlio_r1
cp -R "$runs"/DLRM_dlio_r4 kept/dlio_r2
chmod -R u+w kept/dlio_r2
rm kept/dlio_r2/cpu.out.gz
pool --real "$runs"/DLRM_real_r4 --real "$runs"/DLRM_real_r7 --emulation kept/dlio_r1 --emulation kept/dlio_r2 >kept.json
[ "${FIDLIO_WRITE_RESULTS-}" ] && cp kept.json "$srcdir/tests/data/repeats/DLRM_2x2.json"
ok "a pooled result keeps every byte" cmp kept.json "$srcdir/tests/data/repeats/DLRM_2x2.json"
cat >absurd.py <<'END'
import collections, json, re, sys
d = json.load(open(sys.argv[1]))
pairs, said = d["repeats"]["pairs"], collections.Counter((f["resource"], f["text"]) for f in d["findings"])
for (resource, text), n in said.items():
    if n > 1:
        print("twice:", resource, text)
    counts = [int(k) for k in re.findall(r"in (?:all )?(\d+)(?: of \d+)? pairs", text)]
    if any(k > pairs for k in counts) or any(int(k) != pairs for k in re.findall(r"of (\d+) pairs", text)):
        print("no such pairs:", resource, text)
    parts = re.match(r"compared in (\d+) of \d+ pairs; idle in both runs in (\d+), not compared in (\d+)$", text)
    if parts and (sum(map(int, parts.groups())) != pairs or str(pairs) in parts.groups()):
        print("not partly:", resource, text)
for m in (m for r in d["resources"] for m in r["measures"] if "distance_min" in m["detail"]):
    if not m["detail"]["distance_min"] <= m["distance"] <= m["detail"]["distance_max"]:
        print("a median outside of its range:", m["name"])
END
is "$(python3 absurd.py kept.json)" "" "its findings and numbers can be"
is "$(python3 absurd.py pooled.json)" "" "those of another one, too"
sed 's/compared in 2 of 4 pairs/compared in 18446744073709551614 of 4 pairs/' kept.json >absurd.json
is "$(python3 absurd.py absurd.json)" "no such pairs: cpu compared in 18446744073709551614 of 4 pairs; idle in both runs in 0, not compared in 2
not partly: cpu compared in 18446744073709551614 of 4 pairs; idle in both runs in 0, not compared in 2" \
    "which the test would notice"

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
low=$(member pooled.json "['overall']['similarity_ci'][0]" | xargs printf '%.2f')
like "$(grep "^| UNET3D_real (r2, r4) .* 2 x 2 " out/report.md)" "$low-[0-9.]* *\\| " "report.md has the interval"
python3 "$srcdir/tests/report/page.py" data 1 out/report.html >page.json
is "$(member page.json "['low']" | xargs printf '%.2f')" "$low" "report.html: the interval"
is "$(member page.json "['real']['runs']") $(member page.json "['emulation']['runs']") $(member page.json "['pairs']")" "2 2 4" \
    "and how many runs"
like "$(member page.json "['method']")" "$(member pooled.json "['repeats']['middle']['emulation']")" "and whose curves are drawn"
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
    return {(r["resource"], f["facet"], f["metric"], f["quantity"]): (f["distance"], r["status"])
            for r in d["resources"] for f in r["measures"] if f["distance"] is not None}
pooled, pairs = facets(sys.argv[1]), [facets(n) for n in sys.argv[2:]]
bad = n = 0
for key, (d, status) in pooled.items():
    all_d = [p[key][0] for p in pairs if key in p]
    n += 1
    bad += abs(d - statistics.median(all_d)) > 1e-9 * (1 + d)
print(bad, n > 50)
d = json.load(open(sys.argv[1]))["overall"]
print(d["similarity_ci"][0] <= d["similarity"] <= d["similarity_ci"][1])
END
is "$(python3 median.py scored.json pair1.json pair2.json pair3.json pair4.json)" "0 True
True" "medians, and an interval of the similarity"
# --- the noise of a file, and that of the real runs at hand
ok "several real runs are their own noise" sh -c '"$1" calibrate -q "$2" "$3" -o own.json >/dev/null &&
    "$1" compare --format=json --real "$2" --real "$3" --emulation "$4" --calibration=own.json >a.json &&
    "$1" compare --format=json --real "$2" --real "$3" --emulation "$4" >b.json && cmp a.json b.json' sh \
    "$FIDLIO" "$r1" "$r2" "$e1"
is "$(pool "$r1" "$e1" | grep -c '"noise": "')" 0 "one real run: no noise"

# --- the emulation's spread is in the similarity's interval: runs that differ widen it
width () { python3 -c 'import json, math, sys
low, high = json.load(sys.stdin)["overall"]["similarity_ci"]
print(math.log((high + 1e-6) / (low + 1e-6)))'; }
alone=$(width <pair1.json)
both=$(pool --force --real "$r1" --emulation "$e1" --emulation "$runs/BERT_dlio_r2" --calibration=cal.json | width)
ok "a wider interval ($alone, $both)" awk -v a="$alone" -v b="$both" 'BEGIN { exit !(b > a) }'

# --- workloads that differ
mixed=$(pool --force --real "$r1" --real "$runs/BERT_real_r2" --emulation "$e1" --calibration=cal.json)
like "$mixed" '"the real runs are of several workloads"' "several workloads are said"
like "$(pool --force --real "$r1" --emulation "$e1" --emulation "$runs/BERT_dlio_r2")" \
    '"the runs of the emulation are of several workloads"' "on the other side, too"

# --- refused
exits 3 "a run twice" "$FIDLIO" compare --real "$r1" --real "$r1" --emulation "$e1"
like "$("$FIDLIO" compare --real "$r1" --real "$r1" --emulation "$e1" 2>&1)" 'a run does not repeat itself' "is no repeat"
like "$("$FIDLIO" compare --real "$r1" --real "$r2" --emulation "$r2" 2>&1)" 'stands on both sides' "nor may it be on both sides"
exits 2 "both ways of naming" "$FIDLIO" compare --real "$r1" "$r2" "$e1"
like "$("$FIDLIO" compare --real "$r1" "$e1" 2>&1)" 'not both' "is said"
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
        "$srcdir/src/results/pair.schema.json" pooled.json scored.json one.json
fi
tap_done
