#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio compare on recorded runs (tests/data/runs).
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
real=$runs/UNET3D_real_r2
dlio=$runs/UNET3D_dlio_r2
cd "$tmp" || exit 99

out=$("$FIDLIO" compare "$real" "$dlio" -o results)
is "$?" 0 "compare"
like "$out" '^UNET3D_dlio_r2 against UNET3D_real_r2; samples a second; limit 10 %$' "first both names, unit and limit"
like "$out" '^read MB/s +full( +[0-9.]+){5}  accelerators/\(GB/s\)$' "then the storages"
like "$out" '^real job( +[0-9.]+){7}$' "what the real job does on each"
like "$out" '^error( +[-+][0-9]+ %){6} +-1[0-9] %$' "and by how much the benchmark is off"
like "$out" '^resource +similarity +amount +DTW +spectrum +distribution +timing$' "then the breakdown"
like "$out" '^disk.write +0\.[0-9]+ +x1\.10 +0\.57 +- +0\.00 +0\.15$|^checkpoint.write +0\.[0-9]+ +x1\.00 ' "with a row a resource"
like "$out" '^-: .*sampled less than twice a step|^-: too few moments of activity' "why cells have no number"
like "$out" '^similarity 0\.[0-9][0-9] \(0\.[0-9]+ to [01]\.[0-9]+\); [1-9][0-9]* more: -v; not compared: gpu$' \
    "the similarity, its interval, and what was not compared"
like "$out" '^computation of a step.* +0\.222 s +0\.263 s +eval_time 0\.2221 +1[0-9] %$' "then the differences, with both values and the setting"
like "$out" '^[1-9] more: -v$' "and how many more there are"
like "$out" '^read CANNOT TELL; checkpoint NO' "then a verdict for each group of use"
like "$(printf '%s\n' "$out" | tail -n 1)" '^storage CANNOT TELL: [0-9.]+ % off \([0-9.]+ % to [0-9]+ %\)$' "last the verdict, with its interval"
printf 'read_mib_s 30\nread_ms 2\n' >slow.conf
own=$("$FIDLIO" compare "$real" "$dlio" --storage nfs --storage slow.conf --answer-tolerance 20)
like "$own" '; limit 20 %$' "a limit of one's own"
like "$own" '^read MB/s .* slow  accel' "storages of one's own"
exits 2 "no such storage" "$FIDLIO" compare "$real" "$dlio" --storage nowhere
unlike "$out" '^(data\.read|info) ' "without every resource and remark"
whole=$("$FIDLIO" compare -v "$real" "$dlio")
flat=$(printf '%s\n' "$whole" | tr '\n' ' ')
like "$whole" "^info " "which -v adds"
like "$whole" '^data\.read +[01]\.[0-9][0-9] +x1\.05 ' "a row for data.read"
like "$whole" '^data\.read +[01]\.[0-9][0-9]  [a-z_0-9]+\*? +[01]\.[0-9]' "with its worst clause"
like "$whole" '^gpu\.sm not compared: ' "what is missing is said"
like "$flat" 'between [0-9.]+ and [0-9.]+ MB/s the benchmark.s answer is [0-9.]+ % off \(' "the answer in words"
like "$flat" 'MB/s: [0-9]+ % too (slow|fast) 1 GB/s feeds [0-9.]+ \([0-9.]+ to [0-9.]+\) of the real job.s' "then the capacity"
like "$flat" 'cannot tell for storage: [0-9.]+ % to [0-9]+ % off \(limit 10 %\); the error could be above or below the limit' \
    "then the number that decides"
like "$whole" '^(not valid|valid|cannot tell) for checkpoint: ' "for each profile"
like "$whole" '^noise: not known, taken as 0' "unknown noise is said"
like "$whole" '^not met, with its share of the lost similarity' "clauses that are not met, with their share of the loss"
is "$(printf '%s\n' "$whole" | tail -n 1)" "$(printf '%s\n' "$out" | tail -n 1)" "the same verdict last"
is "$(printf '%s\n' "$out" | awk 'length > 80')" "" "80 columns"
unlike "$out" "$(printf '\033')" "no colour in a pipe"
is "$(ls results | tr '\n' ' ')" "UNET3D_real_r2__UNET3D_dlio_r2.json UNET3D_real_r2__UNET3D_dlio_r2.series.json " \
    "a result and its series, named after the runs"
