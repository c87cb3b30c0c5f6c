#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio derive: configurations of the recorded runs (tests/data/runs), against what they were
# run with, and runs that lack something.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

"$FIDLIO" --version | grep -q 'libyaml yes' || skip_all "built without libyaml"
runs=$(cd "$srcdir/tests/data/runs" && pwd)
check=$srcdir/tests/validate/derive-check
cd "$tmp" || exit 99

# take RUN NAME PATTERN...: a copy of a run without files
take ()
{
    run=$runs/$1 name=$2
    shift 2
    rm -rf "${tmp:?}/$name"
    cp -r "$run" "$name" && chmod -R u+w "$name"
    for pattern in "$@"; do
        find "$name" -name "$pattern" -prune -exec rm -rf {} +
    done
}

# value FILE KEY: "confidence: value" of a line "key: value" and the comment above it
value ()
{
    awk -v key="$2:" '
        $1 == "#" && $2 ~ /^(high|medium|low):$/ { sure = $2 }
        $1 == key { print sure, $2; found = 1; exit }
        $1 == "#" && $2 == key { print "unknown"; found = 1; exit }
        END { if (!found) print "nothing" }' "$1"
}

# --- what DLIO can do otherwise only
tar xJf "$srcdir/tests/data/corpus/MPI_real_r1.tar.xz" && tar xJf "$srcdir/tests/data/corpus/DLRM_real_r1.tar.xz"
"$FIDLIO" derive MPI_real_r1 >mpi.yaml
is "$(value mpi.yaml computation_time)" "high: 0.1283" "ranks that wait for the slowest compute for a constant time"
"$FIDLIO" derive DLRM_real_r1 >dlrm.yaml
is "$(for key in num_files_train num_files_eval num_samples_per_file batch_size_eval eval_time; do
    value dlrm.yaml $key; done | cut -d' ' -f2 | tr '\n' ' ')" "15 4 6 1 0.037984 " \
    "90 samples of training and 24 of evaluation are in files of 6; evaluations only compute for so long"

# --- every recorded run, with and without what DLIO says of itself
for how in "" --blind; do
    ok "configurations of the recorded runs of DLIO $how" \
        python3 "$check" $how --fidlio "$FIDLIO" "$runs"/*_dlio_*
done
python3 "$check" --fidlio "$FIDLIO" "$runs"/*_dlio_* >check.txt 2>&1
like "$(tail -1 check.txt)" '100\.0 %$' "all their keys are right"
for unit in auto sample; do
    python3 "$check" --unit $unit --fidlio "$FIDLIO" "$runs"/*_real_* >check.txt 2>&1
    like "$(tail -1 check.txt)" '^all, 6 runs .*100\.0 %$' "so are those of the real runs, --unit $unit"
done
# a check that cannot fail is none: a computation time of DLIO that is not the run's
take BERT_dlio_r2 wrong
sed 's/computation_time: .*/computation_time: 9/; s/batch_size: .*/batch_size: 5/; s/epochs: .*/epochs: 7/' \
    wrong/hydra/config.yaml >c && mv c wrong/hydra/config.yaml
rm -f wrong/hydra/overrides.yaml
exits 1 "another configuration is not that of the run" python3 "$check" --fidlio "$FIDLIO" wrong

# --- a workload file
ok "a workload file" "$FIDLIO" derive "$runs/UNET3D_real_r2" "$runs/UNET3D_real_r4" -o u.yaml
is "$(value u.yaml num_files_train)/$(value u.yaml num_files_eval)/$(value u.yaml batch_size)" \
    "high: 160/high: 20/high: 4" "files that are read together are a sample each"
like "$(value u.yaml record_length_bytes)" '^high: 7[0-9]*$' "  of their own size"
"$FIDLIO" derive --unit=sample "$runs/UNET3D_real_r2" >s.yaml
is "$(value s.yaml num_files_train)/$(value s.yaml num_files_eval)/$(value s.yaml batch_size)" \
    "high: 80/high: 10/high: 2" "--unit sample: as the application counts them"
