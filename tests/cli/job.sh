#!/bin/sh
# fidlio job: what the applications of recorded runs do, with their logs and without.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

runs=$(cd "$srcdir/tests/data/runs" && pwd)
check=$srcdir/scripts/job-check
cd "$tmp" || exit 99

# number FILE PYTHON: a value of a result
number ()
{
    python3 -c "import json, sys
d = json.load(open(sys.argv[1]))
print($2)" "$1"
}

# --- with the log
"$FIDLIO" job --format=json "$runs/UNET3D_real_r2" >u.json
is "$(number u.json 'd["ranks_n"], d["steps_n"], round(d["computation_s"], 4), d["checkpoints_n"], d["evaluations_n"], d["depth"]')" \
    "1 200 0.3067 2 5 4" "UNET3D, as its log says and its reads show"
is "$(number u.json 'd["known"]["steps"], d["known"]["loader"]["from"]')" \
    "{'from': 'log', 'sure': 1} traces" "and how it is known"
"$FIDLIO" job --steps --format=json "$runs/UNET3D_real_r2" >s.json
is "$(number s.json 'len(d["ranks"][0]["steps"]), len({s["bytes"] for s in d["ranks"][0]["steps"]}) > 50')" \
    "250 True" "--steps: each, with the bytes of its batch"
"$FIDLIO" job "$runs/DLRM_real_r4" >d.txt
like "$(cat d.txt)" '^steps  *200 of 0\.288 s of computation  \(log: sure\)$' "as text"
like "$(cat d.txt)" '^loader  *1 reader, 3 batches ahead ' "a thread that reads three batches ahead"
"$FIDLIO" job --format=json "$runs/BERT_dlio_r2" >b.json
is "$(number b.json 'd["steps_n"], d["checkpoints_n"], d["evaluations_n"], d["depth"]')" \
    "160 4 1 0" "a run of DLIO"

# --- without
for what in steps counts; do
    python3 "$check" --without $what --fidlio "$FIDLIO" "$runs/UNET3D_real_r2" "$runs/UNET3D_real_r4" \
        "$runs/BERT_real_r2" "$runs/DLRM_real_r4" "$runs/DLRM_real_r7" >check.txt 2>&1
    is "$?/$(grep -c '| yes |$' check.txt)" 0/5 "the same without what logs say of steps (--without $what)"
done
python3 "$check" --without log --fidlio "$FIDLIO" "$runs/UNET3D_real_r2" "$runs/DLRM_real_r4" >check.txt 2>&1
is "$?/$(awk -F'|' 'NR > 2 { print $10, $11 }' check.txt | tr -s ' \n' ' ')" "0/ 5 5 4 4 " \
    "and without any log: evaluations, too"
# a check that cannot fail is none: another run's log
cp -r "$runs/DLRM_real_r4" wrong && chmod -R u+w wrong
gzip -dc wrong/dlrm_tera.log.gz | grep -v '"step_num": 1[0-9]*}' >wrong/dlrm_tera.log && rm wrong/dlrm_tera.log.gz
exits 1 "a log that lacks steps itself does not agree" python3 "$check" --fidlio "$FIDLIO" wrong

# --- what cannot be known is not said
cp -r "$runs/BERT_real_r2" bare && chmod -R u+w bare && rm bare/app.log.gz
"$FIDLIO" job --format=json bare >bare.json
is "$(number bare.json 'd["steps_n"], d["computation_s"], d["known"]["steps"]["from"], d["checkpoints_n"]')" \
    "0 None unknown 4" "no log, and reads of a buffer without one rhythm: no steps"

# --- what is refused
exits 2 "no run" "$FIDLIO" job
exits 2 "two runs" "$FIDLIO" job "$runs/DLRM_real_r4" "$runs/DLRM_real_r7"
exits 3 "no such folder" "$FIDLIO" job nowhere
tap_done
