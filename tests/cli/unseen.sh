#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What nobody saw is no answer: without reads, sizes or workers in the traces nothing is concluded of
# a job, and why is said.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"
cd "$tmp" || exit 99

# dftracer SIZED: 12 steps of a program that reads a file of 16 MiB for each; the calls of every
# SIZED-th file have sizes, 0: none has
dftracer ()
{
    python3 -c 'import json, sys
each, t, n = int(sys.argv[1]), 1795000000000000, 0
print("[")
for step in range(12):
    name = "/data/img_%d.npz" % step
    for call, cat, at, dur in (("open64", "POSIX", 0, 20), ("read", "POSIX", 30, 12000), ("read", "POSIX", 12100, 12000),
                               ("close", "POSIX", 24200, 5), ("compute", "ai_framework", 24400, 20000)):
        args = {"fname": name, "epoch": 1} if cat == "POSIX" else {"epoch": 1, "step": step + 1}
        if call == "read" and each and step % each == 0:
            args["ret"] = 8 << 20
        n += 1
        print(json.dumps({"id": n, "name": call, "cat": cat, "pid": 7, "tid": 7, "ts": t + at, "dur": dur, "ph": "X", "args": args}))
    t += 44500' "$1"
}

# unknown WHAT LIKE ARGS...: answer concludes nothing and says what LIKE matches
unknown ()
{
    what=$1 like=$2
    shift 2
    out=$("$FIDLIO" answer "$@")
    is $? 3 "$what: status 3"
    like "$(echo "$out" | tr '\n' ' ')" "^the answer is not known: .*$like" "$what: why"
    unlike "$out" 'not bound|does not wait|feeds [0-9]|times as long' "$what: no headline and no table"
    is "$("$FIDLIO" answer --format=json "$@" | python3 -c 'import json, sys
a = json.load(sys.stdin)["answer"]
print(a["bound"], a["capacity"]["real"], a["real"]["demand_mib_s"], a["scenarios"])')" \
        'None None None []' "$what: null in JSON"
}

for each in 0 2; do
    mkdir -p sizes$each
    dftracer $each >sizes$each/trace.pfw
done
unknown 'no read has a size' '24 of 24 reads of data have no size: set DFTRACER_INC_METADATA=1' sizes0
like "$("$FIDLIO" inspect sizes0)" 'warning  data.read: 24 of 24 reads have no size: set DFTRACER_INC_METADATA=1' 'and inspect says it'
unknown 'half of the reads have one' '12 of 24 reads of data have no size' sizes2

"$FIDLIO" derive sizes0 >derived.yaml 2>err
is "$?: $(cat err)" "3: fidlio: the configuration lacks the job's reads, which are unknown" 'a configuration that lacks what is read is none'
like "$(tr '\n' ' ' <derived.yaml)" '24 of 24 reads of data have no size: set DFTRACER_INC_METADATA=1' 'and says why'

# a log alone, of the application or of a benchmark
mkdir log
cat >log/dlio.log <<'END'
[INFO] 2026-11-20T10:00:00.000000 Running DLIO [Training] with 1 process(es)
[INFO] 2026-11-20T10:00:01.000000 Max steps per epoch: 3 = 1 * 6 / 2 / 1 (samples per file * num files / batch size / comm size)
[INFO] 2026-11-20T10:00:01.000000 Starting epoch 1: 3 steps expected
[INFO] 2026-11-20T10:00:01.000000 Starting block 1
[INFO] 2026-11-20T10:00:01.100000 Rank 0 step 1: loaded 2 samples in 0.1000 s
[INFO] 2026-11-20T10:00:02.000000 Rank 0 step 1 processed 2 samples in 1.0000s)
[INFO] 2026-11-20T10:00:02.100000 Rank 0 step 2: loaded 2 samples in 0.1000 s
[INFO] 2026-11-20T10:00:03.000000 Rank 0 step 2 processed 2 samples in 1.0000s)
[INFO] 2026-11-20T10:00:03.100000 Rank 0 step 3: loaded 2 samples in 0.1000 s
[INFO] 2026-11-20T10:00:04.000000 Rank 0 step 3 processed 2 samples in 1.0000s)
[INFO] 2026-11-20T10:00:04.000000 Ending block 1 - 3 steps completed in 3.00 s
[INFO] 2026-11-20T10:00:04.000000 Ending epoch 1 - 3 steps completed in 3.00 s
END
unknown 'a log alone' 'no reads of data were traced: nothing recorded reads' log
unknown 'its storages are no other' 'no reads of data were traced' log --storage disk

