#!/bin/sh
# fidlio predict: grades of configurations without a run, against those of recorded runs.
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

# --- the recorded configurations: as measured
python3 "$srcdir/scripts/predict-check" --fidlio "$FIDLIO" "$runs"/*_real_r* "$runs"/*_dlio_* >check.txt 2>&1
like "$(tail -3 check.txt | head -1)" '(9[0-9]|100)\.[0-9] %' "nine of ten clauses as measured"
like "$(tail -1 check.txt)" '(9[0-9]|100)\.[0-9] %' "of configurations made wrong, too"

# --- what is printed
"$FIDLIO" derive "$runs/UNET3D_real_r2" -o u.yaml
"$FIDLIO" predict "$runs/UNET3D_real_r2" u.yaml >u.txt
like "$(head -3 u.txt)" '(emulation, unet3d, predicted)' "the table says that nothing was run"
like "$(cat u.txt)" '^predicted: not met:' "each clause says so"
"$FIDLIO" predict --format=json "$runs/UNET3D_real_r2" u.yaml >u.json
"$FIDLIO" predict --format=json "$runs/UNET3D_real_r2" u.yaml >again.json
ok "the same bytes again" cmp u.json again.json
is "$(number u.json 'd["emulation"]["predicted"], all(c["predicted"] for p in d["profiles"] for c in p["clauses"])')" \
    "True True" "JSON marks the emulation and each clause"
"$FIDLIO" predict --format=json --set dataset.format=npz "$runs/UNET3D_real_r2" u.yaml >npz.json
like "$(number npz.json 'd["findings"], d["warnings"]')" "reader of this format are not known from recordings" \
    "what is simulated without recordings is said"
is "$(number u.json 'd["warnings"]')" "[]" "and nothing of npy"
is "$(number u.json '[r["reason"] for r in d["resources"] if r["resource"] == "disk.write"]')" \
    "['not predicted: the kernel decides when it writes to the disk']" "what cannot be predicted has a reason"
if python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
    ok "schema" python3 "$srcdir/tests/report/validate.py" "$srcdir/src/results/pair.schema.json" u.json
fi
"$FIDLIO" predict --format=json --set train.computation_time=3 "$runs/UNET3D_real_r2" u.yaml >slow.json
is "$(number slow.json 'd["overall"]["score"] < 0.1, d["causes"][0]["key"]')" \
    "True workload.train.computation_time.mean" "--set changes a key"
ok "repeats are the noise" "$FIDLIO" predict "$runs/UNET3D_real_r2" "$runs/UNET3D_real_r4" u.yaml
(echo workload:; sed 's/^/  /' u.yaml) >root.yaml
"$FIDLIO" predict --format=json "$runs/UNET3D_real_r2" root.yaml >root.json
is "$(number root.json 'd["emulation"]["hash"], d["profiles"]')" "$(number u.json 'd["emulation"]["hash"], d["profiles"]')" \
    "a file below workload:, as Hydra writes it"

# --- what causes gain: the score of the changed configuration less that of the present one
# gains RESULT CONFIG REAL...: how many gains of causes are predicted, and whether they are those
# of `fidlio predict`; $changed: a change that the configuration of the result has already
changed=
gains ()
{
    python3 - "$FIDLIO" "$changed" "$@" <<'EOF'
import json, subprocess, sys
fidlio, changed, result, config, *real = sys.argv[1:]
def score(*sets):
    words = [x for s in (changed, *sets) if s for x in ("--set", s)]
    out = subprocess.run([fidlio, "predict", "-q", "--format=json", *words, *real, config], check=True, stdout=subprocess.PIPE)
    return json.loads(out.stdout)["overall"]["score"]
doc = json.load(open(result, encoding="utf-8"))
causes = [c for c in doc["causes"] if c["key"]]
now, off = score(), 0
for c in causes:
    then = score(*("%s=%s" % (x["key"], x["to"]) for x in [c] + c["also"]))
    after = min(1, max(0, doc["overall"]["score"] + c["gain"]))
    off = max(off, abs(c["gain"] - (then - now)), abs(c["score_after"] - after))
by = [c["gain_by"] for c in causes]
print(by.count("prediction"), "of", len(by), "off" if off > 1e-6 else "exact")
EOF
}
changed=train.computation_time=3
is "$(gains slow.json u.yaml "$runs/UNET3D_real_r2")" "2 of 2 exact" "one key of the derived configuration changed"
changed=
for pair in "UNET3D_real_r2 UNET3D_dlio_r2 1" "UNET3D_real_r4 UNET3D_dlio_nockpt_r1 3" "DLRM_real_r7 DLRM_dlio_compute2x_r1 1" "BERT_real_r2 BERT_dlio_r2 1"; do
    set -- $pair
    "$FIDLIO" compare --format=json "$runs/$1" "$runs/$2" >pair.json
    is "$(gains pair.json "$runs/$2/hydra/config.yaml" "$runs/$1")" "$3 of $3 exact" "$1 with $2"
done
"$FIDLIO" compare --format=json --real "$runs/UNET3D_real_r2" --real "$runs/UNET3D_real_r4" --emulation "$runs/UNET3D_dlio_r2" >both.json
like "$(gains both.json "$runs/UNET3D_dlio_r2/hydra/config.yaml" "$runs/UNET3D_real_r2" "$runs/UNET3D_real_r4")" "^[12] of [12] exact" \
    "two real runs"
cp -r "$runs/UNET3D_dlio_r2" other && chmod -R u+w other
sed -i 's/data_loader: pytorch/data_loader: tensorflow/' other/hydra/config.yaml
"$FIDLIO" compare --format=json "$runs/UNET3D_real_r2" other >other.json
is "$(number other.json '[c["gain_by"] for c in d["causes"] if c["key"]]')" "['clauses']" "another loader is not predicted"
unlike "$("$FIDLIO" compare "$runs/UNET3D_real_r2" other)" 'predicted' "nor does the table say so"
like "$("$FIDLIO" compare "$runs/UNET3D_real_r2" "$runs/UNET3D_dlio_r2" | tr -s '\n ' ' ')" 'num_files_train: 80 -> 160, .* score then 0\.[0-9]+, predicted' \
    "the gain is said to be predicted"

# --- real runs that lack something
cp -r "$runs/DLRM_real_r4" cut && chmod -R u+w cut && rm cut/trace_bio.* cut/iostat.*
"$FIDLIO" derive "$runs/DLRM_real_r4" -o d.yaml
"$FIDLIO" predict --format=json cut d.yaml >cut.json
is "$(number cut.json '[r["status"] for r in d["resources"] if r["resource"] in ("block.read", "data.read")]')" \
    "['not compared', 'compared']" "without block requests they are not predicted"
rm cut/trace_read.* cut/trace_openat.*
ok "without reads" "$FIDLIO" predict cut d.yaml

# --- bad input
exits 2 "no configuration" "$FIDLIO" predict "$runs/DLRM_real_r4"
exits 2 "nothing" "$FIDLIO" predict
exits 2 "a key that is none" "$FIDLIO" predict --set reader.threads "$runs/DLRM_real_r4" d.yaml
exits 3 "a configuration that is not there" "$FIDLIO" predict "$runs/DLRM_real_r4" none.yaml
exits 3 "a run that is not there" "$FIDLIO" predict none d.yaml
printf 'train: {epochs: many}\n' >bad.yaml
exits 3 "a value of the wrong type" "$FIDLIO" predict "$runs/DLRM_real_r4" bad.yaml
like "$("$FIDLIO" predict "$runs/DLRM_real_r4" bad.yaml 2>&1)" 'bad.yaml:1: ' "with its line"
exits 3 "nothing to train on" "$FIDLIO" predict --set dataset.num_files_train=0 "$runs/DLRM_real_r4" d.yaml
exits 3 "too many files" "$FIDLIO" predict --set dataset.num_files_train=100000000 "$runs/DLRM_real_r4" d.yaml
exits 3 "too many epochs" "$FIDLIO" predict --set train.epochs=1000000000 "$runs/DLRM_real_r4" d.yaml
like "$("$FIDLIO" predict --set train.epochs=0 "$runs/DLRM_real_r4" d.yaml 2>&1)" 'd.yaml: ' "the file is named"
tap_done
