#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/validate: its arithmetic by hand, and a small validation that says what is known
. "$srcdir/tests/tap.sh"

command -v python3 >/dev/null || skip_all "python3 is not installed"
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$srcdir/tests/validate"

# value EXPRESSION WANT WHAT: a Python expression over the parts of scripts/validate, printed with %.6g
value ()
{
    is "$(python3 -c 'import stats, timemap, results, verdicts, gates, ladder
v = '"$1"'
print("%.6g" % v if isinstance(v, float) else v)' 2>&1)" "$2" "$3"
}
value 'stats.tau_b([0, 1, 2, 3], [1, 2, 5, 9])' 1 "tau-b of what only grows"
value 'stats.tau_b([0, 1, 2, 3], [9, 5, 2, 1])' -1 "of what only falls"
# 5 pairs agree, 1 does not
value 'stats.tau_b([0, 1, 2, 3], [1, 2, 9, 5])' 0.666667 "one pair exchanged: 4/6"
# pairs 6, tied in y 1, 5 agree: 5 / sqrt (6 * 5)
value 'stats.tau_b([0, 1, 2, 3], [1, 1, 2, 3])' 0.912871 "a tie: 5/sqrt(30)"
value 'stats.tau_b([0, 1, 2], [4, 4, 4])' None "nothing moves: none"
# ranks 1 2.5 2.5 4 and 1 2 3 4: 4.5 / sqrt (4.5 * 5)
value 'stats.spearman([0, 1, 1, 2], [1, 2, 3, 4])' 0.948683 "Spearman with a tie"
value 'stats.spearman([3, 1], [5, 5])' None "nothing moves: none"
# 3 of 4 and 1 of 4: drawn whole, 1/4, 1/2 or 3/4
value 'stats.clustered([(3, 4), (1, 4)])' '(0.25, 0.75)' "clusters are drawn whole"
# 1 - .05 ^ (1 / 2)
value 'tuple("%.4f" % x for x in stats.clustered([(0, 4), (0, 1)]))' "('0.0000', '0.7764')" "none of two clusters: the exact bound of two trials"
value 'tuple("%.4f" % x for x in stats.clustered([(4, 4)]))' "('0.0500', '1.0000')" "all of one"
value 'results.parse("BERT_dlio_nockpt_r1")' "('BERT', 'dlio', 'nockpt', 1)" "what a name says"
value 'results.parse("BERT_real_r4/x")' None "another name"
value 'timemap.delay_from(5.0, 2.0).move(4.0)' 4 "before a delay"
value 'timemap.delay_from(5.0, 2.0).move(5.0)' 7 "in a delay"
value 'timemap.without([(2.0, 3.0)]).move(2.5)' None "what is cut out"
value 'timemap.without([(2.0, 3.0)]).move(4.0)' 3 "what follows closes up"
# 1 s readings of 6 a second; from 1 on half as fast: 6 in the first second, then 3 a second
value 'timemap.regrid([1.0, 2.0], [[6.0], [6.0]], timemap.continuous([(1.0, 1.0), (2.0, 3.0), (3.0, 5.0)]), True)[1]' \
    '[[6.0], [3.0], [3.0]]' "a gauge keeps its mass"
value 'timemap.regrid([1.0, 2.0], [[6.0], [4.0]], timemap.continuous([(1.0, 1.0), (2.0, 3.0), (3.0, 5.0)]), False)[1]' \
    '[[6.0], [4.0], [4.0]]' "or its level"

value 'len(gates.splits("abcde", 3, 3)), len(gates.splits("abcde", 3, 1)), len(gates.splits("abcde", 5, 5))' \
    '(30, 20, 0)' "sides share as few runs as they can, and are never the same"
value 'ladder.follows((0.5, 0.25), [1, 2], True)' 1 "smaller parts are a stronger change"

# --- a ladder over one workload
mkdir "$tmp/runs"
for run in DLRM_real_r4 DLRM_real_r7; do
    ln -s "$srcdir/tests/data/runs/$run" "$tmp/runs/$run"
done
ok "a ladder" "$srcdir/scripts/validate" --quick --only ladder --ladders 'record,split' \
    --runs "$tmp/runs" -o "$tmp/out"
