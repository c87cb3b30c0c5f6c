#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio plan: a plan for other numbers of ranks, epochs and bytes reads what it has to, as the plan does.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

plans=$(cd "$srcdir" && pwd)/tests/plan/plans
cd "$tmp" || exit 99
"$plans" make one.plan 1
"$plans" make two.plan 2
cat >streamed.plan <<'END'
{"schema":"fidlio.plan/1","run":"streamed","meet":"never"}
{"file":"b.tar","bytes":8000}
{"file":"a.tar","bytes":8000}
{"rank":0}
{"part":"training","epoch":1,"pause":0,"behind":0,"compute":[0.01,0.02,0.03,0.04]}
{"reader":"thread"}
{"step":0,"when":["part",0,0],"work":0,"stats":0,"reads":[[1,0,4000,1]]}
{"step":1,"when":["start",0],"work":0,"stats":0,"reads":[[1,4000,4000,2]]}
{"step":2,"when":["start",1],"work":0,"stats":0,"reads":[[0,0,4000,1]]}
{"step":3,"when":["start",2],"work":0,"stats":0,"reads":[[0,4000,4000,2]]}
END

# of EXPRESSION PLAN...: it, where p has of each plan: for each rank its parts (kind, epoch, computation) and
# what each step reads, in their order; all reads by epoch; names of files; what is saved where
cat >of.py <<'END'
import collections, json, sys
def load (path):
    p = {"rank": [], "file": [], "saved": [], "epoch": collections.defaultdict (collections.Counter), "writes": []}
    for o in map (json.loads, open (path)):
        if "file" in o: p["file"].append (o["file"])
        elif "saved" in o: p["saved"].append (o["saved"])
        elif "calls" in o: p["writes"].append (sorted ({p["saved"][c[0]] for c in o["calls"]}))
        elif "rank" in o: p["rank"].append ({"part": [], "step": collections.defaultdict (list), "first": []})
        elif "part" in o:
            r = p["rank"][-1]
            r["first"] += [(len (r["part"]))] * len (o["compute"])
            r["part"].append ((o["part"], o.get ("epoch", -1), o["compute"]))
        elif "step" in o and o["step"] is not None:
            r = p["rank"][-1]
            reads = [(p["file"][x[0]], x[1], x[2]) for x in o["reads"]]
            r["step"][o["step"]] += reads
            part = r["part"][r["first"][o["step"]]]
            p["epoch"][part[:2]].update (reads)
    return p
p = [load (path) for path in sys.argv[2:]]
print (eval (sys.argv[1]))
END
of () { python3 of.py "$@"; }
make () { "$FIDLIO" plan "$@" -o made.plan; }

ok "a plan that is like it" make one.plan
is "$(of 'p[0]["epoch"] == p[1]["epoch"], sorted (map (str, p[0]["rank"][0]["step"].values ())) == sorted (map (str, p[1]["rank"][0]["step"].values ()))' one.plan made.plan)" \
    "(True, True)" "reads the same in each epoch, step by step"
is "$(of 'p[0]["rank"][0]["step"] == p[1]["rank"][0]["step"]' one.plan made.plan)" False "in another order"
cp made.plan first.plan
make one.plan
ok "the same seed makes the same plan" cmp first.plan made.plan
make one.plan --seed 2
ok "another one does not" sh -c "! cmp -s first.plan made.plan"

make one.plan --ranks 2
is "$(of 'len (p[1]["rank"]), [[len (x[2]) for x in r["part"] if x[2]] for r in p[1]["rank"]], p[0]["epoch"][("training", 1)] == p[1]["epoch"][("training", 1)]' one.plan made.plan)" \
    "(2, [[4, 2, 4, 2], [4, 2, 4, 2]], True)" "two ranks share the steps of one"
like "$(head -1 made.plan)" '"meet":"behind step"' "and meet"
make two.plan --ranks 1
is "$(of 'p[0]["epoch"][("training", 2)] == p[1]["epoch"][("training", 2)], len (p[1]["rank"][0]["step"])' two.plan made.plan)" \
    "(True, 44)" "one rank takes those of two"

bytes=$(python3 -c 'print(2 * 8 * 131072)') # twice the files of training
make one.plan --data "$bytes"
is "$(of 'sum (p[1]["epoch"][("training", 1)].values ()) / sum (p[0]["epoch"][("training", 1)].values ()), sum (f.startswith ("train/copy1-") for f in p[1]["file"]), len (p[1]["file"]) - len (p[0]["file"]), p[0]["epoch"][("evaluation", 1)] == p[1]["epoch"][("evaluation", 1)]' one.plan made.plan)" \
    "(2.0, 8, 8, True)" "twice the data: copies of the files of training"