ok "it is JSON" python3 -m json.tool results/UNET3D_real_r2__UNET3D_dlio_r2.json
unlike "$(cat results/*)" "[^a-z](nan|inf)[^a-z]|$srcdir|$tmp" "no NaN and no paths in it"
is "$("$FIDLIO" compare "$real" "$dlio" --format=json)" "$(cat results/*_r2.json)" "json is the file's text"
is "$("$FIDLIO" compare --emulation "$dlio/" --real "$real")" "$out" "sides as options, a slash behind"
is "$(cd "$dlio" && "$FIDLIO" compare ../UNET3D_real_r2 .)" "$out" "the directory we are in"
ok "the breakdown shows measures of the resources, or why they were not taken" python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
shown = ("amount", "dtw", "spectrum", "distribution", "timing")
for row, of in zip(d["breakdown"], d["resources"], strict=True):
    assert row["resource"] == of["resource"] and row["similarity"] == of["grade"], row
    for cell in (row[name] for name in shown if row[name]):
        same = [m for m in of["measures"] if m["quantity"] == cell["quantity"] and m["metric"] == cell["metric"]]
        assert len(same) == 1 and all(same[0][key] == cell[key] for key in ("distance", "unit", "grade", "reason")), cell
        assert (cell["distance"] is None) == bool(cell["reason"]), cell
of = {row["resource"]: row for row in d["breakdown"]}
assert of["data.read"]["dtw"]["metric"] == "dtw_active" and of["data.read"]["spectrum"]["unit"] == "octaves"
assert of["disk.read"]["spectrum"]["reason"] == "sampled less than twice a step"
assert of["gpu.sm"]["dtw"] is None and of["gpu.sm"]["reason"]
assert of["data.open"]["amount"]["ratio"] == 0.5' results/UNET3D_real_r2__UNET3D_dlio_r2.json
is "$(TZ=Asia/Kolkata LC_ALL=de_DE.UTF-8 "$FIDLIO" compare "$real" "$dlio" --format=json)" \
    "$(cat results/*_r2.json)" "another time zone and locale"

