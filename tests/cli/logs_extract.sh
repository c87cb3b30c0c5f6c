#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio logs extract: every log of a folder of experiments.
. "$srcdir/tests/tap.sh"

cd "$tmp" || exit 99
data=$srcdir/tests/data/joblogs
short=$data/short.txt
# listing DIR: its files, in one line
listing ()
{
    (cd "$1" && find . -type f | LC_ALL=C sort | tr '\n' ' ')
}

# --- the experiment of the reference: four machines, three batch sizes, two times
mkdir -p full/logs
for machine in p2-1 p2-8 p2-16 p3-2; do
    for batch in 256 512 1024; do
        for n in 0 1; do
            cp "$short" "full/logs/result-$machine-$batch-e$n.txt"
        done
    done
done
ok "24 logs" "$FIDLIO" logs extract full
is "$(find full/execution-times -type f | wc -l)" 48 "give 48 files"
"$FIDLIO" logs parse --system=p2-16 --batch-size=1024 "$short" >want.json
ok "JSON as of parse, with the names" cmp want.json full/execution-times/p2-16/1024/e0.json
"$FIDLIO" logs summary -q "$short" >want.txt
ok "a summary as of summary" cmp want.txt full/execution-times/p2-16/1024/e0.summary
cp -r full/execution-times before
ok "again" "$FIDLIO" logs extract full
ok "is the same" diff -r before full/execution-times
ok "in the folder of the logs" "$FIDLIO" logs extract full/logs -o elsewhere
ok "the same elsewhere" diff -r before elsewhere
ok "as the older tools" "$FIDLIO" logs extract --form=v1 full -o v1
"$FIDLIO" logs parse --form=v1 "$short" >want.json
ok "v1 JSON" cmp want.json v1/p2-1/256/e1.json
is "$(head -n 1 v1/p2-1/256/e1.summary)" "Total training time: 20.0" "v1 summary"

# --- names
mkdir -p odd/logs/result-p2-1-1-e1.dir
for name in result-p2-1-256-e1.txt result-a-b-c-07-e10.txt result-p2-1-256-e2.txt.gz \
    result-256-e1.txt result--256-e1.txt result-..-256-e1.txt result-p2-x-e1.txt \
    result-p2-256-1.txt result-p2-256-e.txt notes.txt result-.txt; do
    cp "$short" "odd/logs/$name"
done
cp "$short" odd/logs/.hidden
cp "$short" "odd/logs/result-$(printf 'x%.0s' {1..200})-1-e1.txt"
said=$("$FIDLIO" logs extract odd 2>&1)
is $? 0 "files of other names are no error"
is "$(listing odd/execution-times)" "./a-b-c/07/e10.json ./a-b-c/07/e10.summary ./p2-1/256/e1.json ./p2-1/256/e1.summary ./p2-1/256/e2.json ./p2-1/256/e2.summary " \
    "machine, batch and experiment are told from the right, also of packed logs"
is "$(printf '%s\n' "$said" | grep -c 'skipped, its name is not result-VMTYPE-BS-eN.txt')" 10 "the others are named"
is "$("$FIDLIO" logs extract -q odd 2>&1)" "" "unless -q"

# --- pictures of the JSON that was made
mkdir tree
cp -r full/execution-times/p2-1 full/execution-times/p3-2 tree/
find tree -name '*.summary' -delete
find tree -name '*.json' -exec cksum {} + | sort >before.txt
ok "a tree of JSON is drawn" "$FIDLIO" logs extract tree --plots
is "$(find tree -name 'e[01]-step_times_per_epoch.svg' | wc -l)" 12 "a picture beside each"
ok "and a page of all" test -s tree/all-step_times_per_epoch.html
is "$(find tree -name '*.json' -exec cksum {} + | sort)" "$(cat before.txt)" "the JSON stays as it is"
is "$(find tree -name '*.summary')" "" "no summaries"
like "$(cat tree/p3-2/512/e1-step_times_per_epoch.svg)" 'p3-2 / 512 / e1' "titled by its folders"
"$FIDLIO" logs extract full/logs -o redrawn --plots
ok "the pictures are those of the logs" cmp redrawn/p3-2/512/e1-step_times_per_epoch.svg tree/p3-2/512/e1-step_times_per_epoch.svg
cp tree/p3-2/512/e1-step_times_per_epoch.svg first.svg
ok "again, beside the pictures" "$FIDLIO" logs extract tree --plots
ok "they are the same" cmp first.svg tree/p3-2/512/e1-step_times_per_epoch.svg
exits 3 "without --plots there is nothing to do" "$FIDLIO" logs extract tree