make one.plan --data 512K
is "$(of 'sum (p[1]["epoch"][("training", 1)].values ()) / sum (p[0]["epoch"][("training", 1)].values ())' one.plan made.plan)" \
    0.5 "half of the data"

make one.plan --epochs 5
is "$(of '[x[:2] for x in p[0]["rank"][0]["part"] if x[0] == "training"], len (set (map (str, p[0]["writes"]))), len (p[0]["saved"]) == len (set (p[0]["saved"]))' made.plan)" \
    "([('training', 1), ('training', 2), ('training', 3), ('training', 4), ('training', 5)], 5, True)" \
    "more epochs, each with files of its own for its checkpoint"
make one.plan --computation 0.5
is "$(of '[round (sum (sum (x[2]) for x in q["rank"][0]["part"]), 6) for q in p]' one.plan made.plan)" "[0.38, 0.19]" \
    "an accelerator that is twice as fast"

make streamed.plan --ranks 2
is "$(of '[[x[0][:2] for x in r["step"].values ()] for r in p[0]["rank"]]' made.plan)" \
    "[[('a.tar', 0), ('a.tar', 4000)], [('b.tar', 0), ('b.tar', 4000)]]" "files that are read from front to back stay so"

cat >uneven.plan <<'END'
{"schema":"fidlio.plan/1","run":"uneven","meet":"never"}
{"file":"a","bytes":8000}
{"rank":0}
{"part":"start","epoch":1,"pause":0,"behind":0,"compute":[0.05]}
{"part":"training","epoch":1,"pause":0,"behind":0,"compute":[0.01,0.02]}
{"part":"evaluation","epoch":1,"pause":0,"behind":0,"compute":[]}
{"rank":1}
{"part":"start","epoch":1,"pause":0,"behind":0,"compute":[0.05]}
{"part":"training","epoch":1,"pause":0,"behind":0,"compute":[0.01,0.02]}
{"part":"evaluation","epoch":1,"pause":0,"behind":0,"compute":[0.03,0.04]}
{"reader":"thread"}
{"step":1,"when":["part",1,0],"work":0,"stats":0,"reads":[[0,0,4000,1]]}
{"step":2,"when":["start",1],"work":0,"stats":0,"reads":[[0,4000,4000,2]]}
{"step":3,"when":["part",2,0],"work":0,"stats":0,"reads":[[0,0,2000,1]]}
{"step":4,"when":["start",3],"work":0,"stats":0,"reads":[[0,2000,2000,2]]}
END
make uneven.plan --ranks 4
is "$(of '[[len (x[2]) for x in r["part"]] for r in p[1]["rank"]], p[0]["epoch"] == p[1]["epoch"]' uneven.plan made.plan)" \
    "([[1, 1, 0], [1, 1, 2], [1, 1, 0], [1, 1, 0]], True)" "a rank without readers, steps of a start, an evaluation by one rank"
ok "it is a plan" "$FIDLIO" plan made.plan -o again.plan
exits 3 "no rank that evaluates" "$FIDLIO" plan uneven.plan --ranks 1 -o none.plan

# --- what is made is played, and read again
make two.plan --ranks 3 --data "$bytes" --epochs 1
ok "its files are made" "$FIDLIO" play -q made.plan --data data --make
ok "it is played" "$FIDLIO" play -q made.plan --data data -o out
"$FIDLIO" derive -q --for plan out -o again.plan
ok "and its plan is the same" "$plans" same made.plan again.plan

exits 2 "no plan" "$FIDLIO" plan
exits 2 "no ranks" "$FIDLIO" plan one.plan --ranks 0
exits 2 "a size that is none" "$FIDLIO" plan one.plan --data much
exits 2 "more data than can be numbered" "$FIDLIO" plan one.plan --data 100000T
exits 3 "a plan that is not there" "$FIDLIO" plan none.plan
awk '/"rank": 1/ { other = 1 } other { sub ("\"part\": \"start\"", "\"part\": \"rest\"") } { print }' two.plan >other.plan
exits 3 "ranks with other parts than each other" "$FIDLIO" plan other.plan --ranks 4 -o none.plan
tap_done
