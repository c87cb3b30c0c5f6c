#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio paper: all that a paper shows of a folder of runs, by one command.
. "$srcdir/tests/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"
runs=$(cd "$srcdir/tests/data/runs" && pwd)
cd "$tmp" || exit 99
mkdir -p all/sub all/nothing
ln -s "$runs/DLRM_real_r4" "$runs/DLRM_dlio_r4" all
ln -s "$runs/DLRM_real_r7" all/sub
# what paper calls
printf '#!/bin/sh\necho "$1 $2" >>"%s/calls"\nexec "%s" "$@"\n' "$tmp" "$FIDLIO" >called
chmod +x called
program=$FIDLIO
paper () { FIDLIO=$tmp/called "$program" paper "$@"; }

ln -s all/out out
paper all -o all/out 2>said
is "$?" 0 "all parts are made"
like "$(cat said)" '3 runs, of these 2 real' "runs and their kinds are found"
is "$(ls out/trees)" "DLRM_dlio_r4
DLRM_real_r4
DLRM_real_r7" "a processed tree of each run"
ok "is one" test -s out/trees/DLRM_real_r4/timeline/timeline.csv
is "$(cd out/timelines && echo DLRM_real_r4-*)" \
    "DLRM_real_r4-first_5min.svg DLRM_real_r4-first_eval.svg DLRM_real_r4-first_training.svg DLRM_real_r4-init.svg DLRM_real_r4-last_2min.svg DLRM_real_r4-last_5s.svg DLRM_real_r4-overview.svg" \
    "timelines with zooms"
is "$(cd out/results && echo DLRM*[0-9].json)" \
    "DLRM_real_r4__DLRM_dlio_r4.json DLRM_real_r4__DLRM_real_r7.json DLRM_real_r7__DLRM_dlio_r4.json DLRM_real_r7__DLRM_real_r4.json" \
    "all pairs, and repeats, but no run with itself"
like "$(cat said)" 'with itself that are set aside: 2' "which is said"
ok "a report" test -s out/results/report.html
is "$(cd out/pairs && echo DLRM_real_r4__DLRM_dlio_r4-*)" \
    "DLRM_real_r4__DLRM_dlio_r4-answer.svg DLRM_real_r4__DLRM_dlio_r4-breakdown.svg DLRM_real_r4__DLRM_dlio_r4-breakdown.tex DLRM_real_r4__DLRM_dlio_r4-distributions.svg DLRM_real_r4__DLRM_dlio_r4-rates.svg DLRM_real_r4__DLRM_dlio_r4-spectra.svg" \
    "pictures of pairs, and breakdowns"
like "$(cat out/pairs/DLRM_real_r4__DLRM_dlio_r4-breakdown.tex)" '^data.read & [0-9.]+ & x[0-9.]+ & .*' "a breakdown as LaTeX"
is "$(ls out/tables)" "answers.tex
breakdown.csv
facets.csv
findings.csv
parameters.csv
ranking.csv
steps.csv
steps.tex" "tables"
like "$(cat out/tables/answers.tex)" 'DLRM\\_real\\_r4 & DLRM\\_dlio\\_r4 & [0-9]+ \\% & ' "answers as LaTeX"

# steps of the two real runs together: as counted by another command
is "$(sed -n 's/^\(DLRM_real,2,log,step,[0-9]*\),.*/\1/p' out/tables/steps.csv)" \
    "DLRM_real,2,log,step,$(for run in 4 7; do "$FIDLIO" job --format=json "$runs/DLRM_real_r$run"; done |
        python3 -c 'import json, sys
text, at, n = sys.stdin.read(), 0, 0
while text[at:].strip():
    job, end = json.JSONDecoder().raw_decode(text[at:].lstrip())
    at = len(text) - len(text[at:].lstrip()) + end
    n += job["steps_n"]
print(n)')" "steps are pooled by name"
like "$(cat out/tables/steps.tex)" '^DLRM\\_real & 2 & log & computation & ' "and are LaTeX, too"

is "$("$FIDLIO" inspect all 2>/dev/null | head -n 1)" "all: 3 runs" "trees are no runs beside them"
like "$("$FIDLIO" inspect all/out/trees 2>/dev/null | head -n 1)" ': 3 runs' "but by themselves"

# --- called again
(cd out && find . -type f ! -path '*/.*' -exec cksum {} +) | sort >before
rm calls
ok "called again" paper all -o all/out -q
(cd out && find . -type f ! -path '*/.*' -exec cksum {} +) | sort >after
ok "all is the same" cmp before after
is "$(grep -cE '(prepare|plot) -q' calls)" 0 "no tree and no picture is made again"
rm -r out/trees/DLRM_real_r4 calls
ok "one that is missing" paper all -o all/out -q
is "$(grep -c 'prepare -q' calls) $(grep -c plot calls)" "1 0" "is made, and nothing else"

# --- a manifest
mkdir lists
cat >lists/m <<'END'
# pairs of a paper
name real ../all/DLRM_real_r4
real real
emulation real
emulation ../all/DLRM_dlio_r4
pair	../all/DLRM_real_r4	../all/DLRM_real_r4
END
ok "a manifest" paper lists/m -o list --image=png -q
is "$(cd list/results && echo *__*[0-9l].json)" "real__DLRM_dlio_r4.json" "has its pairs, by its names, and no run with itself"
echo 'run a' >lists/bad
exits 2 "a line of another form" paper lists/bad -o bad
like "$(paper lists/bad -o bad 2>&1)" "lists/bad:1: expected 'real DIR'" "is named"

# --- what some runs cannot have
out=$(paper all/out/trees -o of-trees 2>&1)
is "$?" 0 "processed trees"
like "$out" 'DLRM_real_r4: a processed tree already' "need no trees"
ok "but have pictures" test -s of-trees/timelines/DLRM_real_r4-init.svg -a -s of-trees/pairs/DLRM_real_r4__DLRM_dlio_r4-rates.svg
out=$(paper "$srcdir/tests/data/plain_log" -o logs 2>&1)
is "$?" 0 "a log alone"
like "$out" 'no pairs: a pair is a real run' "has no pair"
ok "but steps" grep -q '^plain_log,1,.*,step,' logs/tables/steps.csv

# --- without the package of prepare
mkdir bare
cp "$FIDLIO" bare/fidlio
cp "$(dirname "$FIDLIO")/fidlio-paper" bare
out=$(PATH=/usr/bin:/bin env -u FIDLIO bare/fidlio paper "$srcdir/tests/data/plain_log" -o bare/out 2>&1)
is "$?" 4 "no program for trees"
like "$out" 'fidlio-prepare is not installed' "is named once"

# --- what cannot be read
cp -R all/. some
rm -r some/nothing some/sub some/out
cp -RL "$runs/DLRM_real_r7" some/broken
echo 'no role at all' >some/broken/roles
paper some -o partly 2>said
is "$?" 4 "a run that cannot be read"
like "$(cat said)" 'some/broken/' "is named"
exits 4 "inspect lists the others, too" "$FIDLIO" inspect some
ok "the others are done" test -s partly/pairs/DLRM_real_r4__DLRM_dlio_r4-rates.svg
exits 3 "a folder without runs" paper all/nothing -o never
exits 3 "no folder" paper none -o never
ok "leave nothing" test ! -e never
exits 2 "a folder with other files" paper all -o lists
exits 2 "two folders" paper all all
exits 2 "a picture of no kind" paper all --image=gif
tap_done
