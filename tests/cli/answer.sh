#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio answer: one run, both sides, storages, JSON, measured times, and what is refused.
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
real=$runs/UNET3D_real_r2 emulation=$runs/UNET3D_dlio_r2

out=$("$FIDLIO" answer "$real" 2>"$tmp/err")
is $? 0 'one run has an answer'
is "$(cat "$tmp/err")" '' 'without a message'
like "$out" '1 GB/s feeds [0-9.]* .[0-9.]* to [0-9.]*. of the job.s accelerators at 90 % utilisation' 'its capacity'
like "$out" '0.25 x demand' 'shares of its demand, by default'
like "$out" 'recorded, [0-9.]* s by the model' 'the recorded time beside the model'

out=$("$FIDLIO" answer "$real" --storage nfs --storage disk | tr '\n' ' ')
like "$out" ' nfs  *939.5  *0.30 ' 'a shipped storage'
like "$out" 'disk .* evaluation' 'the part that waits'

out=$("$FIDLIO" answer "$real" "$emulation" | tr '\n' ' ')
like "$out" 'the benchmark.s answer is [0-9.]* % off .[0-9.]* % to [0-9.]* %.' 'both sides: the error'
like "$out" '; the benchmark says [0-9.]* .[0-9.]* to [0-9.]*., [+-][0-9]* % ' 'and both capacities'

"$FIDLIO" answer --format json --real "$real" --emulation "$emulation" >"$tmp/a.json"
is $? 0 'JSON'
like "$(cat "$tmp/a.json")" '"schema": "fidlio.answer/1"' 'with its schema'
like "$(cat "$tmp/a.json")" '"unit": "accelerators per GB/s"' 'and the unit of capacity'
cp "$tmp/a.json" "$tmp/b.json"
"$FIDLIO" answer --format json --real "$real" --emulation "$emulation" >"$tmp/a.json"
is "$(cmp "$tmp/a.json" "$tmp/b.json" 2>&1)" '' 'the same bytes each time'

err=$("$FIDLIO" answer "$emulation" "$real" 2>&1 >/dev/null)
is "$("$FIDLIO" answer --real "$runs/UNET3D_real_r2" --emulation "$runs/UNET3D_dlio_r2" --format=csv | awk -F, 'NR == 1 || NR == 2 || NR == 7 { print $1, ($2 > 50), $4, $5, $6, $7, $8 }')" \
    "storage 1 real emulation off % real times as long emulation times as long
full speed 0 5.305814 5.011701 -5.5432 1.000000 1.000000
0.25 x demand 0 1.327478 1.096600 -17.3923 3.996912 4.570220" "a row for each storage, for programs"
like "$err" 'UNET3D_dlio_r2 is given as a real run, but looks like an emulation' 'swapped sides'

out=$("$FIDLIO" answer "$real" "$emulation" --profile checkpoint | tr '\n' ' ')
like "$out" 'MB/s written the benchmark.s answer about checkpoints is' 'saving over write bandwidths'
like "$out" 'worst at 75.8 MB/s written: [0-9]+ % too fast not valid for checkpoint: at least [0-9]+ % off .limit 10 %. .* 0.25 x saving  *75.8  *1.16  *0.109 ' \
    'DLIO does not wait for its checkpoints'
out=$("$FIDLIO" answer "$real" "$runs/UNET3D_dlio_nockpt_r1" --profile checkpoint | tr '\n' ' ')
like "$out" 'the real job saves 2 checkpoints, the benchmark 0' 'checkpoints are counted'
# whether saves wait for the disk is known by block requests alone
cp -r "$real" "$tmp/unsynced" && chmod -R u+w "$tmp/unsynced" && rm "$tmp"/unsynced/trace_bio.* "$tmp"/unsynced/meta.json*
out=$("$FIDLIO" answer "$tmp/unsynced" --profile checkpoint 2>&1)
is $? 3 'saves that nobody saw wait, or not: unknown'
like "$(echo "$out" | tr '\n' ' ')" '^the answer is not known: nothing shows whether saves wait for the disk: trace block requests, too ' 'with the remedy'
like "$("$FIDLIO" job "$tmp/unsynced")" 'checkpoints .*; whether they wait for the disk is not known' 'job says so'
out=$("$FIDLIO" answer "$tmp/unsynced" "$emulation" --profile checkpoint | tr '\n' ' ')
like "$out" '0.25 x saving  *[0-9.]*  *unknown  *0.109  *-  *-  *1.00 ' 'beside an emulation the times of this side are unknown, and so is the error'
is "$("$FIDLIO" answer "$tmp/unsynced" "$emulation" --profile checkpoint --format=json | python3 -c 'import json, sys
a = json.load (sys.stdin)["answer"]; s = a["scenarios"][-1]
print (a["error"], s["error"], s["real"], s["real_detail"], s["emulation"] > 0)')" 'None None None None True' 'null, for programs'
out=$("$FIDLIO" answer "$real" "$emulation" --profile metadata | tr '\n' ' ')
like "$out" 'cannot tell for metadata: 0.0 % to 10.[0-9] % off .limit 10 %.; these storages slow neither side by more than the limit: nothing was tested' 'waits of metadata calls that slow nothing'
err=$("$FIDLIO" answer "$real" --profile system 2>&1)
is $? 2 'there is no answer for system'