is "$(value u.yaml transfer_size)" "unknown" "what is not known is commented out"
is "$(awk '/computation_time/ { in_it = 1 } in_it && $1 == "type:" { print $2; exit }' u.yaml)" gamma \
    "the family of computation times"
is "$(value u.yaml model_size_bytes)/$(value u.yaml type)" "high: 43813877/high: transformer" \
    "the size of checkpoints, and that they have many tensors"
like "$(grep layer_parameters: u.yaml)" ': \[.*4423680, 11059200, .*663552.*\]' "the tensors"
is "$("$FIDLIO" derive --format=json "$runs/BERT_dlio_r2" | python3 -c 'import json, sys
print(json.load(sys.stdin)["layer_parameters"])')" "[]" "a checkpoint of one tensor"
is "$(value u.yaml record_length_bytes_resize)" "low: 661044" "  small in memory, as the run hardly waits for them"
like "$(cat u.yaml)" 'What DLIO cannot express' "what DLIO cannot express"
"$FIDLIO" derive --format=json "$runs/UNET3D_real_r2" >u.json
is "$(python3 -c 'import json; k = json.load(open("u.json"))["keys"]; v = k["dataset.num_files_train"]
print(v["value"], v["confidence"], k["reader.transfer_size"]["value"])')" "160 high None" "the same as JSON"
is "$("$FIDLIO" derive "$runs/DLRM_real_r4" | grep ' batch_size:')" "  batch_size: 1" \
    "a batch that is one read is one sample"
like "$("$FIDLIO" derive --unit=sample "$runs/DLRM_real_r4")" 'batch_size: 16384' "--unit sample: not so"
like "$("$FIDLIO" derive "$runs/BERT_real_r2")" '  batch_size: 2$' "blocks of a stream are samples"
like "$("$FIDLIO" derive --unit=sample "$runs/BERT_real_r2")" '  batch_size: 32$' "--unit sample: not so"
like "$("$FIDLIO" derive "$runs/BERT_real_r2")" 'a shuffle buffer' "BERT's shuffle buffer cannot be expressed"

# images, whatever the case of their endings: DLIO's JPEG of noise has 0.55 bytes a pixel
take UNET3D_real_r2 images
for file in images/trace_*.gz; do
    gzip -dc "$file" | sed 's/\.npy/.JPEG/g' >"${file%.gz}" && rm "$file"
done
"$FIDLIO" derive images >images.yaml
is "$(value images.yaml format)" "high: jpeg" "files that end in .JPEG"
ok "  more elements than bytes, as DLIO's generator codes them" \
    awk "BEGIN { exit !($(value images.yaml record_length_bytes | cut -d' ' -f2) > 1.7 * 7150361) }"

# the logs of the public reference trainings have no steps and no checkpoints
take UNET3D_real_r2 plain
gzip -dc plain/unet3d.log.gz | grep -Ev '"key": "(step_end|all_compute|load_batch_mem|checkpoint_[a-z]*)"' >plain/unet3d.log
rm plain/unet3d.log.gz
"$FIDLIO" derive plain >plain.yaml
is "$(value plain.yaml checkpoint_after_epoch)/$(value plain.yaml epochs_between_checkpoints)/$(value plain.yaml steps_between_checkpoints)" \
    "high: 2/high: 2/nothing" "a plain log: checkpoints of every second epoch, for DLIO counts steps by epochs"
is "$(value plain.yaml record_length_bytes_resize)" unknown "  no wait of a step that is not in the log"

# DLIO takes a multiple of samples a file, batch size and ranks as the number of files
take BERT_dlio_r2 trim
"$FIDLIO" derive trim >trim.yaml
like "$(tr -s '\n# ' ' ' <trim.yaml)" 'DLIO from June 2026 on .* takes 0 of 11 files for training, 0 of 1 files for evaluation: ' \
    "several samples a file: newer versions of DLIO train on none of them"
"$FIDLIO" derive --for dlio-2026 trim >trim.yaml
unlike "$(cat trim.yaml)" 'pull request' "  --for dlio-2026: as it takes them"
is "$(value trim.yaml num_files_train | cut -c 1-4)/$(
    n=$(value trim.yaml num_files_train | cut -d' ' -f2) s=$(value trim.yaml num_samples_per_file | cut -d' ' -f2)
    echo $((n % (s * 32)))/$((n * s > 60000 && n * s < 70000)))" "low:/0/1" "  in more files, of as many samples"
