#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Phases and steps that a log does not name are found in the traces, and compared.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

runs=$(cd "$srcdir/tests/data/runs" && pwd)
cd "$tmp" || exit 99
mkdir kept
python3 "$srcdir/tests/validate/job-check" --keep kept --fidlio "$FIDLIO" "$runs/UNET3D_real_r2" \
    "$runs/BERT_real_r2" "$runs/DLRM_real_r4" >/dev/null || exit 99

cat >ask.py <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
m = {m["name"]: m for r in d["resources"] for m in r["measures"]}
told = " ".join(d["warnings"])
x = eval(sys.argv[2])
print(*(x if isinstance(x, tuple) else (x,)))
END
ask () { python3 ask.py "$@"; }

# --- a run against itself without what its log says of steps and checkpoints
for run in UNET3D_real_r2 BERT_real_r2 DLRM_real_r4; do
    "$FIDLIO" compare --format=json "$runs/$run" kept/$run >$run.json
    is "$(ask $run.json 'm["steps.steps"]["distance"], m["evaluation.evaluations"]["distance"]')" \
        "0 0" "$run: as many steps and evaluations"
    is "$(ask $run.json 'm["steps.step_s"]["distance"] < .03, m["steps.compute_s"]["distance"] < .03, m["steps.steps_per_s"]["distance"] < .02')" \
        "True True True" "of the same length"
    is "$(ask $run.json 'm["phases.duration_s"]["distance"], m["phases.overlap"]["distance"] < .03, m["phases.sequence"]["distance"] < .2')" \
        "0 True True" "phases at the same times"
    is "$(ask $run.json '"does not time steps: " in told')" "True" "which is said"
done
for run in UNET3D_real_r2 BERT_real_r2; do
    is "$(ask $run.json 'm["phases.checkpoints"]["distance"], "its log names no checkpoints: " in told')" "0 True" \
        "$run: as many checkpoints"
done
is "$(ask DLRM_real_r4.json '"its log names no checkpoints: " in told')" False "none where there are none"

# --- against another run: the same answers
"$FIDLIO" compare --format=json "$runs/UNET3D_real_r2" "$runs/UNET3D_real_r4" >full.json
"$FIDLIO" compare --format=json kept/UNET3D_real_r2 "$runs/UNET3D_real_r4" >found.json
is "$(python3 - <<'END'
import json, math
def read(name):
    d = json.load(open(name))
    return next(p["similarity"] for p in d["profiles"] if p["profile"] == "storage"), {m["name"]: m["distance"] for r in d["resources"] if r["resource"] in
                        ("steps", "phases", "evaluation") for m in r["measures"]}
(s, a), (t, b) = read("full.json"), read("found.json")
print(set(a) - set(b), abs(math.log(s / t)) < .1)
END
)" "set() True" "all measures of phases and steps, and nearly the similarity"

# --- a digest keeps them
"$FIDLIO" digest kept/UNET3D_real_r2 -o found.fidlio >/dev/null 2>&1
"$FIDLIO" compare --format=json found.fidlio "$runs/UNET3D_real_r4" >digest.json
is "$(ask digest.json 'm["steps.step_s"]["distance"], m["phases.checkpoints"]["distance"]')" \
    "$(ask found.json 'm["steps.step_s"]["distance"], m["phases.checkpoints"]["distance"]')" "a digest keeps them"

# --- what the job is found from stays the log's
"$FIDLIO" inspect --format=json kept/UNET3D_real_r2 >i.json
is "$(python3 -c 'import json; print([f["code"] for f in json.load(open("i.json"))[0]["findings"] if f["code"].endswith("_found")])')" \
    "['phases_found', 'steps_found']" "inspect names them"
like "$("$FIDLIO" job kept/UNET3D_real_r2)" '^steps .*\(traces: certain\)$' "job knows that they are from the traces"
tap_done
