#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio nearest: the order of all comparisons, with most of them left out
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99
"$FIDLIO" digest "$runs"/*_r* -o d -q

"$FIDLIO" nearest d/UNET3D_real_r2.fidlio --among d -k 4 >some.txt 2>err
"$FIDLIO" nearest d/UNET3D_real_r2.fidlio --among d -k 4 --compare-all >all.txt 2>err
ok "what is left out changes nothing" cmp some.txt all.txt
is "$(awk 'NR > 1 { print $5 }' some.txt | head -2 | tr '\n' ' ')" "UNET3D_real_r4 UNET3D_dlio_r2 " "nearest first"
like "$("$FIDLIO" nearest d/UNET3D_real_r2.fidlio --among d -k 2 -v -j1 2>&1 >x)" \
    '11 of 12 runs compared' "few runs are all compared, but for the run itself"
is "$("$FIDLIO" nearest "$runs/UNET3D_real_r2" --among "$runs" -k 4 2>err | cut -c-60)" "$(cut -c-60 some.txt)" \
    "runs in the place of digests"

# the similarities of compare
"$FIDLIO" nearest d/DLRM_real_r4.fidlio --among d/DLRM_dlio_r4.fidlio d/DLRM_real_r7.fidlio --format=json >n.json
for other in DLRM_real_r7 DLRM_dlio_r4; do
    "$FIDLIO" compare --format=json d/DLRM_real_r4.fidlio d/$other.fidlio >c.json
    is "$(python3 -c '
import json, sys
near = {o["run"]: o["similarity"] for o in json.load(open("n.json"))["nearest"]}
doc = json.load(open("c.json"))
used = doc["tool"]["options"]["profile"]
used = used["name"] if isinstance(used, dict) else used
similarity = next(p["similarity"] for p in doc["profiles"] if p["profile"] == used)
print(abs(near[sys.argv[1]] - similarity) < 1e-9)' $other)" True "$other: the similarity of compare"
done
is "$(python3 -c '
import json
doc = json.load(open("n.json"))
print(doc["schema"], doc["members"], len(doc["nearest"]), doc["failed"], sorted(doc["nearest"][0]))')" \
    "fidlio.nearest/1 2 2 [] ['clauses', 'error', 'high', 'kind', 'low', 'path', 'profile', 'run', 'similarity', 'verdict', 'workload']" "JSON"
if python3 -c 'import jsonschema' 2>/dev/null; then
    ok "it follows the schema" python3 "$srcdir/tests/report/validate.py" "$srcdir/src/results/nearest.schema.json" n.json
    sed 's/"verdict": "[a-z ]*"/"verdict": "good"/' n.json >bad.json
    exits 1 "which can say no" python3 "$srcdir/tests/report/validate.py" "$srcdir/src/results/nearest.schema.json" bad.json
fi
is "$("$FIDLIO" nearest d/DLRM_real_r4.fidlio --among d/DLRM_real_r4.fidlio --format=csv | tr -d '\r')" \
    "rank,similarity,clauses,off %,run,workload,verdict,profile,path" "the run itself is left out"

"$FIDLIO" nearest d/UNET3D_real_r2.fidlio --among d -k 1 --by=answer --format=csv >a.csv
# by the answer: that of compare, the least error first
"$FIDLIO" nearest d/UNET3D_real_r2.fidlio --among d -k 20 --by=answer --format=json >a.json
is "$(python3 -c '
import json, subprocess, sys
near = json.load(open("a.json"))["nearest"]
e = [o["error"] for o in near]
known = [x for x in e if x is not None]
doc = json.loads(subprocess.run([sys.argv[1], "answer", "--format=json", "--real", "d/UNET3D_real_r2.fidlio",
                                 "--emulation", "d/UNET3D_dlio_r2.fidlio"], stdout=subprocess.PIPE).stdout)["answer"]
mine = next(o for o in near if o["run"] == "UNET3D_dlio_r2")
print(known == sorted(known), e[len(known):] == [None] * (len(e) - len(known)), len(known) > 5,
      all(abs(mine[k] - doc[k]) < 1e-9 for k in ("error", "low", "high")))' "$FIDLIO")" "True True True True" \
    "by the answer: the least error first, and those of fidlio answer"
mkdir -p logs
cp "$runs"/UNET3D_dlio_r2/dlio.log* "$runs"/UNET3D_dlio_r2/meta.json logs
is "$("$FIDLIO" nearest d/UNET3D_real_r2.fidlio --among logs d/UNET3D_dlio_r2.fidlio --by=answer --format=json | python3 -c '
import json, sys
print([(o["run"], o["error"] is None) for o in json.load(sys.stdin)["nearest"]])')" \
    "[('UNET3D_dlio_r2', False), ('logs', True)]" "a run without an answer comes last, with null"
# a copy that lacks what has no part in the answer has no error; what nothing is known of comes last
cp -R "$runs/UNET3D_real_r2" same
chmod -R u+w same
rm same/iostat.json.gz same/cpu.out.gz
mkdir gpu
cp "$srcdir"/tests/data/dmon/good.out gpu
is "$("$FIDLIO" nearest d/UNET3D_real_r2.fidlio --among gpu logs d/UNET3D_dlio_r2.fidlio same --by=answer | awk '{ print $1, $4, $NF }')" \
    "rank off path
1 0.0 same
2 13.5 d/UNET3D_dlio_r2.fidlio
3 - gpu
4 - logs" "by the answer: 0 is the least, and not known is not 0"
like "$("$FIDLIO" nearest d/UNET3D_real_r2.fidlio --among gpu)" '^ *1 +- +0 +- +gpu ' "of a run that has nothing in common, nothing"
is "$(python3 -c '
import csv, json, math
row = next(csv.DictReader(open("a.csv", newline="")))
print(row["run"], abs(float(row["off %"]) - 100 * math.expm1(json.load(open("a.json"))["nearest"][0]["error"])) <= 0.051)')" \
    "UNET3D_real_r4 True" "in per cent"
exits 2 "by something else" "$FIDLIO" nearest d/UNET3D_real_r2.fidlio --among d --by=name

# many: 200 that their summaries put first, or 20 for each that is asked for
mkdir many
for i in $(seq 230); do ln d/DLRM_dlio_r4.fidlio "many/m$i.fidlio"; done
few="d/UNET3D_real_r4.fidlio gpu logs"
# shellcheck disable=SC2086 # words
out=$("$FIDLIO" nearest d/UNET3D_real_r2.fidlio --among many $few -k 1 -v 2>&1)
like "$out" '202 of 233 runs compared' "200, and the two that have no summary"
like "$out" '^ *1 .*d/UNET3D_real_r4' "the nearest is among them"
# shellcheck disable=SC2086
like "$("$FIDLIO" nearest d/UNET3D_real_r2.fidlio --among many $few -k 11 -v 2>&1)" '222 of 233 runs' "20 for each"

head -c 3000 d/BERT_real_r2.fidlio >d/cut.fidlio
exits 4 "a damaged member" "$FIDLIO" nearest d/DLRM_real_r4.fidlio --among d
"$FIDLIO" nearest d/DLRM_real_r4.fidlio --among d --format=json >failed.json 2>err
if python3 -c 'import jsonschema' 2>/dev/null; then
    ok "its JSON" python3 "$srcdir/tests/report/validate.py" "$srcdir/src/results/nearest.schema.json" failed.json
fi
like "$("$FIDLIO" nearest d/DLRM_real_r4.fidlio --among d 2>&1 >x)" 'd/cut.fidlio: the digest is cut' "is named"
exits 3 "no run" "$FIDLIO" nearest missing --among d
exits 3 "no members" "$FIDLIO" nearest d/DLRM_real_r4.fidlio --among missing
exits 2 "nothing to search" "$FIDLIO" nearest d/DLRM_real_r4.fidlio
tap_done