like "$("$FIDLIO" answer "$real" "$real" 2>/dev/null | tr '\n' ' ')" \
    "answer is 0.0 % off \(0.0 % to 4 %\) 1 GB/s" 'a run against itself is worst nowhere'

# what to change first
first ()
{
    "$FIDLIO" answer --format json "$runs/$1" "$runs/$2" |
        python3 -c 'import json, sys; d = json.load (sys.stdin)
x = d["differences"][0]; after = x["error_after"] if x["error_with"] is None else x["error_with"]
print (x["trait"], after < 0.95 * d["answer"]["error"])'
}
is "$(first BERT_real_r4 BERT_dlio_compute2x_r1)" 'computation True' 'twice the computation'
# two that help together alone: a buffer that the real job fills first, and what the storage delivers
is "$("$FIDLIO" answer --format json "$runs/BERT_real_r2" "$runs/BERT_dlio_r2" | python3 -c 'import json, sys
d = json.load (sys.stdin)["differences"]
print (sorted (x["trait"] for x in d[:2] if x["with"]), [x["with"] for x in d[2:] if x["with"]])')" \
    "['first_bytes', 'stored'] []" 'what helps together comes first, where nothing helps alone'
like "$("$FIDLIO" answer "$runs/BERT_real_r2" "$runs/BERT_dlio_r2" | tr -s ' \n' ' ')" \
    'no single change makes the error smaller; two together would: [0-9]+ % bytes that are read before the first training step: .*; together with the share of the bytes that the storage delivers other differences' \
    'and both are one line'
is "$(first DLRM_real_r4 DLRM_dlio_r4)" 'eval_bytes True' 'eight times the bytes of an evaluation'
like "$("$FIDLIO" answer "$runs/DLRM_real_r4" "$runs/DLRM_dlio_r4")" \
    '^ *[0-9]+ %  bytes that an evaluation reads: 500 MiB instead of 60 MiB \(8.33x\)$' 'in words'

# the real job shuffles anew for each epoch
like "$("$FIDLIO" answer "$real" "$emulation")" \
    'order of the files: the same in each epoch, the real job.s is a new one' 'an order that is repeated is said'

# without its log BERT has neither steps nor phases: its start-up is in its time, which is not
# comparable with that of a run that has them
cp -R "$runs/BERT_real_r2" "$tmp/bare" && chmod -R u+w "$tmp/bare" && rm "$tmp/bare/app.log.gz"
is "$("$FIDLIO" answer --format json "$tmp/bare" "$runs/BERT_dlio_r2" | python3 -c "import json, sys
a = json.load(sys.stdin)['answer']
print(a['error'], a['verdict'], a['stepless'], a['reason'][:38])")" \
    'None cannot tell True no steps were found in some run: bytes' 'no steps on one side: no number'
like "$("$FIDLIO" answer "$tmp/bare" | tr '\n' ' ')" 'no steps are known of some run: bytes and time alone' 'and says so'

# a run that was timed on throttled storage
cp -R "$real" "$tmp/real"
chmod -R u+w "$tmp/real"
printf 'max\t75\t0\n40M\t150\t0\n' >"$tmp/real/throttle.tsv"
out=$("$FIDLIO" answer "$tmp/real")
like "$out" 'throttled 40 MB/s  *40.0 .* 2.00 ' 'measured times stand beside the model'
printf 'max\t75\t0\nread_ms=5,readahead_kib=128\t150\t0\n' >"$tmp/real/throttle.tsv"
cp -R "$emulation" "$tmp/emulation" && chmod -R u+w "$tmp/emulation"
printf 'max\t80\t0\nread_ms=5,readahead_kib=128\t200\t0\n' >"$tmp/emulation/throttle.tsv"
out=$("$FIDLIO" compare -v "$tmp/real" "$tmp/emulation" | tr '\n' ' ')
like "$out" ', with 5 ms a read the benchmark.s answer is [0-9]+ % off \([0-9]+ % to [0-9]+ %, measured\), worst with 5 ms a read: 25 % too slow' \
    'the storage may be stated by any keys; compare has it, too'