"$FIDLIO" derive "$runs/UNET3D_dlio_r2" >trim.yaml
unlike "$(cat trim.yaml)" 'June 2026' "one sample a file: they do"

# the same without a log: epochs are as many as files are read
rm plain/unet3d.log
"$FIDLIO" derive plain >plain.yaml
is "$(value plain.yaml epochs)/$(value plain.yaml checkpoint_after_epoch)/$(value plain.yaml epochs_between_evals)" \
    "medium: 5/high: 2/high: 1" "no log: checkpoints and evaluations by epochs, which are as often as files are read"
ok "  eval_time is that of one of the five evaluations" \
    awk "BEGIN { exit !($(value plain.yaml eval_time | cut -d' ' -f2) < 0.3) }"

# --- runs that lack something
take UNET3D_real_r2 nolog '*.log.gz'
"$FIDLIO" derive nolog >nolog.yaml 2>err
is "$(value nolog.yaml num_files_train)/$(value nolog.yaml num_files_eval)" "medium: 160/high: 20" \
    "without a log: files of training and evaluation, by their folders"
is "$(value nolog.yaml evaluation)" "medium: True" "  whether it evaluates, by the same"
is "$(value nolog.yaml batch_size)/$(value nolog.yaml read_threads)" "high: 4/high: 2" "  the batch size, by what loader processes hand over"
like "$(cat nolog.yaml)" 'epochs: 5' "  epochs, by the reads of each file"
# --- a shell, env or mpirun that starts the program opens little code: it is not the main process
take BERT_real_r2 shell 'trace_openat*'
gzip -dc "$runs/BERT_real_r2/trace_openat.out.gz" | awk 'NR == 3 { for (k = 5; k > 0; k--)
        print $1 - 1000000 * k, 24000, "sh", 5334, "/lib/x86_64-linux-gnu/libc.so." k, "libc.so." k } { print }' >shell/trace_openat.out
"$FIDLIO" derive shell >shell.yaml
is "$(value shell.yaml read_threads)" "$("$FIDLIO" derive "$runs/BERT_real_r2" >b.yaml && value b.yaml read_threads)" \
    "below sh -c, too, the main process reads"
like "$(value shell.yaml read_threads)" ': 0$' "  which is no loader process"

take BERT_real_r2 nolog2 '*.log.gz'
"$FIDLIO" derive nolog2 >nolog.yaml 2>err
is "$(value nolog.yaml batch_size)/$(value nolog.yaml record_length_bytes)/$(value nolog.yaml computation_time)" \
    "unknown/unknown/unknown" "a stream without a log: nothing is invented"
like "$(cat nolog.yaml)" 'do not show samples' "  and the reason is there"

take UNET3D_real_r2 nowrites 'trace_write*' 'trace_bio*'
"$FIDLIO" derive nowrites >nowrites.yaml
is "$(value nowrites.yaml checkpoint)/$(value nowrites.yaml model_size_bytes)/$(value nowrites.yaml fsync)" \
    "high: True/unknown/unknown" "without traces of writes: checkpoints by the log, of unknown size"

take UNET3D_real_r2 cached 'trace_bio*'
"$FIDLIO" derive cached >cached.yaml
is "$(value cached.yaml num_files_train)/$(value cached.yaml record_length_bytes)" "high: 160/high: 7150361" \
    "without block requests: all that files tell"
is "$(value cached.yaml fsync)" "unknown" "  but not whether it waits for the disk"

take UNET3D_real_r2 noeval
gzip -dc noeval/unet3d.log.gz | grep -v eval_ >noeval/unet3d.log && rm noeval/unet3d.log.gz
"$FIDLIO" derive noeval >noeval.yaml
is "$(value noeval.yaml evaluation)" "medium: True" "evaluations that the log does not name are read"
"$FIDLIO" derive "$runs/DLRM_real_r4" >dlrm.yaml
is "$(value dlrm.yaml checkpoint)/$(value dlrm.yaml model_size_bytes)" "high: False/unknown" "a run without checkpoints"