# a run all of whose traces are there, but not one file of data is opened
mkdir nothing
cp log/dlio.log nothing
python3 -c 'import datetime
t = int(datetime.datetime(2026, 11, 20, 10, tzinfo=datetime.timezone.utc).timestamp())
print("4242 %d.000000 openat(AT_FDCWD, \"/etc/hosts\", O_RDONLY) = 3 <0.00002>" % t)
print("4242 %d.000100 read(3, \"x\"..., 400) = 400 <0.00002>" % t)
for i in range(40):
    print("4242 %.6f newfstatat(AT_FDCWD, \"/data/train/img_%04d.tfrecord\", {st_size=137214772, ...}, 0) = 0 <0.000021>" % (t + i / 10, i))
    print("4242 %.6f write(5, \"x\"..., 100) = 100 <0.000021>" % (t + i / 10 + .01))' >nothing/a.strace
unknown 'samples without a file' '6 samples are logged, and no data was opened or read, though both were traced to the end' nothing
like "$("$FIDLIO" inspect nothing | tr '\n' ' ' | tr -s ' ')" '6 samples are logged, but no data was opened or read, though both were traced to the end' \
    'and inspect says it'
like "$("$FIDLIO" compare -v "$srcdir/tests/data/runs/DLRM_real_r4" nothing 2>&1 | tr '\n' ' ')" \
    'not valid for storage: the real job reads [0-9]* MB of data, the benchmark 0 MB' 'a benchmark that reads nothing is not valid'

# stated BATCH RECORD COMPUTATION AU RANKS: results of a benchmark as MLPerf Storage keeps them
stated ()
{
    rm -rf stated && mkdir -p stated/configs
    cat >stated/configs/config.yaml <<END
workload:
  model: some
  framework: pytorch
  dataset: {data_folder: /d, format: npz, num_files_train: 4000, num_samples_per_file: 1, record_length_bytes: $2}
  reader: {data_loader: pytorch, batch_size: $1, read_threads: 4}
  train: {epochs: 2, computation_time: $3}
END
    python3 -c 'import json, sys
batch, record, compute, busy, ranks = map(float, sys.argv[1:])
rate = batch * ranks * busy / 100 / compute
print(json.dumps({"start": "2026-11-20T10:00:00", "num_accelerators": int(ranks), "num_hosts": 1, "epochs": 2, "num_files_train": 4000, "num_samples_per_file": 1,
 "metric": {"train_au_mean_percentage": busy, "train_throughput_mean_samples_per_second": rate, "train_io_mean_MB_per_second": rate * record / 1048576}}))' "$@" >stated/summary.json
}

# feeds: accelerators that 1 GB/s feeds, over what the stated figures make of them; bound
feeds ()
{
    "$FIDLIO" answer --format=json stated | python3 -c 'import json, sys
a = json.load(sys.stdin)["answer"]
batch, record, compute = map(float, sys.argv[1:])
print(0.99 < a["capacity"]["real"] / (compute * 1e9 / batch / record / 0.9) < 1.01, a["bound"], a["stated"])' "$@"
}
for of in '4 20000000 0.2 60 2' '7 140000000 0.35 70 8'; do
    stated $of
    is "$(feeds ${of% * *})" 'True None True' "stated figures have an answer: $of"
    like "$("$FIDLIO" answer stated | tr '\n' ' ')" 'feeds [0-9.]* .[0-9.]* to [0-9.]*. of the job.s accelerators at 90 % utilisation, as its configuration and results state' \
        'which is called stated'
    rm -r stated/configs # the results alone: 90 % is of the samples a second, and of their MiB/s
    is "$(feeds ${of% * *})" 'True None True' 'the results alone say as much'
