#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio predict: answers of configurations without a run, against those of recorded runs.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

"$FIDLIO" --version | grep -q 'libyaml yes' || skip_all "built without libyaml"
runs=$(cd "$srcdir/tests/data/runs" && pwd)
cd "$tmp" || exit 99

# number FILE PYTHON: a value of a result
number ()
{
    python3 -c "import json, sys
d = json.load(open(sys.argv[1]))
print($2)" "$1"
}

# --- the recorded configurations: the answer of the recorded run
python3 "$srcdir/tests/validate/predict-check" --fidlio "$FIDLIO" "$runs"/*_real_r* "$runs"/*_dlio_* >check.txt 2>&1
diag "$(tail -3 check.txt)"
# of DLRM_dlio_r4 the prediction has no work of readers, where the emulation has 11 ms a step
ok "within 0.07 of the answer of each recorded run" awk '
    / recorded .* predicted / { off = $5 - $3; most = 0.07; n += off * off < most * most }
    END { exit n != 6 }' check.txt

# --- what is printed
cp "$runs/UNET3D_dlio_r2/hydra/config.yaml" u.yaml
"$FIDLIO" predict "$runs/UNET3D_real_r2" u.yaml >u.txt
like "$(tr '\n' ' ' <u.txt)" "the benchmark's answer is [0-9]+ % off" "the answer"
like "$(tr '\n' ' ' <u.txt)" 'u.yaml: [0-9.]+ s by the model' "no time was recorded"
like "$(cat u.txt)" '^ +metadata calls of a training step: 2 instead of 4 \(0\.5x\)$' "how the jobs differ"
"$FIDLIO" predict --format=json "$runs/UNET3D_real_r2" u.yaml >u.json
"$FIDLIO" predict --format=json "$runs/UNET3D_real_r2" u.yaml >again.json
ok "the same bytes again" cmp u.json again.json
is "$(number u.json 'd["schema"], d["job"]["steps_n"], d["job"]["checkpoints_n"], d["job"]["known"]["steps"]["from"]')" \
    "fidlio.predict/1 200 2 configuration" "the job of the configuration is in JSON"
is "$(number u.json '[x["real"] for x in d["differences"] if x["trait"] == "files"]')" "[180]" "and the differences"
"$FIDLIO" predict --format=json --set train.computation_time=3 "$runs/UNET3D_real_r2" u.yaml >slow.json
is "$(number slow.json 'd["answer"]["verdict"], [x["trait"] for x in d["differences"]][0]')" \
    "not valid computation" "--set changes a key"
"$FIDLIO" predict --format=json --set dataset.format=npz "$runs/UNET3D_real_r2" u.yaml >npz.json
like "$(number npz.json 'd["caveat"]')" "reader of this format are not known from recordings" \
    "what is modelled without recordings is said"
is "$(number u.json 'd["caveat"]')" "None" "and nothing of npy"
like "$("$FIDLIO" predict --storage nfs "$runs/UNET3D_real_r2" u.yaml)" '^nfs ' "on a storage with a name"
"$FIDLIO" predict --format=json "$runs/UNET3D_real_r2" "$runs/UNET3D_real_r4" u.yaml >two.json
is "$(number two.json 'd["real"], d["answer"]["error"] is not None')" "['UNET3D_real_r2', 'UNET3D_real_r4'] True" \
    "several real runs"
"$FIDLIO" derive "$runs/UNET3D_real_r2" -o derived.yaml
(echo workload:; sed 's/^/  /' derived.yaml) >wrapped.yaml
is "$("$FIDLIO" predict "$runs/UNET3D_real_r2" derived.yaml | sed 's/derived.yaml//' | md5sum)" \
    "$("$FIDLIO" predict "$runs/UNET3D_real_r2" wrapped.yaml | sed 's/wrapped.yaml//' | md5sum)" "a file below workload:, as Hydra writes it"
"$FIDLIO" predict --format=json "$runs/UNET3D_real_r2" derived.yaml >derived.json
is "$(number derived.json '[x["trait"] for x in d["differences"] if x["trait"] in ("computation", "step_bytes", "steps", "epochs", "checkpoints", "evaluations")]')" \
    "[]" "a derived configuration makes the job it was derived from"

# --- real runs that lack something
cp -r "$runs/DLRM_real_r4" cut && chmod -R u+w cut && rm cut/trace_bio.* cut/iostat.*
"$FIDLIO" derive "$runs/DLRM_real_r4" -o d.yaml
exits 3 "without block requests, which the recorder counted" "$FIDLIO" predict --format=json cut d.yaml
rm cut/trace_read.* cut/trace_openat.*
"$FIDLIO" predict --format=json cut d.yaml >cut.json
is "$(number cut.json 'd["answer"]["verdict"]')" "cannot tell" "without reads nobody can tell"

# --- bad input
exits 2 "no configuration" "$FIDLIO" predict "$runs/DLRM_real_r4"
exits 2 "nothing" "$FIDLIO" predict
exits 2 "a key that is none" "$FIDLIO" predict --set reader.threads "$runs/DLRM_real_r4" d.yaml
like "$("$FIDLIO" predict -q --format=csv "$runs/DLRM_real_r4" d.yaml)" '^storage,read MB/s,.*real,emulation,off %' "a row for each storage as CSV"
exits 3 "a configuration that is not there" "$FIDLIO" predict "$runs/DLRM_real_r4" none.yaml
exits 3 "a run that is not there" "$FIDLIO" predict none d.yaml
printf 'train: {epochs: many}\n' >bad.yaml
exits 3 "a value of the wrong type" "$FIDLIO" predict "$runs/DLRM_real_r4" bad.yaml
like "$("$FIDLIO" predict "$runs/DLRM_real_r4" bad.yaml 2>&1)" 'bad.yaml:1: ' "with its line"
printf 'foo: 1\n' >foo.yaml
exits 3 "a configuration of nothing" "$FIDLIO" predict "$runs/DLRM_real_r4" foo.yaml
printf 'dataset:\n  num_files_train: 8\n  record_lenght_bytes: 5\n' >typo.yaml
like "$("$FIDLIO" predict "$runs/DLRM_real_r4" typo.yaml 2>&1)" \
    'typo.yaml:3: DLIO has no key dataset.record_lenght_bytes; the nearest is dataset.record_length_bytes$' \
    "a key that nobody knows, in a file"
exits 2 "and by --set" "$FIDLIO" predict --set reader.read_thread=4 "$runs/DLRM_real_r4" d.yaml
sed 's/record_length_bytes/record_length/; s/^model:/data_loader: {}\nmodel:/' u.yaml >old.yaml
is "$("$FIDLIO" predict --format=csv "$runs/UNET3D_real_r2" old.yaml | md5sum)" \
    "$("$FIDLIO" predict --format=csv "$runs/UNET3D_real_r2" u.yaml | md5sum)" "record_length is the size of a sample"
like "$("$FIDLIO" predict --set dataset.record_length=100 "$runs/UNET3D_real_r2" u.yaml)" 'valid' "and by --set"
exits 3 "nothing to train on" "$FIDLIO" predict --set dataset.num_files_train=0 "$runs/DLRM_real_r4" d.yaml
exits 3 "too many files" "$FIDLIO" predict --set dataset.num_files_train=100000000 "$runs/DLRM_real_r4" d.yaml
exits 3 "too many epochs" "$FIDLIO" predict --set train.epochs=1000000000 "$runs/DLRM_real_r4" d.yaml
like "$("$FIDLIO" predict --set train.epochs=0 "$runs/DLRM_real_r4" d.yaml 2>&1)" 'd.yaml: ' "the file is named"
tap_done