take UNET3D_real_r2 cut
gzip -dc cut/unet3d.log.gz | awk '/epoch_stop/ && ++n == 3 { exit } { print }' >cut/unet3d.log && rm cut/unet3d.log.gz
"$FIDLIO" derive cut >cut.yaml
is "$(value cut.yaml epochs)" "low: 3" "a log that ends in the middle: its epochs are few, and uncertain"
is "$(value cut.yaml batch_size)" "high: 4" "  the batch size is not"

# halve RUN NAME TRACE...: a copy of a run whose traces end in the middle
halve ()
{
    take "$1" "$2"
    half=$2
    shift 2
    for trace; do
        gzip -dc "$half/trace_$trace.out.gz" >whole.out
        head -n $(($(wc -l <whole.out) / 2)) whole.out >"$half/trace_$trace.out" && rm "$half/trace_$trace.out.gz"
    done
}
halve UNET3D_real_r2 half read write openat close bio
"$FIDLIO" derive half >half.yaml
is "$(value half.yaml num_files_train)/$(value half.yaml batch_size)/$(value half.yaml epochs)" \
    "low: 160/medium: 4/high: 5" "traces that end in the middle: what they and the log still tell"
is "$(value half.yaml batch_size_eval)/$(value half.yaml prefetch_size)/$(value half.yaml model_size_bytes)" \
    "unknown/unknown/unknown" "  nothing that needs all reads, or writes"
is "$(value half.yaml eval_time)/$(value half.yaml total_training_steps)" "unknown/nothing" \
    "  no steps of evaluations, no limit of steps"
halve BERT_real_r2 half read
"$FIDLIO" derive --unit=sample half >half.yaml
is "$(value half.yaml batch_size)/$(value half.yaml batch_size_eval)" "high: 32/unknown" "a stream that ends in the middle"
halve DLRM_dlio_r4 half read
"$FIDLIO" derive half >half.yaml
is "$(value half.yaml batch_size)/$(value half.yaml num_samples_per_file)" "medium: 1/high: 200" \
    "records that end in the middle: the index knows"

# both RUN OTHER: one run with the traces and logs of two jobs
both ()
{
    rm -rf both && mkdir both
    for file in "$runs/$1"/*.gz; do
        name=${file##*/}
        gzip -dc "$file" >"both/${name%.gz}"
        [ ! -e "$runs/$2/$name" ] || gzip -dc "$runs/$2/$name" | grep -Ev '^(Attaching|TIMESTAMP)' >>"both/${name%.gz}"
    done
}
for pair in "UNET3D_real_r2 UNET3D_real_r4" "BERT_real_r2 BERT_real_r4" "UNET3D_dlio_r2 UNET3D_dlio_nockpt_r1"; do
    # shellcheck disable=SC2086 # two words
    both $pair
    "$FIDLIO" derive both >both.yaml 2>err
    is "$(value both.yaml epochs)/$(value both.yaml batch_size)/$(value both.yaml num_files_train)" \
        "unknown/unknown/unknown" "two jobs in one run, $pair: no number is known"
    like "$(cat both.yaml)" 'epochs: not known: the log has 2 jobs' "  and the reason is there"
    is "$(value both.yaml data_loader)" "low: pytorch" "  words are uncertain"
done

# --- other benchmarks
ok "jobs of fio" "$FIDLIO" derive --for fio "$runs/UNET3D_real_r2" -o u.fio
is "$(grep -c '^read_iolog' u.fio/job.fio)/$(ls u.fio | wc -l)" "3/4" "an iolog for each reader: two loaders, and the evaluations' process"
is "$(head -1 u.fio/reader-0.iolog)" "fio version 3 iolog" "with times, as the loaders read ahead"
is "$(cat u.fio/*.iolog | awk '$3 == "read" { n += $5 } END { printf "%.0f", n }')" \
    "$("$FIDLIO" job --format=json "$runs/UNET3D_real_r2" | python3 -c 'import json, sys; print(json.load(sys.stdin)["books"]["data_bytes"])')" \
    "all bytes of the run's reads"