rows=$(cut -f 1,2,5,6,8 "$tmp/out/ladder.tsv" | tr '\t' ' ')
like "$rows" "^record DLRM_real_r4 \{'data.read.bytes': 1.0, 'answer.error': [01]\.[0-9]*\} \{\} True$" \
    "larger samples: bytes follow, steps and phases stay, the similarity falls"
like "$rows" "^split DLRM_real_r4 \{'data.read.size_bytes': 1.0\} .* True$" "smaller requests: sizes follow"

# --- repeats: two of a real run are three sets
ln -s "$srcdir/tests/data/runs/DLRM_dlio_r4" "$tmp/runs/DLRM_dlio_r4"
ok "sets of repeats" "$srcdir/scripts/validate" --only repeats --runs "$tmp/runs" -o "$tmp/out"
is "$(sed -n 2p "$tmp/out/repeats.tsv" | cut -f 1-5 | tr '\t' ' ')" "DLRM_dlio_r4 3 0 3 0" \
    "each set has a verdict"
like "$(cat "$tmp/out/validation.md")" "^0 of 1 emulations are valid with some repeats and not valid with others" \
    "and no two contradict each other"

# --- coverage: of two emulations each one's intervals are held against the other, by either real run
mkdir "$tmp/two"
ln -s "$srcdir/tests/data/runs"/DLRM_real_r[47] "$srcdir/tests/data/runs/DLRM_dlio_r4" "$tmp/two"
"$srcdir/tests/validate/perturb" "$tmp/two/DLRM_dlio_r4" "$tmp/two/DLRM_dlio_r5" --noise 0.05
ok "coverage" "$srcdir/scripts/validate" --only coverage --runs "$tmp/two" -o "$tmp/out"
like "$(cat "$tmp/out/validation.md")" '^\| DLRM \| a new emulation \| 2 \| 4 \| [01]' "a recording counts once, whatever shares it"
is "$(wc -l <"$tmp/out/coverage.tsv")" 9 "four intervals by the same real run, four by the other"

# --- logs that say less: their answers are within 0.03, or not known where the log of DLIO is shorter
# than what the trace saw written into it
mkdir "$tmp/none"
for run in UNET3D_real_r2 UNET3D_dlio_r2; do
    ln -s "$srcdir/tests/data/runs/$run" "$tmp/runs/$run"
done
ok "logs without steps and checkpoints" "$srcdir/scripts/validate" --only stripped --runs "$tmp/runs" --corpus "$tmp/none" -o "$tmp/out"
is "$(awk -F '\t' '$2 ~ /UNET3D/ && $5 != "calls alone" { print $4, $5, $7 == "" || ($6 - $7) ^ 2 < .03 ^ 2, $8 == $9 }' "$tmp/out/stripped.tsv")" \
"real no steps 1 1
real no checkpoints 1 1
real neither 1 1
emulation no steps 1 1
emulation no checkpoints 1 1
emulation neither 1 1
both no steps 1 1
both no checkpoints 1 1
both neither 1 1" "their answers are those of the whole logs"

# --- order, causes and gate over what is shipped; the page keeps what is around the marks
printf '%s\n' text '<!-- scripts/validate writes from here -->' old '<!-- to here -->' more >"$tmp/doc.md"
ok "order, causes, gate" "$srcdir/scripts/validate" --quick --only order,causes,gate -o "$tmp/all" --doc "$tmp/doc.md"
order=$(cut -f 1-4,7 "$tmp/all/order.tsv" | tr '\t' ' ')
like "$order" '^storage UNET3D_real_r4 UNET3D_dlio_r2 UNET3D_dlio_nockpt_r1 right$' "no checkpoints: below the one as meant"
like "$order" '^storage DLRM_real_r7 DLRM_dlio_r4 DLRM_dlio_compute2x_r1 right$' "computation time doubled, too"
unlike "$order" '^metadata UNET3D.*nockpt' "only where the change touches the profile"
like "$(cut -f 1-5 "$tmp/all/causes.tsv" | tr '\t' ' ')" \
    '^nockpt UNET3D_real_r4 UNET3D_dlio_nockpt_r1 workflow.checkpoint [123]$' "the cause, with its key, among the first three"