done
stated 1 2800000 0.0035 71 4
printf '  metric: {au: 0.7}\n' >>stated/configs/config.yaml
cp -r stated other
like "$("$FIDLIO" answer stated)" '1 GB/s feeds 1.7[89] .* at 70 % utilisation' 'at the utilisation that the benchmark asks for'
ok 'a plain calculation agrees' python3 "$srcdir/tests/validate/stated-check" --fidlio "$FIDLIO" stated
sed -i 's/batch_size: 1/batch_size: 2/' other/configs/config.yaml
sed -i 's/\("train_throughput_mean_samples_per_second": \)[0-9.]*/\11622/; s/\("train_io_mean_MB_per_second": \)[0-9.]*/\14331/' other/summary.json
like "$("$FIDLIO" answer stated other | tr '\n' ' ')" 'the benchmark says .* cannot tell for storage: .* are stated, not recorded' \
    'two results are held against each other by their figures, without a verdict'
like "$("$FIDLIO" answer "$srcdir/tests/data/runs/UNET3D_real_r2" stated | tr '\n' ' ')" \
    'cannot tell for storage: .* are stated, not recorded.*stated: .*no reads of data were traced' 'and a result against a recorded run'
is "$("$FIDLIO" derive stated 2>&1 | grep -A1 'its own configuration states it' | grep -c 'record_length_bytes: 2800000\|batch_size: 1$\|computation_time: 0.0035')" 3 \
    'derive takes the configuration that lies there'
stated 4 20000000 0.2 60 2
sed -i 's/computation_time: 0.2/computation_time: 0.3/' stated/configs/config.yaml
unknown 'figures that contradict each other' '24 samples/s as the results state, 16 by accelerators.*no reads of data were traced' stated
like "$("$FIDLIO" inspect stated | tr '\n' ' ' | tr -s ' ')" 'contradict each other: 24 samples/s as the results state, 16 by accelerators, batch, utilisation and computation' \
    'which inspect names'

# checkpoints whose size the log states, by seconds and rate or as a total
mkdir saves
cat >saves/dlio.log <<'END'
[OUTPUT] 2026-11-20T10:00:00.000000 Running DLIO [Checkpointing] with 4 process(es)
[OUTPUT] 2026-11-20T10:00:03.000000 Starting saving checkpoint 1 after total step 1 for epoch 1
[OUTPUT] 2026-11-20T10:00:13.000000 Finished saving checkpoint 1 for epoch 1 in 10.0000 s; Throughput: 3.0000 GiB/s
[OUTPUT] 2026-11-20T10:00:14.000000 Starting loading checkpoint 1 after total step 1 for epoch 1
[OUTPUT] 2026-11-20T10:00:19.000000 Finished loading checkpoint 1 for epoch 1 in 5.0000 s; Throughput: 6.0000 GiB/s
END
like "$("$FIDLIO" job saves)" 'checkpoints *1 of 30 GiB, as stated' 'the size of a checkpoint by its seconds and its rate'
like "$("$FIDLIO" answer --profile checkpoint saves)" '0.25 x saving .* 40.0 *4.00' 'at a quarter of the rate 10 s of saving take 30 s more'
python3 -c 'import json
print(json.dumps({"sysstat": {"hosts": [{"nodename": "n", "sysname": "Linux", "number-of-cpus": 4, "date": "2026-11-20", "statistics": [
 {"timestamp": "2026-11-20T10:00:%02d+00:00" % s, "avg-cpu": {"user": 1.0, "nice": 0.0, "system": 1.0, "iowait": 0.0, "steal": 0.0, "idle": 98.0},
  "disk": [{"disk_device": "sda", "r/s": 0.0, "w/s": 900.0, "rMB/s": 0.0, "wMB/s": 3000.0}]} for s in range(0, 24)]}]}}))' >saves/iostat.json
out=$("$FIDLIO" inspect saves | tr '\n' ' ' | tr -s ' ')
like "$out" 'most of the bytes loaded \(30 GiB\) did not come from the disk \(0 B\)' 'a checkpoint that is loaded from memory'
unlike "$out" "bytes saved" 'what is saved reaches the disk'
rm saves/iostat.json
sed -i 's/; Throughput.*//; 1a [OUTPUT] 2026-11-20T10:00:01.000000 Total checkpoint size: 50.000000 GiB ' saves/dlio.log
like "$("$FIDLIO" job saves)" 'checkpoints *1 of 50 GiB, as stated' 'by its total'
sed -i '/Total/d' saves/dlio.log
like "$("$FIDLIO" job saves)" 'checkpoints *1 of unknown size' 'nothing states it'
unknown 'checkpoints of unknown size' 'the size of some checkpoint is unknown' --profile checkpoint saves

tap_done