ok "a run that reads between steps" "$FIDLIO" derive --for fio "$runs/BERT_real_r2" -o b.fio
is "$(head -1 b.fio/reader-0.iolog)/$(grep -c '^thinktime=[1-9]' b.fio/job.fio)" "fio version 2 iolog/1" "thinks"
if command -v fio >/dev/null; then
    mkdir -p replay/data && head -c 200000 /dev/zero >replay/data/f
    printf 'fio version 3 iolog\n0 %s add\n0 %s open\n0 %s read 0 4096\n10 %s close\n' "$tmp/replay/data/f" "$tmp/replay/data/f" \
        "$tmp/replay/data/f" "$tmp/replay/data/f" >replay/reader-0.iolog
    sed '/^\[reader-[1-9]/,$d' u.fio/job.fio >replay/job.fio
    like "$(cd replay && fio job.fio 2>&1)" 'io=4096B' "fio takes such a job"
else
    skip "fio takes such a job" "no fio"
fi
like "$("$FIDLIO" derive --for elbencho "$runs/UNET3D_real_r2")" 'elbencho -r -t 2 .* --limitread [0-9]+ -i 5' "options of elbencho"
exits 2 "fio needs a folder" "$FIDLIO" derive --for fio "$runs/UNET3D_real_r2"
exits 2 "one run" "$FIDLIO" derive --for fio "$runs/UNET3D_real_r2" "$runs/UNET3D_real_r4" -o x
mkdir noreads && cp "$runs/UNET3D_real_r2/meta.json" "$runs/UNET3D_real_r2"/unet3d.log* noreads/
exits 3 "a run without reads" "$FIDLIO" derive --for fio noreads -o x
exits 5 "a folder that cannot be made" "$FIDLIO" derive --for fio "$runs/UNET3D_real_r2" -o /proc/x

mkdir tables && cp nolog/cpu.out* tables/ 2>/dev/null
exits 3 "monitors alone: nothing to derive from" "$FIDLIO" derive tables
mkdir two && cp -r "$runs/UNET3D_real_r2" two/a && cp -r "$runs/UNET3D_real_r4" two/b
exits 3 "a folder of two jobs is refused" "$FIDLIO" derive two
exits 3 "a run that is not there" "$FIDLIO" derive nowhere
exits 2 "no run" "$FIDLIO" derive
exits 2 "an unknown unit" "$FIDLIO" derive --unit=batch "$runs/UNET3D_real_r2"
exits 5 "a folder that cannot be written" "$FIDLIO" derive "$runs/UNET3D_real_r2" -o nowhere/u.yaml
# --- a job that reads no data: DLIO saves checkpoints, and makes no data
tar xJf "$srcdir/tests/data/corpus/CHECKPOINT_real_r1.tar.xz"
"$FIDLIO" derive CHECKPOINT_real_r1 -o saves.yaml
is "$(value saves.yaml train)/$(value saves.yaml checkpoint)/$(value saves.yaml num_checkpoints_write)" \
    "high: False/high: True/high: 3" "a job that only saves"
steps_s=$("$FIDLIO" job --format=json CHECKPOINT_real_r1 |
    python3 -c 'import json, sys; print("%.3f" % (12 * json.load(sys.stdin)["computation_s"]))')
is "$(value saves.yaml time_between_checkpoints | cut -c 1-10)" "high: $(printf %.4s "$steps_s")" \
    "its 12 steps are the time between checkpoints"
is "$(grep -c '^dataset:\|^reader:\|^train:' saves.yaml)" 0 "and has no data"

# --- four ranks of MPI, in plain numpy
tar xJf "$srcdir/tests/data/corpus/MPI_real_r1.tar.xz"
"$FIDLIO" derive MPI_real_r1 -o ranks.yaml
is "$(value ranks.yaml batch_size)" "high: 2" "several ranks: the batch of one, by the log and the reads"
is "$(value ranks.yaml record_length_bytes | cut -c 1-9)" "high: 999" "  of samples as large as the files"
is "$(value ranks.yaml framework)" "low: pytorch" "  a job of no framework: the one whose loader the keys are for"

tap_done