like "$(tr '\t' ' ' <"$tmp/all/gate.tsv")" '^compute2x 1 1 DLRM 0 0 1 1$' "one run that is wrong fails"
is "$(sed -n '1p;$p' "$tmp/doc.md" | tr '\n' ' ')" "text more " "the page keeps what is around"
unlike "$(cat "$tmp/doc.md")" '^old$' "and loses what was between"

# --- the gate on the same runs on both sides, resampled: 2 real runs of each workload
aa=$builddir/tests/validate/fidlio-aa
ok "results to resample" "$FIDLIO" matrix -q --no-series -m "$srcdir/tests/data/runs/manifest" -o "$tmp/results"
"$aa" -n 20 "$tmp/results" >"$tmp/same.tsv"
is "$(sed -n '$p' "$tmp/same.tsv" | cut -f 1-5 | tr '\t' ' ')" "all 3 0 60 0" "the same runs: no FAIL"
"$aa" -n 20 "$tmp/results" | cmp -s - "$tmp/same.tsv"
is $? 0 "one seed, one answer"
is "$("$aa" -n 5 -x 12 -j 0 -k 5 "$tmp/results" | sed -n '$p' | cut -f 1-5 | tr '\t' ' ')" "all 5 12 15 15" \
    "far lower: always FAIL"
exits 2 "no results" "$aa"
exits 3 "a folder without results" "$aa" "$tmp/runs"

# --- predictive validity, on made-up times: the emulation as meant slows down as the real run
mkdir -p "$tmp/predict/runs"
for run in UNET3D_real_r4 UNET3D_dlio_r2 UNET3D_dlio_nockpt_r1; do
    cp -R "$srcdir/tests/data/runs/$run" "$tmp/predict/runs/"
done
"$srcdir/tests/validate/perturb" "$tmp/predict/runs/UNET3D_dlio_r2" "$tmp/predict/runs/UNET3D_dlio_half_r1" --drop-data 0.5
for time in real_r4:70:140:280 dlio_r2:80:160:320 dlio_nockpt_r1:80:120:240 dlio_half_r1:80:80:160; do
    IFS=: read -r run full half quarter <<END
$time
END
    printf 'UNET3D_%s\t%s\t%s\t0\n' "$run" max "$full" "$run" 40M "$half" "$run" 20M "$quarter"
done >"$tmp/predict/times.tsv"
printf 'UNET3D_dlio_r2\t10M\t1\t9\n' >>"$tmp/predict/times.tsv"
judged=$("$srcdir/scripts/predict" judge "$tmp/predict" | tr '\t' ' ')
like "$judged" '^UNET3D_dlio_r2 0\.0000 ' "as meant: no error; a run that failed has no time"
# 1.5 and 3 times as long instead of 2 and 4; 1 and 2
like "$judged" '^UNET3D_dlio_nockpt_r1 0\.2877 ' "the mean of |ln (3/4)| at two bandwidths"
like "$judged" '^UNET3D_dlio_half_r1 0\.6931 ' "and of |ln (1/2)|"
like "$judged" '^Spearman .*: similarity: 1\.00 \(3 emulations\)$' "the least alike has the worst prediction"
like "$judged" '^Spearman .*: bytes/time: 0\.50 \(3 emulations\)$' "the plain rival beside it sees half of the data, not what is written"
is "$(python3 - "$srcdir" <<'END'
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1] + "/tests/validate")
import stats
mean = lambda x: sum(x) / len(x)
print(stats.two_level([[1] * 9, [0] * 9], mean), stats.two_level([[1, 0] * 50], mean)[0] > 0.4,
      stats.two_level([[1]], lambda x: None))
END
)" "(0.0, 1.0) True None" "two groups that disagree say nothing, one with many members does"
sed -i '/nockpt/d' "$tmp/predict/times.tsv"
exits 3 "two emulations have no order" "$srcdir/scripts/predict" judge "$tmp/predict"
echo 'real UNET3D' >"$tmp/plan"
exits 3 "a plan without commands" "$srcdir/scripts/predict" record "$tmp/plan" "$tmp/none" --device /dev/null

exits 2 "an unknown part" "$srcdir/scripts/validate" --only nothing -o "$tmp/no"
exits 2 "no repeats" "$srcdir/scripts/validate" --runs "$srcdir/tests" -o "$tmp/no"
tap_done