# --- what is wrong
mkdir -p some/logs none empty/logs
cp "$short" some/logs/result-p2-1-1-e1.txt
mkdir some/logs/result-p2-1-2-e1.txt
: >some/logs/result-p2-1-3-e1.txt
said=$("$FIDLIO" logs extract some 2>&1)
is $? 4 "one of three cannot be read"
like "$said" "result-p2-1-2-e1.txt: not a regular file" "which is told"
like "$said" "some/execution-times: 2 of 3 logs" "and counted"
is "$(listing some/execution-times)" "./p2-1/1/e1.json ./p2-1/1/e1.summary ./p2-1/3/e1.json ./p2-1/3/e1.summary " \
    "the others are written, one without times too"
rm some/logs/result-p2-1-[13]*
exits 3 "none can be read" "$FIDLIO" logs extract some
exits 3 "no logs" "$FIDLIO" logs extract empty
exits 3 "no folder" "$FIDLIO" logs extract nowhere
exits 4 "one folder of two" "$FIDLIO" logs extract nowhere full
exits 3 "no folder of two" "$FIDLIO" logs extract nowhere empty
exits 2 "nothing" "$FIDLIO" logs extract
exits 2 "two folders in one" "$FIDLIO" logs extract full odd -o out
exits 2 "names are those of the files" "$FIDLIO" logs extract --system=p2 full
exits 2 "pictures of an unknown kind" "$FIDLIO" logs extract --plots=gif full
exits 2 "a title without a picture" "$FIDLIO" logs extract --title=x full
exits 2 "plots of plot" "$FIDLIO" logs plot --plots "$short"
: >blocked
exits 5 "a file where the folder should be" "$FIDLIO" logs extract full -o blocked
is "$(wc -c <blocked)" 0 "which stays"

# --- pictures
cp -r "$data/logs" three
ok "pictures" "$FIDLIO" logs extract -q three --plots --title='Three <jobs>' -o drawn
is "$(listing drawn)" "./all-step_times_per_epoch.html ./all-validation_accuracy.svg ./p2-1/256/e1-step_times_per_epoch.svg ./p2-1/256/e1.json ./p2-1/256/e1.summary ./p2-1/512/e1-step_times_per_epoch.svg ./p2-1/512/e1.json ./p2-1/512/e1.summary ./p3-2/256/e1-step_times_per_epoch.svg ./p3-2/256/e1.json ./p3-2/256/e1.summary " \
    "one a log, and those of all"
"$FIDLIO" logs plot three/result-p2-1-512-e1.txt -t 'p2-1 / 512 / e1' >want.svg
ok "as of plot, with the names for a title" cmp want.svg drawn/p2-1/512/e1-step_times_per_epoch.svg
is "$(sed -n 's|<h[12]>\(.*\)</h[12]>|\1|p' drawn/all-step_times_per_epoch.html | tr '\n' ,)" \
    "Three &lt;jobs&gt;,p2-1 / 256 / e1,p2-1 / 512 / e1,p3-2 / 256 / e1,Validation accuracy," "a page of all"
texts=$(python3 -c 'import sys, xml.etree.ElementTree as T
print("|".join("".join(e.itertext()) for e in T.parse(sys.argv[1]).iter() if e.tag.endswith("}text")))' drawn/all-validation_accuracy.svg)
like "$texts" 'p2-1\|batch 256\|batch 512\|.*p3-2\|batch 256\|.*\|training time \(s\)' "accuracy by machine and batch size"
ok "of logs without accuracy" "$FIDLIO" logs extract -q full --plots -o plain
ok "no picture of it" test ! -e plain/all-validation_accuracy.svg
mkdir -p bare/logs
: >bare/logs/result-p2-1-1-e1.txt
ok "of a log without times" "$FIDLIO" logs extract -q bare --plots
is "$(listing bare/execution-times)" "./p2-1/1/e1.json ./p2-1/1/e1.summary " "no picture, and no page"
"$FIDLIO" --version >version
if grep -q 'cairo no' version; then
    exits 2 "PDF in a build without cairo" "$FIDLIO" logs extract three --plots=pdf -o pdf
else
    ok "PDF" "$FIDLIO" logs extract -q three --plots=pdf -o pdf
    is "$(head -c 4 pdf/p3-2/256/e1-step_times_per_epoch.pdf)" %PDF "is one"
    is "$(head -c 4 pdf/all-validation_accuracy.pdf)" %PDF "of accuracy too"
fi
# --- packed logs
mkdir -p packed/logs && cp "$srcdir"/tests/data/joblogs/logs/result-p2-1-256-e1.txt packed/logs && gzip packed/logs/*
ok "packed logs" "$FIDLIO" logs extract packed -q
"$FIDLIO" logs parse "$srcdir/tests/data/joblogs/logs/result-p2-1-256-e1.txt" --system=p2-1 --batch-size=256 -q -o plain.json
ok "as plain ones" cmp plain.json packed/execution-times/p2-1/256/e1.json
cp "$srcdir"/tests/data/joblogs/logs/result-p2-1-256-e1.txt packed/logs
like "$("$FIDLIO" logs extract packed 2>&1)" 'e1\.txt\.gz: skipped, packed/logs/result-p2-1-256-e1\.txt is the same log' "a packed copy is skipped"
tap_done
