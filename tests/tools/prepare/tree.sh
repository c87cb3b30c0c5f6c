#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio prepare: the tree as a whole, on recorded runs.
. "$srcdir/tests/tap.sh"
cd "$tmp" || exit 99

for run in UNET3D_real_r2 BERT_real_r2 UNET3D_dlio_r2; do
    ok "$run" "$FIDLIO" prepare "$srcdir/tests/data/runs/$run" -o out --checkpoint-disk=vda
    cp -R "out/$run" "first_$run"
    "$FIDLIO" prepare "$srcdir/tests/data/runs/$run" -o out --checkpoint-disk=vda >/dev/null 2>&1
    ok "$run again: the same bytes" diff -r "first_$run" "out/$run"
done
for f in bio.out openat.out read.out read.out.bk write.out write.out.bk cpu.out unet3d.log \
    histograms/read_sizes.csv timeline/timeline.csv timeline/cpu_all.csv timeline/gpu_avg.csv \
    timeline/iostat.csv timeline/pid/all_combined/combined.log \
    timeline/pid/all_combined/plotting_info.json timeline/pid/each_parent/parent_0.log; do
    ok "$f" test -s "out/UNET3D_real_r2/$f"
done
is "$(find out -name '*.??????' -type d)" "" "no temporary folder stays"
ok "logs are sorted" sort -c out/UNET3D_real_r2/timeline/pid/all_combined/combined.log
# every event of a process is in the combined log, and in one parent's
is "$(cat out/UNET3D_real_r2/timeline/pid/each_parent/parent_*.log | sort | uniq -c)" \
    "$(uniq -c <out/UNET3D_real_r2/timeline/pid/all_combined/combined.log)" "parents share the combined log out"

# --- inside the run's own folder
cp -R "$srcdir/tests/data/runs/BERT_real_r2" own
chmod -R u+w own
ok "processed/ in the run" "$FIDLIO" prepare own
cp -R own/processed before
ok "again, with the first one there" "$FIDLIO" prepare own
ok "the same bytes" diff -r before own/processed

# --- groups of files
stamp ()
{
    stat -c %Y.%i "own/processed/$1"
}
read_was=$(stamp read.out)
log_was=$(stamp timeline/pid/all_combined/combined.log)
rm own/processed/timeline/cpu_all.csv
ok "the monitors only" "$FIDLIO" prepare own -s 4
is "$(stamp read.out) $(stamp timeline/pid/all_combined/combined.log)" "$read_was $log_was" "other files are not touched"
ok "what was lost is back" diff -r before own/processed
rm own/processed/write.out own/processed/timeline/pid/all_combined/combined.log
copy_was=$(stamp read.out.bk)
ok "from the filters on" "$FIDLIO" prepare own -s 2
is "$(stamp read.out.bk)" "$copy_was" "the copies before the filter stay"
ok "the same tree again" diff -r before own/processed
rm own/processed/timeline/pid/all_combined/combined.log
ok "the logs by process from the traces of the tree" "$FIDLIO" prepare own -s 3
ok "and again the same" diff -r before own/processed
like "$("$FIDLIO" prepare own -s 5 2>&1)" '^processes: [1-9]' "nothing but the processes"

# --- several runs
mkdir runs
for run in BERT_real_r2 UNET3D_dlio_r2; do
    ln -s "$srcdir/tests/data/runs/$run" runs/$run
done
ok "several runs" "$FIDLIO" prepare runs/* -o many -q
for run in BERT_real_r2 UNET3D_dlio_r2; do
    "$FIDLIO" prepare "runs/$run" -o one -q
done
ok "each as if alone" diff -r one many
mkdir runs/empty
out=$("$FIDLIO" prepare runs/* -o rest 2>err)
is "$?" 4 "one of them fails"
like "$(cat err)" 'runs/empty' "it is named"
is "$(printf '%s\n' "$out" | grep '^rest/')" "rest/BERT_real_r2: bert
rest/UNET3D_dlio_r2: dlio" "the others are done"
exits 3 "all of them fail" "$FIDLIO" prepare runs/empty runs/none -o rest
mkdir -p other/empty
exits 2 "two trees of one name" "$FIDLIO" prepare runs/empty other/empty -o rest

# --- a processed tree has what prepare would need no more
cp -R before tree
said=$("$FIDLIO" prepare tree -o again -w bert 2>&1)
is "$?" 3 "a processed tree is refused"
like "$said" "tree: a processed tree already \([a-z/_.]+\); .inspect', .compare' and .plot' read it as it is" "with what to do instead"
ok "nothing is written" test ! -e again
mkdir moved && mv own/processed moved/processed
exits 3 "so is a folder that holds one" "$FIDLIO" prepare moved -w bert
ok "which stays" diff -r before moved/processed
mkdir kept && cp "$srcdir"/tests/data/runs/BERT_real_r2/*.log* kept
exits 0 "a log alone" "$FIDLIO" prepare kept -w bert
cp -R kept/processed kept.before
exits 0 "again, beside the tree that was made of it" "$FIDLIO" prepare kept -w bert
ok "the same bytes" diff -r kept.before kept/processed
mkdir tables && cp kept/*.log* tables
{ echo time_s,op,bytes,latency_s; seq 60 | awk '{print $1 ",read," 4096 * $1 ",0.002"}'; } >tables/io.csv
like "$("$FIDLIO" prepare tables -o rest -w bert 2>&1)" 'fidlio: io\.csv: is csv, which gives no read\.out' "a table is told to be left out"

# --- places that cannot be
mv moved/processed own/processed
touch file
exits 5 "a file in the way" "$FIDLIO" prepare own -o file
exits 2 "the same run twice" "$FIDLIO" prepare own own -o out
exits 2 "no run" "$FIDLIO" prepare
exits 2 "JSON" "$FIDLIO" prepare own --format=json
tap_done
