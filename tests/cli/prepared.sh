#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Run directories that hold less, more or other things than a recording leaves:
# processed trees, copies, one log, gauges only, tables only.
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
real=$runs/UNET3D_real_r2
dlio=$runs/UNET3D_dlio_r2
cd "$tmp" || exit 99

# row NAME: the lines of $out that begin with it
row ()
{
    printf '%s\n' "$out" | grep "^$1 "
}

# --- copies count once
cp -R "$real" twice
chmod -R u+w twice
gzip -dk twice/*.gz
out=$("$FIDLIO" compare -v "$real" twice)
like "$(row similarity)" '^similarity 1\.00 .*, profile system, 7 of 8 groups; not' "unpacked files beside packed ones"
like "$("$FIDLIO" inspect twice)" '^trace_read\.out\.gz +bpftrace_read +boot +not used' "inspect shows the copy"
: >twice/trace_read.out
is "$("$FIDLIO" compare -v "$real" twice | grep '^similarity ')" "$(row similarity)" "an empty file does not hide the packed one"

# --- processed trees, beside the tree that prepare makes of the same traces
if command -v python3 >/dev/null; then
    "$FIDLIO" prepare -q "$real" -o trees
    tree=trees/UNET3D_real_r2
    "$FIDLIO" inspect --format=json "$real" >phases.json
    python3 "$srcdir/tests/cli/prepare.py" "$real" phases.json paper v1 || exit 99

    like "$("$FIDLIO" inspect paper)" '^processed/read\.out +processed_read +utc +13153 events' "a processed tree is a run"
    out=$("$FIDLIO" compare -v "$tree" paper)
    for resource in block.read data.read data.open checkpoint.write disk.write phases steps; do
        like "$(row "$resource")" "^$resource +(1\.00|0\.9[0-9]) " "$resource is like that of the tree of this version"
    done
    like "$(row disk.read)" '^disk\.read +(1\.00|0\.[89][0-9]) ' "disk rates, too"
    like "$(row warning)" 'paper: steps: its log does not time steps: 200 were found' "the steps that the log lacks are found"
    like "$("$FIDLIO" inspect "$tree")" '^timeline/iostat\.csv +iostat_csv +utc +166 samples' "a tree that is given itself keeps the disk series"
    like "$("$FIDLIO" job "$tree")" '^evaluations +5, of 50 steps' "and its phases"
    unlike "$("$FIDLIO" job "$tree")" '^not seen' "and its books balance"
    cp paper/processed/read.out paper/processed/read.out.bk
    is "$("$FIDLIO" compare -v "$tree" paper)" "$out" "read.out.bk, left by the last filter, does not count"
    gzip -r paper
    is "$("$FIDLIO" compare -v "$tree" paper)" "$out" "packed it reads the same"

    mkdir only
    cp -R paper/processed/timeline only/timeline
    out=$("$FIDLIO" compare -v "$tree" only)
    like "$(row block.read)" '^block.read +(1\.00|0\.9[0-9]) ' "spans without sizes: times and counts are held against those"
    like "$(row warning)" 'no sizes in the trace of the emulation: compared by' "and that is said"
    like "$(row warning)" 'block\.read: no sizes' "of each resource"
    out=$("$FIDLIO" compare -v only only)
    like "$(row block.read)" '^block.read +1\.00 ' "and of themselves they are equal"

    like "$("$FIDLIO" inspect v1)" '^bio_data/bio_[0-9]+ +processed_bio +utc +[0-9]+ events +0 ' "the older layout, a file a process"
    out=$("$FIDLIO" compare -v "$tree" v1)
    like "$(row block.read)" '^block.read +(1\.00|0\.9[0-9]) ' "block reads"
    like "$(row data.read)" '^data.read +(1\.00|0\.9[0-9]) ' "reads"
    like "$(row checkpoint.write)" '^checkpoint.write +(1\.00|0\.9[0-9]) ' "writes, which have no size there"
    like "$(row phases)" '^phases +1\.00 ' "phases"
else
    skip "processed trees" "python3 is missing"
fi

# --- only what DLIO writes
mkdir results
cp "$dlio/dlio.log.gz" "$dlio"/*_per_epoch_stats.json "$dlio"/*_output.json.gz "$dlio/summary.json" results
like "$("$FIDLIO" inspect results)" '^results: emulation' "DLIO's own files are a run"
out=$("$FIDLIO" compare -v "$dlio" results)
like "$out" 'no similarity: the recording of the emulation does not show' "which show no I/O: no similarity"
like "$(row data.read)" 'not compared: not traced in the emulation' "nothing is made of what it does not trace"

# --- only gauges
mkdir gauges
cp "$real/cpu.out.gz" "$real/iostat.json.gz" gauges
out=$("$FIDLIO" compare -v gauges "$dlio")
like "$out" 'no similarity: the recording of the real job does not show' "gauges only: no similarity"
like "$(row warning)" 'no log names phases, so start-up is included' "says that start-up is in it"

# --- only tables
mkdir tables
{ echo time_s,op,bytes,latency_s; seq 60 | awk '{print $1 ",read," 4096 * $1 ",0.002"}'; } >tables/io.csv
{ echo time_s,cpu.user,cpu.sys,cpu.iowait,cpu.idle; seq 60 | awk '{print $1 "," $1 % 20 ",3,2," 95 - $1 % 20}'; } >tables/cpu.csv
out=$("$FIDLIO" compare -v tables tables)
like "$out" 'no similarity: some run has no known reads of data' "reads of files without names are not reads of data"
out=$("$FIDLIO" compare -v tables "$dlio")
like "$(row data.read)" '^data.read +0\.' "against a recorded run, on a clock of their own"

# --- GPUs: none was there when the runs were recorded
# pmon RUN: a gpu.out for it, with a process of the run and an idle GPU
pmon ()
{
    cp -R "$1" "$tmp/$(basename "$1")" && chmod -R u+w "$tmp/$(basename "$1")"
    pid=$(sed -n 's/.*"app_pid": \([0-9]*\).*/\1/p' "$1/meta.json")
    gzip -dc "$1/cpu.out.gz" | awk -v pid="$pid" 'BEGIN {
            print "#Date       Time        gpu        pid  type    sm   mem   enc   dec    fb   command"
            print "#YYYYMMDD   HH:MM:SS    Idx          #   C/G     %     %     %     %    MB   name" }
        $2 == "all" { sm = 20 + (NR * 7) % 60
            printf " 20261121   %s      0    %s     C    %d    %d     -     - 13086   python\n", $1, pid, sm, sm / 3
            printf " 20261121   %s      1          -     -     -     -     -     -     -   -\n", $1 }' \
        >"$tmp/$(basename "$1")/gpu.out"
}
pmon "$real"
pmon "$dlio"
out=$("$FIDLIO" compare -v --profile=system UNET3D_real_r2 UNET3D_dlio_r2)
like "$(row similarity)" ', 8 of 8 groups' "with GPUs every group is compared"
for gauge in sm mem fb; do
    like "$(row "gpu.$gauge")" "^gpu\.$gauge +(0\.[5-9]|1\.0)" "gpu.$gauge"
done
out=$("$FIDLIO" compare -v UNET3D_real_r2 "$dlio")
like "$(row warning)" 'gpu\.sm: not compared: not recorded in the emulation' "a GPU on one side only"
tap_done