# --- colour
esc=$(printf '\033')
like "$("$FIDLIO" compare "$real" "$dlio" --color=always)" "$esc" "colour if asked for"
is "$("$FIDLIO" compare "$real" "$dlio" --color=always | sed "s/$esc\[[0-9]*m//g")" "$out" "it tells nothing of its own"
like "$(CLICOLOR_FORCE=1 "$FIDLIO" compare "$real" "$dlio")" "$esc" "CLICOLOR_FORCE"
unlike "$(NO_COLOR=1 CLICOLOR_FORCE=1 "$FIDLIO" compare "$real" "$dlio")" "$esc" "NO_COLOR wins"
exits 2 "no such colour" "$FIDLIO" compare "$real" "$dlio" --color=red

# --- the same run, swapped, other workloads: all legal
same=$("$FIDLIO" compare "$real" "$real" --format=csv)
like "$(printf '%s\n' "$same" | tr -d '\r' | sed -n '1p; /,data.read,.*,bytes,/p')" ',real_value,emulation_value,sign.*,([0-9]+),\1,0$|,0$' "CSV has both sides' values and their sign"
is "$(printf '%s\n' "$same" | tr -d '\r' | awk -F, 'NR > 1 && $14 != "" && $14 != "1.000000"')" "" \
    "a run is like itself in every measure"
exits 0 "swapped" "$FIDLIO" compare "$dlio" "$real" -q
exits 0 "another workload" "$FIDLIO" compare "$real" "$runs/BERT_dlio_r2" -q

# --- options
like "$("$FIDLIO" compare "$real" "$dlio" --window=training)" '; window: TRAINING;' "--window, case ignored"
like "$("$FIDLIO" compare "$real" "$dlio" --window=train 2>&1)" "unknown window 'train'; choose one of .*job.*, TRAINING" "or a list to choose of"
like "$("$FIDLIO" compare "$real" "$dlio" --exclude-group=tape 2>&1)" "unknown group 'tape'; choose one of disk, files" "groups alike"
for wrong in --window=LUNCH --dt=0 --dt=x --dt=0,5 -j1.9 -j1e1 --band=-1 --penalty=nan --utc-offset=1 --utc-offset=+1: \
    --utc-offset=+99 --utc-offset=+01:60 --utc-offset=+; do
    exits 2 "$wrong" "$FIDLIO" compare "$real" "$dlio" "$wrong"
done
for good in --dt=0.5 --band=2 --penalty=0.1 --tolerance=0.5 --all-processes --utc-offset=-05:30 \
    --utc-offset=+1 --utc-offset=+0130; do
    exits 0 "$good" "$FIDLIO" compare "$real" "$dlio" "$good"
done
like "$("$FIDLIO" compare -v "$real" "$dlio" --day-first 2>&1)" 'not a date' "--day-first: 11/21 is not a date"
exits 2 "one run" "$FIDLIO" compare "$real"
exits 3 "an emulation twice" "$FIDLIO" compare "$real" "$dlio" "$dlio"
like "$("$FIDLIO" compare --real "$real" --real "$real" "$dlio" 2>&1)" 'REAL EMULATION..., not both' "options and arguments mixed"

# --- several emulations
nockpt=$runs/UNET3D_dlio_nockpt_r1
both=$("$FIDLIO" compare "$real" "$dlio" "$nockpt" -o both)
is "$?" 0 "several emulations"
like "$both" '^2 emulations against UNET3D_real_r2; samples a second; limit 10 %$' "how many, of what"
like "$both" '^UNET3D_dlio_r2( +-[0-9]+ %){5}$' "a line for the first"
like "$both" '^UNET3D_dlio_nockpt_r1( +-[0-9]+ %){5}$' "and for the second"
like "$(printf '%s\n' "$both" | tail -n 2)" '^UNET3D_dlio_r2 +CANNOT TELL: 1[0-9] % off .*; first: share' "then a verdict"
like "$(printf '%s\n' "$both" | tail -n 1)" '^UNET3D_dlio_nockpt_r1  CANNOT TELL: ' "each"
like "$("$FIDLIO" compare -v "$real" "$dlio" "$nockpt")" '^checkpoint.write +0\.00 ' "-v: each as a whole"
is "$(printf '%s\n' "$both" | awk 'length > 80')" "" "80 columns"
is "$(find both -name '*.json' ! -name '*.series.json' -exec basename {} \; | sort | tr '\n' ' ')" "UNET3D_real_r2__UNET3D_dlio_nockpt_r1.json UNET3D_real_r2__UNET3D_dlio_r2.json " \
    "a result each"
ok "as alone" cmp both/UNET3D_real_r2__UNET3D_dlio_r2.json results/UNET3D_real_r2__UNET3D_dlio_r2.json
is "$("$FIDLIO" compare --real "$real" --emulation "$dlio" --emulation "$nockpt")" "$both" "--emulation twice means the same"
ok "an array of results" sh -c '"$@" | python3 -c "import json, sys; sys.exit(len(json.load(sys.stdin)) != 2)"' sh \
    "$FIDLIO" compare "$real" "$dlio" "$nockpt" --format=json
exits 2 "real runs of two jobs are no side" "$FIDLIO" compare --real "$real" --real "$runs/BERT_real_r2" --emulation "$dlio"
like "$("$FIDLIO" compare --real "$real" --real "$runs/BERT_real_r2" --emulation "$dlio" 2>&1)" \
    'UNET3D_real_r2 is of the workload unet3d, BERT_real_r2 of bert: they do not repeat one job' "which is said"
exits 2 "nor are a real run and an emulation" "$FIDLIO" compare --real "$real" --real "$nockpt" --emulation "$dlio"
exits 0 "--force takes them" "$FIDLIO" compare -q --force --real "$real" --real "$runs/BERT_real_r2" --emulation "$dlio"
like "$("$FIDLIO" compare -v --real "$real" --real "$runs/UNET3D_real_r4" --emulation "$dlio")" '^noise: repeats of the real run$' \
    "several real runs are the noise"

# --- profiles
like "$("$FIDLIO" compare "$real" "$dlio" --profile=read | tail -n 1)" '^read ' "--profile"
"$FIDLIO" list profiles read | sed 's/^key .*/key data.read.size_bytes/' >mine.conf
like "$("$FIDLIO" compare "$real" "$dlio" --profile=mine.conf | tail -n 1)" '^mine' "a profile of one's own"
like "$("$FIDLIO" compare "$real" "$dlio" --profile=READ --per=JOB | tail -n 1)" '^read ' "case is ignored"
like "$("$FIDLIO" compare "$real" "$dlio" --profile=reading 2>&1)" "unknown profile 'reading'; choose one of storage, read, " "the choices are listed"
like "$("$FIDLIO" compare "$real" "$dlio" --per=hour 2>&1)" "'hour'; choose one of job, epoch, step, second" "those of --per, too"
exits 2 "no such profile" "$FIDLIO" compare "$real" "$dlio" --profile=reading
like "$("$FIDLIO" compare "$real" "$runs/UNET3D_real_r4" | tail -n 1)" '^system ' "between real runs: the whole system"

# --- nothing to compare
mkdir empty noise
exits 3 "an empty directory" "$FIDLIO" compare "$real" empty
exits 3 "no directory" "$FIDLIO" compare none "$dlio"
head -c 5000 /dev/urandom >noise/trace_bio.out
exits 3 "noise" "$FIDLIO" compare "$real" noise
is "$("$FIDLIO" compare "$real" noise 2>/dev/null)" "" "gives no number"
like "$("$FIDLIO" compare "$real" noise 2>&1)" '^fidlio: .*noise' "but a sentence"

# --- writing
: >file
exits 5 "results that cannot be made" "$FIDLIO" compare "$real" "$dlio" -o file/results
mkdir -p "taken/UNET3D_real_r2__UNET3D_dlio_r2.json"
exits 5 "a file that cannot be replaced" "$FIDLIO" compare "$real" "$dlio" -o taken
is "$(ls taken)" "UNET3D_real_r2__UNET3D_dlio_r2.json" "leaves no temporary file"
sed 's/"hash": "..../"hash": "0123/' results/*_r2.json >file
cp file results/UNET3D_real_r2__UNET3D_dlio_r2.json
like "$("$FIDLIO" compare "$real" "$dlio" -o results 2>&1)" 'replaces a result of the same names from other traces' \
    "replacing a result of other traces is said"
ok "--warp writes the paths" "$FIDLIO" compare -q "$runs/UNET3D_real_r2" "$runs/UNET3D_dlio_r2" --warp "$tmp/warp.tsv"
is "$(head -n 1 "$tmp/warp.tsv")" "resource	real_s	emulation_s	real	emulation" "with a title line"
ok "paths never go back" awk -F '\t' 'NR > 1 { if ($1 == r && ($2 < a || $3 < b)) exit 1
    r = $1; a = $2; b = $3; n[r]++ } END { exit !(n["data.read"] > 500) }' "$tmp/warp.tsv"

# --- BERT opens its files once: a burst has no rhythm
"$FIDLIO" compare -q --format=json "$runs/BERT_real_r2" "$runs/BERT_real_r4" >bert.json
like "$(python3 -c 'import json
for r in json.load(open("bert.json"))["resources"]:
    for f in r["measures"]:
        if f["metric"] == "spectral_w1" and r["resource"] in ("data.read", "data.open"):
            print(r["resource"], f["reason"] or f["distance"] < 0.2)')" \
    'data.read True' "rhythm"

# --- a monitor that samples every 8 s beside one that samples every second
cp -R "$runs/DLRM_dlio_r4" slow
gzip -dc slow/cpu.out.gz | awk 'NR <= 3 || NR % 8 == 0' >slow/cpu.out
rm slow/cpu.out.gz
"$FIDLIO" compare -q --format=csv "$runs/DLRM_real_r4" slow >slow.csv 2>err
is "$?" 0 "monitors of different intervals are compared$(cat err)"
like "$(cat slow.csv)" 'cpu,cpu,job,compared,marginal,w1_tv,level,0[.]' "their levels"
tap_done