# times of another job are refused, with line and reason
refused ()
{
    printf "$2" >"$tmp/real/throttle.tsv"
    err=$("$FIDLIO" answer "$tmp/real" 2>&1)
    is $? 2 "$1"
    like "$err" "$tmp/real/throttle.tsv:$3" '  with file, line and reason'
}
refused 'of a longer job' 'max\t150\t0\n40M\t300\t0\n' '1: 150 s at full speed, but the run took 7[0-9.]* s: the times are not of this job'
refused 'of a shorter job' '40M\t150\t0\nmax\t20\t0\n' '2: 20 s at full speed'
refused 'of another run' 'max\t75\t0\n40M\t150\t0\tothers=0,run=other_r1\n' '2: a time of run other_r1, not of this run'
refused 'of another kernel' 'max\t75\t0\n40M\t150\t0\tothers=0,kernel=1.2.3-other\n' '2: a time of kernel 1.2.3-other, not of this run'
refused 'faster than at full speed' 'max\t75\t0\n40M\t60\t0\n' '2: 60 s on slower storage, 75 s at full speed'
printf 'max\t75\t0\n40M\t150\t0\trun=real\n' >"$tmp/real/throttle.tsv"
ok "the run's own name" "$FIDLIO" answer "$tmp/real"
cp "$tmp/real/throttle.tsv" "$tmp/emulation/throttle.tsv"
sed -i 's/run=real/-/' "$tmp/emulation/throttle.tsv"
err=$("$FIDLIO" compare "$tmp/real" "$tmp/emulation" 2>&1)
is $? 2 'rows copied from the other side'
like "$err" 'emulation/throttle.tsv:1: the times equal the times of real' '  are refused, too'
printf 'max\t75\t0\n40M\t150\t0\nread_msec=5\t150\t0\n' >"$tmp/real/throttle.tsv"
err=$("$FIDLIO" answer "$tmp/real" 2>&1)
is $? 2 'a line that is not understood is wrong use'
like "$err" "throttle.tsv:3: 'read_msec=5' has no key of a storage" 'with file and line'

printf 'read_mib_s 100\nread_mibs 5\n' >"$tmp/bad.conf"
err=$("$FIDLIO" answer "$real" --storage "$tmp/bad.conf" 2>&1)
is $? 2 'a storage with a typo is wrong use'
like "$err" "bad.conf:2: unknown key 'read_mibs'" 'with file and line'
err=$("$FIDLIO" answer "$real" --storage "$srcdir/tests/data/fio/writes.json" 2>&1)
is $? 2 'so are results of fio without reads'
like "$err" "writes.json:[0-9]*: none of fio's jobs reads" 'with file and line, too'
out=$("$FIDLIO" answer "$real" --storage "$srcdir/tests/data/fio/reads.json")
like "$out" 'reads.json .* 2407.9' 'results of fio are a storage'
# evaluations that the traces alone show end with their last read, not with their last computation
"$FIDLIO" answer -q --format json "$srcdir/tests/data/pfw/dlio" >"$tmp/pfw.json"
like "$(grep -o '"self_check": [^,]*' "$tmp/pfw.json")" ': -?0\.0[0-4]|e-' 'the model gives back the time of traces without a log'
# a benchmark whose reads nobody saw
mkdir "$tmp/dark"
for f in "$emulation"/*; do
    case ${f##*/} in hydra | summary.json | 0_* | *read*) ;; *) cp -r "$f" "$tmp/dark" ;; esac
done
out=$("$FIDLIO" answer "$real" "$tmp/dark")
is $? 3 'of the benchmark alone nothing is known: status 3'
like "$out" '^cannot tell for storage: the recording of the emulation is not complete' '  with the reason'
like "$out" '0.5 x demand  *38.7  *-  *2.52  *unknown ' '  and the real job as it is'
"$FIDLIO" answer "$real" "$emulation" >/dev/null
is $? 0 'where one only cannot tell, the status is 0'
"$FIDLIO" answer 2>/dev/null
is $? 2 'no run'
"$FIDLIO" answer "$real" --emulation "$emulation" 2>/dev/null
is $? 2 'runs both ways'
tap_done
