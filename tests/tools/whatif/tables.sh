#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio whatif on tables of fetches and iterations: numbers worked out by hand.
. "$srcdir/tests/tap.sh"
cd "$tmp" || exit 99

file=fsN_Imagenet_default_resnet50_epoch5_b2048_worker12_thread3

# tables DIR: FILE.csv and its simp tables for two GPUs, from lines on standard input:
# EPOCH INDEX START0 START1 FETCH0 FETCH1 ITERATION0 ITERATION1 STALL0 STALL1
tables ()
{
    mkdir -p "$1/simp"
    awk -v perf="$1/$file.csv" -v fetch="$1/simp/${file}_simp_fetchdifftime.csv" \
        -v start="$1/simp/${file}_simp_fetchstartdifftime.csv" 'BEGIN {
            print ",Time,GPU,Epoch,Step,Iteration time (sec),Training stall time (sec),Throughput (image/sec)" >perf
            print ",Epoch,Index number,Fetch time (sec)_gpu0,Fetch time (sec)_gpu1,Batch fetch time diff (sec)" >fetch
            print ",Epoch,Index number,Start time_gpu0,Start time_gpu1,Batch fetch start time diff (sec)" >start }
        { for (g = 0; g < 2; g++)
              printf "%d,2021-09-01 10:00:09,%d,%d,%d,%s,%s,52.4\n", n++, g, $1, $2, $(7 + g), $(9 + g) >perf
          printf "%d,%d,%d,%s,%s,0\n", NR - 1, $1, $2, $5, $6 >fetch
          printf "%d,%d,%d,2021-09-01 %s,2021-09-01 %s,0\n", NR - 1, $1, $2, $3, $4 >start }'
}

# --- one iteration
echo "1 0 10:00:00.0 10:00:00.5 8.0 9.0 10.0 10.0 8.5 9.0" | tables DDP2GPU
cat >DDP2GPU/sim_conf.json <<END
{"FILE": "$file", "FETCH_ALIGN": ["none", "avg", "min"], "START_ALIGN": [false, "avg", "min"], "FETCH_DELAY": 0.0}
END
ok "a folder of tables" "$FIDLIO" whatif DDP2GPU -o no_deps
is "$(cd no_deps/DDP2GPU && echo *)" "FETCH_ALIGN_avg_START_ALIGN_False FETCH_ALIGN_avg_START_ALIGN_avg FETCH_ALIGN_avg_START_ALIGN_min FETCH_ALIGN_min_START_ALIGN_False FETCH_ALIGN_min_START_ALIGN_avg FETCH_ALIGN_min_START_ALIGN_min FETCH_ALIGN_none_START_ALIGN_False FETCH_ALIGN_none_START_ALIGN_avg FETCH_ALIGN_none_START_ALIGN_min total_summary.csv" \
    "a folder for each of nine combinations, and one summary"
is "$(find no_deps -type f | wc -l)" 37 "four files in each"
cd no_deps/DDP2GPU || exit 99
is "$(cat FETCH_ALIGN_avg_START_ALIGN_avg/$file.csv)" \
",Epoch,Index number,Iteration time (sec),Training Stall time (sec)_gpu0,Training Stall time (sec)_gpu1,Training stall time (sec),Delay time (sec),Batch fetch time diff (sec),Batch fetch start time diff (sec)
0,1,0,10.25,9.25,8.25,9.25,1.0,0.0,0.0" "avg, avg"
is "$(tail -n 1 FETCH_ALIGN_min_START_ALIGN_min/$file.csv)" "0,1,0,9.5,8.5,7.5,8.5,1.0,0.0,0.0" "min, min"
is "$(tail -n 1 FETCH_ALIGN_avg_START_ALIGN_False/$file.csv)" "0,1,0,10.0,9.0,8.5,9.0,0.5,0.0,0.5" "avg, false"
is "$(tail -n 1 FETCH_ALIGN_none_START_ALIGN_False/$file.csv)" "0,1,0,10.0,8.5,9.0,9.0,0.5,1.0,0.5" "none, false"
is "$(cat FETCH_ALIGN_avg_START_ALIGN_avg/debug/dataload_sim.csv)" \
",Epoch,Index number,Start time_gpu0,Start time_gpu1,Fetch time (sec)_gpu0,Fetch time (sec)_gpu1,Fetch done time (sec)_gpu0,Fetch done time (sec)_gpu1
0,1,0,2021-09-01 10:00:00.250000,2021-09-01 10:00:00.250000,8.5,8.5,2021-09-01 10:00:08.750000,2021-09-01 10:00:08.750000" "fetches"
is "$(cat FETCH_ALIGN_avg_START_ALIGN_avg/debug/train_sim.csv)" \
",Slowest end time,Training time,Training end time,Delay time (sec),Training stall time (sec),Training start time_gpu0,Training start time_gpu1,Pure training_gpu0,Pure training_gpu1,Training Stall time (sec)_gpu0,Training Stall time (sec)_gpu1
1,2021-09-01 10:00:08.750000,10.25,2021-09-01 10:00:19.250000,1.0,9.25,2021-09-01 10:00:09.000000,2021-09-01 10:00:09.000000,1.0,1.0,9.25,8.25" "training"
is "$(cat FETCH_ALIGN_avg_START_ALIGN_avg/debug/sim_info.csv)" \
",Epoch,Index number,Fetch time (sec)_gpu0,Fetch time (sec)_gpu1,Start time_gpu0,Start time_gpu1,Min fetch time (sec),Avg fetch time (sec),Min start time,Fetch done time (sec)_gpu0,Training start time_gpu0,Iteration time (sec)_gpu0,Training Stall time (sec)_gpu0,Fetch done time (sec)_gpu1,Training start time_gpu1,Iteration time (sec)_gpu1,Training Stall time (sec)_gpu1
0,1,0,8.0,9.0,2021-09-01 10:00:00.000000,2021-09-01 10:00:00.500000,8.0,8.5,2021-09-01 10:00:00.000000,2021-09-01 10:00:08.000000,2021-09-01 10:00:09.000000,10.0,8.5,2021-09-01 10:00:09.500000,2021-09-01 10:00:09.000000,10.0,9.0" "what was recorded"
is "$(sed -n 2p total_summary.csv)" \
    "0,FETCH_ALIGN_avg_START_ALIGN_False,fsN,Imagenet,resnet50,default,12,3,5,2048,NA,NA,NA,NA,NA,NA" \
    "a summary without iterations after the warm-up"
