#!/bin/sh
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

# --- fidlio reads it back: a run and the tree made of it are the same
cat >least.py <<'END'
import json, sys
of = {r["resource"]: r["grade"] for r in json.load(open(sys.argv[1]))["resources"] if r["grade"] is not None}
of.pop("locality")  # reads of a file an epoch: the tree of an emulation does not number epochs
print(len(of), "alike" if min(of.values()) > 0.95 else of)
END
for run in UNET3D_real_r2 UNET3D_dlio_r2; do
    "$FIDLIO" prepare "$srcdir/tests/data/runs/$run" -o all --no-filter >/dev/null 2>&1
    "$FIDLIO" compare -q --no-series "$srcdir/tests/data/runs/$run" "all/$run" -o "res_$run" >/dev/null
done
is "$(python3 least.py res_UNET3D_real_r2/*.json)" "14 alike" "the real run and its tree, resource by resource"
is "$(python3 least.py res_UNET3D_dlio_r2/*.json)" "11 alike" "the emulation and its tree (which has no steps)"

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

# --- places that cannot be
touch file
exits 5 "a file in the way" "$FIDLIO" prepare own -o file
exits 2 "two runs" "$FIDLIO" prepare own own
exits 2 "no run" "$FIDLIO" prepare
exits 2 "JSON" "$FIDLIO" prepare own --format=json
tap_done
