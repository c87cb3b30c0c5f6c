#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio report and check on results made by hand (tests/data/result).
. "$srcdir/tests/tap.sh"

sh "$srcdir/tests/data/result/make.sh" "$tmp"
cd "$tmp" || exit 99

# --- report
exits 0 "report --dry-run" "$FIDLIO" report -n good
is "$(find good -newer broken -name 'r*')" "" "it writes nothing"
out=$("$FIDLIO" report good)
is "$?" 0 "report"
like "$out" '^unet3d, profile system; samples a second; limit 10 %$' "a heading for each workload"
like "$out" '^U_dlio    YES: 4 of 4 clauses met$' "a line for each configuration"
is "$(printf '%s\n' "$out" | grep -c '_dlio.* \(YES\|NO\|CANNOT TELL\)')" 3 "one each, those of other workloads none"
cp -R good two
sed -i '/"profile": "system",$/s/system/storage/' two/B_real*
lines=$("$FIDLIO" report -n two)
like "$lines" '^bert, profile storage; ' "where profiles differ, a heading has its own"
like "$lines" '^unet3d, profile system; ' "each its own"
full=$("$FIDLIO" report -nv good)
like "$full" '^unet3d, profile system$' "-v: a list for each workload"
like "$full" '^ *=1  U_dlio_2  ' "ties are marked"
like "$full" '^ *3  B_dlio ' "and the next place is counted on"
is "$(printf '%s\n' "$out" "$full" | awk 'length > 80')" "" "80 columns"
is "$(cd good && echo [a-z]*)" "index.json ranking.tsv report.html report.md" "four files, no others"

is "$(awk -F '\t' 'NR == 1 { n = NF } NF != n || n < 30' good/ranking.tsv)" "" "ranking.tsv: every row has its cells"
is "$(awk -F '\t' '$1 == "U_real" { print $3, $4, $5, $11, $17, $21 }' good/ranking.tsv)" \
    "system 1 yes U_dlio 0.800000 valid
system 1 yes U_dlio_2 0.797000 valid
system 3 no B_dlio 0.400000 not valid" "ranking.tsv: places, ties, numbers, verdicts"
like "$(cat good/report.md)" '^\| +=1 \| U_dlio_2 +\| +1 \| - +\| storage, system \| +0\.797 \| +- \| +4 \| +2/4 \| +1 \| - +\|$' \
    "report.md: a row"
like "$(cat good/report.md)" '^\| U_dlio_2 +\| U_real +\| system +\| +0\.797 \| +4 \|$' "nearest real run"
like "$(cat good/report.md)" '^\| U_real \| 0\.40 \| 0\.80 \| 0\.80 \|$' "matrix of all pairs"
like "$(cat good/report.md)" '^\* block\.write is silent in the emulation' "serious findings"
like "$(cat good/report.md)" 'window: job\.$' "the window is said"
{
    cat good/report.md good/index.json good/ranking.tsv
    for id in all 1; do python3 "$srcdir/tests/report/page.py" data $id good/report.html; done
} >all
unlike "$(cat all)" "$tmp|[Nn]a[Nn]|[^a-z]inf[^a-z]" "no paths, no NaN"

cat >get.py <<'END'
import json
d = json.load(open("good/index.json"))
print([n["real"][0]["id"] for n in d["nearest"]], d["matrix"]["similarity"], d["failed"], d["warnings"])
END
is "$(python3 get.py)" "['B_real', 'U_real', 'U_real'] [[0.795, 0.4, 0.35], [0.4, 0.8, 0.797]] [] []" "index.json"

cp -R good again
ok "a second time" "$FIDLIO" report -q again
ok "gives the same files" diff -r good again
ok "under another time zone and locale" env TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 "$FIDLIO" report "$tmp/again/"
ok "too, wherever it lies" diff -r good again
for format in json csv md tsv; do
    like "$("$FIDLIO" report -n --format=$format good)" "U_dlio_2" "as $format"
done
is "$("$FIDLIO" report -n --format=md good)" "$(cat good/report.md)" "report.md is the md format"

awk '/^```text$/ { on = 1; next } /^```$/ { on = 0 } on' "$srcdir/doc/report.md" >documented
"$FIDLIO" report -n "$srcdir/results" >printed
ok "the lines of the shipped results are those of doc/report.md" cmp documented printed

# --- what cannot be read
exits 3 "nothing but broken files" "$FIDLIO" report -n broken
for name in binary control cut empty huge list nooverall noprofile range schema old trailing type noid; do
    like "$("$FIDLIO" report -n broken 2>&1)" "^fidlio: broken/x__$name\.json:" "$name is named"
done
unlike "$("$FIDLIO" report -n broken 2>/dev/null)" '[0-9]' "and gives no number"
is "$("$FIDLIO" report -n broken 2>&1 | grep x__old)" \
    "fidlio: broken/x__old.json: made by an older fidlio (schema fidlio.pair/3); compare the runs again" \
    "a result of version 1 gets a sentence"