is "$(head -n 1 total_summary.csv)" ",Align,Log type,Dataset size(GB),Model,Augmentation,Worker,Worker batch size,Epoch,Batch size,Avg iteration time (sec),Avg training stall time (sec),Avg delay time (sec),Effective Delay time (%),Avg preprocessing start diff (sec),Avg preprocessing diff (sec)" "its columns"
cd "$tmp" || exit 99
"$FIDLIO" whatif DDP2GPU -o compat --compat >/dev/null
is "$(tail -n 1 compat/DDP2GPU/FETCH_ALIGN_avg_START_ALIGN_avg/debug/train_sim.csv | cut -d, -f4)" \
    "2021-09-01 10:00:09.000000010" "--compat adds ns to the start of the training"
is "$(tail -n 1 compat/DDP2GPU/FETCH_ALIGN_none_START_ALIGN_False/debug/train_sim.csv | cut -d, -f4)" \
    "2021-09-01 10:00:09.000000010" "'none' counts as true"
sed 's/"none", "avg", "min"/false, null/; s/\[false, "avg", "min"\]/[0, ""]/' DDP2GPU/sim_conf.json >falsy.json
"$FIDLIO" whatif DDP2GPU -o falsy --compat --config falsy.json >/dev/null
is "$(cd falsy/DDP2GPU && ls -d FETCH*)" "FETCH_ALIGN_False_START_ALIGN_
FETCH_ALIGN_False_START_ALIGN_0
FETCH_ALIGN_None_START_ALIGN_
FETCH_ALIGN_None_START_ALIGN_0" "what is false, as Python prints it"
is "$(tail -n 1 falsy/DDP2GPU/FETCH_ALIGN_None_START_ALIGN_0/debug/train_sim.csv | cut -d, -f4)" \
    "2021-09-01 10:00:10.000000" "is false"

# --- summaries
for i in 0 5 10; do echo "1 $i 10:00:00 10:00:00 1 1 1000 1000 900 900"; done >lines
cat >>lines <<END
1 11 10:00:00 10:00:00 1 1 1 1 0.5 0.51
1 12 10:00:00 10:00:00 1 1 2 2 0.5 0.55
1 13 10:00:00 10:00:00 1 1 3 3 0 0.03
0 14 10:00:00 10:00:00 1 1 500 500 0 0
END
tables few/DDP2GPU <lines
"$FIDLIO" whatif few/DDP2GPU -o few.out >few.txt
is "$(grep none_START_ALIGN_none few.out/DDP2GPU/total_summary.csv)" \
    "8,FETCH_ALIGN_none_START_ALIGN_none,fsN,Imagenet,resnet50,default,12,3,5,2048,2.0±1.0,0.3633±0.2894,0.03±0.02,33.33333333333333,0.0±0.0,0.0±0.0" \
    "iterations 11 to 13 of epoch 1; a delay of exactly 0.03 s is none"
like "$(cat few.txt)" '^fsN.* none  *none  *3  *2 s  *0.363 s  *30 ms  *33.3 %  *0.0 %$' "the same in the table"
like "$("$FIDLIO" whatif few/DDP2GPU --after 12)" ' none  *none  *1  *3 s' "--after"
like "$("$FIDLIO" whatif few/DDP2GPU --late 0.02)" ' none  *none  *3 .* 66.7 %' "--late"

# --- digits, order, other GPUs
echo "1 0 10:00:00.123456789 10:00:00 54.814999759 1 60 60 0.1 0.2" | tables ns/DDP2GPU
"$FIDLIO" whatif ns/DDP2GPU -o ns.out >/dev/null
is "$(tail -n 1 ns.out/DDP2GPU/FETCH_ALIGN_none_START_ALIGN_none/debug/dataload_sim.csv | cut -d, -f8)" \
    "2021-09-01 10:00:54.938456548" "ns"
for t in few/DDP2GPU/$file.csv few/DDP2GPU/simp/*.csv; do
    mkdir -p turned/DDP2GPU/simp
    { head -n 1 "$t"; tail -n +2 "$t" | sort -r; } >"turned/${t#few/}"
done
is "$("$FIDLIO" whatif turned/DDP2GPU --format csv)" "$("$FIDLIO" whatif few/DDP2GPU --format csv)" \
    "rows in another order"
cp -r few/DDP2GPU DDP2GPUFULLTRACE
ok "the number stands before GPU" "$FIDLIO" whatif DDP2GPUFULLTRACE

# --- what is missing or wrong
# fails STATUS DIR ERE WHAT
fails ()
{
    out=$("$FIDLIO" whatif "$2" -o never 2>&1)
    is "$?" "$1" "$4"
    like "$out" "$3" "$4: says so"
    [ ! -e never ] || ok "$4: no folder is left" rmdir never/*
}
cp -r few/DDP2GPU DDP4GPU
fails 3 DDP4GPU "simp/${file}_simp_fetchdifftime.csv:1: column 'Fetch time .sec._gpu2' is missing" "GPUs that are not there"
cp -r few/DDP2GPU 1GPU
fails 3 1GPU "$file.csv:3: GPU 1, but by its name the folder has 1" "more GPUs than the name says"
cp -r few/DDP2GPU lost2GPU
rm lost2GPU/simp/*start*
fails 3 lost2GPU "fetchstartdifftime.csv: No such file" "a missing table"
# changed SED DIR: a copy with a change in FILE.csv
changed ()
{
    cp -r few/DDP2GPU "$2"
    sed -i "$1" "$2/$file.csv"
}
changed '4s/1000/long/' bad2GPU
fails 3 bad2GPU "$file.csv:4: Iteration time is not a time in seconds: 'long'" "a bad number"
changed '3s/09-01/13-01/' date2GPU
fails 3 date2GPU "$file.csv:3: Time is not a date and time: '2021-13-01" "a bad date"
changed '$p' twice2GPU
sed -i '$s/,0,14,/,1,11,/; $s/,1,1,11/,0,1,11/' "twice2GPU/$file.csv"
fails 3 twice2GPU "$file.csv:16: iteration 11 of GPU 0 stands in line 8 already" "an iteration twice"
changed '2,$d' none2GPU
fails 3 none2GPU "no iteration of epoch 1 has all values: .*$file.csv has no step of GPU 0 for iteration 0" "no iteration"
cp -r few/DDP2GPU conf2GPU
echo '{"FILE": "other", "FETCH_ALIGN": ["avg"], "START_ALIGN": ["avg"]}' >conf2GPU/sim_conf.json
fails 3 conf2GPU "conf2GPU/other.csv: No such file" "a wrong FILE"
echo '{"FILE": "other", "FETCH_ALIGN": [], "START_ALIGN": ["avg"]}' >conf2GPU/sim_conf.json
fails 3 conf2GPU "FETCH_ALIGN is empty" "an empty list"
echo '{"FILE": "../x", "FETCH_ALIGN": [1], "START_ALIGN": ["avg"]}' >conf2GPU/sim_conf.json
fails 3 conf2GPU "FILE is a name without folders" "a path"
echo '{"FILE": "x", "FETCH_ALIGN": ["a/b"], "START_ALIGN": ["avg"]}' >conf2GPU/sim_conf.json
fails 3 conf2GPU "FETCH_ALIGN holds texts" "a name with a slash"
changed '9s/,0.5[0-9]*,/,NA,/' gap2GPU
out=$("$FIDLIO" whatif gap2GPU --format json 2>&1 >gap.json)
like "$out" "1 iteration left out: gap2GPU/$file.csv has no step of GPU 1 for iteration 11" "an iteration with a missing value is left out, and that is said"
is "$(grep -c '"iterations": 2' gap.json)" 10 "the others count"
if python3 -c 'import jsonschema' 2>/dev/null; then
    ok "JSON" python3 "$srcdir/tests/report/validate.py" "$srcdir/src/results/whatif.schema.json" gap.json
fi
exits 2 "no folder" "$FIDLIO" whatif
tap_done