exits 3 "a directory without results" "$FIDLIO" report .
exits 3 "no directory" "$FIDLIO" report none
exits 3 "a file" "$FIDLIO" report get.py
mkdir mixed
cp good/*__* broken/x__cut.json mixed
exits 4 "one of seven broken: the rest is ranked" "$FIDLIO" report mixed
like "$(cat mixed/report.md)" '^\* x__cut\.json:204: ' "report.md names it"
cp good/U_real__U_dlio.json mixed/y__z.json
like "$("$FIDLIO" report mixed 2>&1)" 'y__z.json: the same pair as U_real__U_dlio.json' "a pair counts once"
printf 'U_real\tU_x\tno trace\nU_real\tU_dlio\tstale\n' >again/failed.tsv
exits 4 "a pair that failed" "$FIDLIO" report again
like "$(cat again/report.md)" '^\* U_real x U_x: no trace$' "is listed"
unlike "$(cat again/report.md)" stale "one that has a result by now is not"
sed 's/"key": "0/"key": "1/' good/U_real__U_dlio.json >again/U_real__U_dlio.json
like "$("$FIDLIO" report again 2>&1)" 'different options or versions' "mixed options are said"

if [ "$(id -u)" -ne 0 ]; then
    chmod a-w good
    exits 5 "a directory that cannot be written" "$FIDLIO" report good
    chmod u+w good
else
    skip "a directory that cannot be written" "root may write everywhere"
fi
rm again/report.md
mkdir again/report.md
exits 5 "a file that cannot be replaced" "$FIDLIO" report again
is "$(find again -name '*.md.*')" "" "leaves no temporary file"

# --- check
rm good/index.json
exits 0 "all reach 0.35" "$FIDLIO" check good --fail-below=0.35
exits 1 "one is below 0.36" "$FIDLIO" check good --fail-below 0.36
is "$("$FIDLIO" check good --fail-below=0.36 2>/dev/null)" \
    "configuration  of       verdict  was     is  ratio  interval  allowed
U_dlio_2       overall  FAIL       -  0.350      -         -    0.360
  B_real x U_dlio_2: overall: FAIL: 0.3500 is below 0.36; first cause: files of
  data: 7 instead of 42; workload.dataset.num_files_train: 7 -> 42; similarity
  then 0.61 at best" "and named, with what explains it"
is "$("$FIDLIO" check good --fail-below=0.36 2>&1 >/dev/null)" \
    "fidlio: FAIL: 0 configurations, 6 pairs, 1 checks failed, 0 inconclusive, 5 passed" "counted"
is "$("$FIDLIO" check good --fail-below=0.3 -q 2>&1)" "" "quiet when all is well"
exits 0 "pairs of one workload" "$FIDLIO" check good --fail-below=0.79 --same-workload
exits 1 "a group" "$FIDLIO" check good --fail-below=0.3 --group=disk
exits 0 "another group" "$FIDLIO" check good --fail-below=0.8 --group=CPU
exits 2 "a group that there is not" "$FIDLIO" check good --fail-below=0 --group=disks
like "$("$FIDLIO" check good --fail-below=0 --group=disks 2>&1)" "unknown group 'disks'; choose one of disk, files, cpu" "the choices are listed"
like "$("$FIDLIO" check good --fail-below=0 --resource=disk 2>&1)" "unknown resource 'disk'; choose one of block.read, " "those of resources, too"
exits 1 "a group that was not compared is not known to be good" "$FIDLIO" check good --fail-below=0 --group=gpu
exits 1 "nor is a resource" "$FIDLIO" check good --fail-below=0 --resource=gpu.sm
like "$("$FIDLIO" check good --fail-below=0 --resource=gpu.sm)" 'not compared|no GPU trace' "the reason is given"
exits 0 "idle in both agrees" "$FIDLIO" check good --fail-below=1 --resource=block.write
exits 3 "broken results are not checked" "$FIDLIO" check broken --fail-below=0
is "$("$FIDLIO" check broken --fail-below=0 2>&1 | grep -c 'broken/x__.*\.json:')" 1 "the first of them is named"
exits 3 "one broken file spoils it" "$FIDLIO" check mixed --fail-below=0
like "$("$FIDLIO" check mixed --fail-below=0.36 2>&1)" '^fidlio: mixed/x__cut\.json:204: ' "and is named"
like "$("$FIDLIO" check mixed --fail-below=0.36 2>/dev/null)" 'B_real x U_dlio_2: overall: FAIL' "below the rows of the others"
exits 2 "a group of no limit" "$FIDLIO" check good --fail-above=10 --group=disk
exits 2 "a resource of no limit" "$FIDLIO" check good --fail-above=10 --resource=data.read
exits 2 "one workload without a limit" "$FIDLIO" check good --baseline=none --same-workload
exits 3 "no directory" "$FIDLIO" check none --fail-below=0
is "$("$FIDLIO" check good --fail-below=0.3 2>/dev/null)" "" "nothing to show"
tap_done
