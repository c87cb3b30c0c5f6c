#!/bin/sh
# scripts/validate: its arithmetic by hand, and a small validation that says what is known
. "$srcdir/tests/tap.sh"

command -v python3 >/dev/null || skip_all "python3 is not installed"
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$srcdir/scripts/validate.d"

# value EXPRESSION WANT WHAT: a Python expression over stats, timemap and entries, printed with %.6g
value ()
{
    is "$(python3 -c 'import stats, timemap, entries, retrieval, attribution, labelings, baselines, surrogates, random
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
value 'stats.quantile([4, 1, 3, 2], 0.5)' 2.5 "median"
value 'stats.quantile([0, 10], 0.95)' 9.5 "95th percentile"
# pairs: 1<2 1<3 2=2 2<3, the tie counts half
value 'stats.auc([1, 2], [2, 3])' 0.875 "area under the curve"
value 'stats.bootstrap([3.0, 3.0], stats.median)' '(3.0, 3.0)' "no interval where units are equal"
value 'entries.geometric([(1, 0.25), (1, 1.0)])' 0.5 "geometric mean"
value 'entries.geometric([(1, 0.0), (1, 1.0)])' 0.1 "a zero counts as 0.01"
value 'entries.geometric([(1, 0.0)])' 0 "only zeros: 0"
value 'retrieval.parse("BERT_dlio_nockpt_r1")' "('BERT', 'dlio', 'nockpt', 1)" "what a name says"
value 'timemap.delay_from(5.0, 2.0).move(4.0)' 4 "before a delay"
value 'timemap.delay_from(5.0, 2.0).move(5.0)' 7 "in a delay"
value 'timemap.without([(2.0, 3.0)]).move(2.5)' None "what is cut out"
value 'timemap.without([(2.0, 3.0)]).move(4.0)' 3 "what follows closes up"
# 1 s readings of 6 a second; from 1 on half as fast: 6 in the first second, then 3 a second
value 'timemap.regrid([1.0, 2.0], [[6.0], [6.0]], timemap.continuous([(1.0, 1.0), (2.0, 3.0), (3.0, 5.0)]), True)[1]' \
    '[[6.0], [3.0], [3.0]]' "a gauge keeps its mass"
value 'timemap.regrid([1.0, 2.0], [[6.0], [4.0]], timemap.continuous([(1.0, 1.0), (2.0, 3.0), (3.0, 5.0)]), False)[1]' \
    '[[6.0], [4.0], [4.0]]' "or its level"

# --- labelings: 6 orders of a list with two equal pairs; four runs of two workloads, all found:
# of the 6 labelings 2 pair the same runs, so that p is 1/3
value 'labelings.arrangements("aabb")' 6 "orders of a list with equal members"
value '["".join(x) for x in labelings.orders(list("aab"))]' "['aab', 'aba', 'baa']" "each once"
four='{(a, b): 1.0 if a[0] == b[0] else 2.0 for a in R for b in R if a != b}'
value "(lambda R: retrieval.search($four, R, R))(['A_real_r4', 'A_real_r5', 'B_real_r4', 'B_real_r5'])['p']" \
    '(0.3333333333333333, 0.3333333333333333, 0.3333333333333333)' "p counts labelings that do as well"
value "(lambda R: [retrieval.search($four, R, R)[k] for k in ('recall', 'mrr', 'auc', 'margin')])(['A_real_r4', 'A_real_r5', 'B_real_r4', 'B_real_r5'])" \
    '[1.0, 1.0, 1.0, 1.0]' "all found, margin 2 - 1"
# one near run of each workload: rank 1.5 of each query, 1 tie of 2 pairs
value "[retrieval.search({(r, 'A_dlio_r4'): 1.0 for r in ('A_real_r4', 'B_real_r4')}, ['A_dlio_r4'], ['A_real_r4', 'B_real_r4'])[k] for k in ('recall', 'mrr', 'auc', 'missed')]" \
    "[0.0, 0.6666666666666666, 0.5, ['A_dlio_r4']]" "a tie is no find"
# all pairs of three real runs: medians 2 and 20, so that each resource's median is 1
value '[sorted(baselines.distances({("a", "b"): {"x": {"euclid": 1, "z_dtw": 1, "pearson": None}, "y": {"euclid": 10, "z_dtw": 0, "pearson": 0.5}}, ("a", "c"): {"x": {"euclid": 2, "z_dtw": 1, "pearson": 1}, "y": {"euclid": 20, "z_dtw": 0, "pearson": 0}}, ("b", "c"): {"x": {"euclid": 5, "z_dtw": 1, "pearson": 1}, "y": {"euclid": 30, "z_dtw": 0, "pearson": -1}}}, {"a", "b", "c"})[n].values()) for n in ("Euclid", "z-normalised DTW", "Pearson")]' \
    '[[0.5, 1.0, 2.0], [1.0, 1.0, 1.0], [0.5, 0.5, 1.0]]' "units cancel, what is not defined is left out"

# --- Fourier by hand: one wave in 12 samples is 6 at line 1 and 11; the surrogate of a
# series is an order of it, the spectrum of a wave is one line, constants stay as they are
value '[round(abs(c), 9) for c in surrogates.fft([__import__("math").cos(2 * __import__("math").pi * t / 12) for t in range(12)])]' \
    '[0.0, 6.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 6.0]' "the transform of a wave"
value 'round(max(abs(a - b) for a, b in zip(surrogates.fft([1, 5, 2, 8, 3, 0]), [19, -7 - 3.46410162j, 4 - 5.19615242j, -7, 4 + 5.19615242j, -7 + 3.46410162j])), 7)' \
    0 "of six numbers"
value 'sorted(surrogates.iaaft([1, 5, 2, 8, 3, 0, 0, 4], random.Random(1)))' '[0, 1, 2, 3, 4, 5, 6, 7]' "every sample once"
value 'surrogates.iaaft([2, 2, 2, 2, 2], random.Random(1))' '[0, 1, 2, 3, 4]' "what does not vary stays"
value '(lambda x: round(abs(surrogates.fft([x[i] for i in surrogates.iaaft(x, random.Random(3))])[8]), 6))([1.0, 0.0] * 8)' \
    8 "what alternates still does"
value '(lambda j: [j.into(1.5), j.into(2.5), j.into(4.5), j.back(0.5), j.back(1.5), j.length])(surrogates.Joined([(4, 6), (1, 2)]))' \
    '[0.5, None, 1.5, 1.5, 4.5, 3.0]' "training phases put together"

# --- plain distances: a tiny run, late by a step (4 of 5 reads meet), and twice everything
python3 "$srcdir/tests/validate/tiny.py" "$tmp/tiny" || exit 99
"$srcdir/scripts/perturb" "$tmp/tiny" "$tmp/late" --shift-one 1
"$srcdir/scripts/perturb" "$tmp/tiny" "$tmp/twice" --gain 2
plain=$builddir/tests/validate/fidlio-baselines
ok "plain distances" "$plain" "$tmp/tiny" "$tmp/late" "$tmp/twice"
said=$("$plain" "$tmp/tiny" "$tmp/late" "$tmp/twice" | tr '\t' ' ')
# 60 bins: r = (4/60 - (5/60)^2) / (5/60 - (5/60)^2); euclid 1000 sqrt (2)
like "$said" '^tiny late vfs\.read 1414\.21356 [0-9.]+(e-1[5-9])? 0\.781818182$' "late: warped away, but not in Euclid's eyes"
like "$said" '^tiny late disk\.write 0 0 -$' "what does not vary has no correlation"
# 5 bins off by 1000, 6 readings off by 50
like "$said" '^tiny twice vfs\.read 2236\.06798 0 1$' "twice: only Euclid sees it"
like "$said" '^tiny twice cpu 122\.474487 0 1$' "of gauges too"
exits 2 "one run" "$plain" "$tmp/tiny"
exits 2 "no bin" "$plain" --dt 0 "$tmp/tiny" "$tmp/late"
mkdir "$tmp/empty"
exits 3 "no run" "$plain" "$tmp/tiny" "$tmp/empty"

# --- a ladder over one workload
mkdir "$tmp/runs"
for run in DLRM_real_r4 DLRM_real_r7; do
    ln -s "$srcdir/tests/data/runs/$run" "$tmp/runs/$run"
done
ok "a ladder" "$srcdir/scripts/validate" --quick --only ladder --ladders 'gain,split' \
    --runs "$tmp/runs" -o "$tmp/out"
matrix=$(cut -f 1,2,3,9 "$tmp/out/matrix.tsv" | tr '\t' ' ')
like "$matrix" '^gain volume bytes target 1$' "gain moves volume"
like "$matrix" '^split marginal size target 1$' "split moves sizes"
still=$(cut -f 1,2,3,12 "$tmp/out/matrix.tsv" | tr '\t' ' ')
like "$still" '^gain timing off 1$' "gain does not move timing"
like "$still" '^split volume bytes off 1$' "split does not move bytes"
like "$(cat "$tmp/out/validation.md")" '^\| volume bytes +\| 1\.00' "the table says so"

# --- retrieval over what is shipped
printf '%s\n' text '<!-- scripts/validate writes from here -->' old '<!-- to here -->' more >"$tmp/doc.md"
ok "retrieval" "$srcdir/scripts/validate" --only retrieval -o "$tmp/all" --doc "$tmp/doc.md"
like "$(cut -f 1,2,5 "$tmp/all/retrieval.tsv" | tr '\t' ' ')" '^real, all all 1$' \
    "every real run finds its repeat first"
like "$(cut -f 1-3 "$tmp/all/retrieval.tsv" | tr '\t' ' ')" '^real, all baseline z-normalised DTW$' "plain distances beside it"
is "$(sed -n '1p;$p' "$tmp/doc.md" | tr '\n' ' ')" "text more " "the page keeps what is around"
unlike "$(cat "$tmp/doc.md")" '^old$' "and loses what was between"

# --- false alarms: the results in the tree, 2 real runs of each workload
aa=$builddir/tests/validate/fidlio-aa
"$aa" -n 20 "$srcdir/results" >"$tmp/same.tsv"
is "$(sed -n '$p' "$tmp/same.tsv" | cut -f 1-5 | tr '\t' ' ')" "all 5 0 60 0" "the same runs: no FAIL"
"$aa" -n 20 "$srcdir/results" | cmp -s - "$tmp/same.tsv"
is $? 0 "one seed, one answer"
# without jitter and with 3 margins between the sides, each number is lower in every pair of runs
is "$("$aa" -n 5 -x 3 -j 0 "$srcdir/results" | sed -n '$p' | cut -f 1-5 | tr '\t' ' ')" "all 5 3 15 15" \
    "three margins lower: always FAIL"
is "$("$aa" -n 5 -x 3 -j 0 "$srcdir/results" | sed -n '$p' | cut -f 11)" 15 "and so does the overall number"
is "$("$aa" -n 5 -x 3 -k 3 "$srcdir/results" | sed -n '$p' | cut -f 4-7 | tr '\t' ' ')" "15 0 15 0" \
    "three runs a side: never judged"
# Wilson: 0 of 60 ends at z^2 / (60 + z^2)
is "$(sed -n '$p' "$tmp/same.tsv" | cut -f 9,10 | tr '\t' ' ')" "0.0000 0.0602" "Wilson's interval"
exits 2 "no results" "$aa"
exits 3 "a folder without results" "$aa" "$tmp/runs"
ok "the part" "$srcdir/scripts/validate" --quick --only falsealarms --runs "$tmp/runs" -o "$tmp/fa"
is "$(cut -f 1-4 "$tmp/fa/falsealarms.tsv" | sed -n '2p' | tr '\t' ' ')" "DLRM_real 5 0 20" "says what it tried"

# --- attribution: by hand, then two injections that the shipped emulations carry
value 'attribution.place ([{"resource": "steps", "facet": "volume", "text": "a"}, {"resource": "steps", "facet": "marginal", "text": "it computes"}], attribution.WRONG["compute2x"])' \
    2 "the second cause is right"
value 'attribution.place ([{"resource": "steps", "facet": "marginal", "text": "waits"}], attribution.WRONG["compute2x"])' \
    None "no cause is"
for run in UNET3D_dlio_r2 UNET3D_dlio_nockpt_r1; do
    ln -s "$srcdir/tests/data/runs/$run" "$tmp/runs/$run"
done
ok "attribution" "$srcdir/scripts/validate" --quick --only attribution --runs "$tmp/runs" -o "$tmp/at"
attributed=$(cut -f 1,2,3,5 "$tmp/at/attribution.tsv" | tr '\t' ' ')
like "$attributed" '^nockpt  UNET3D 1$' "no checkpoints are told first"
like "$attributed" '^gain 2 UNET3D 1$' "twice the volume is told first"
like "$attributed" '^drop 99 UNET3D 1$' "no checkpoints and evaluations, of a changed log"

exits 2 "an unknown part" "$srcdir/scripts/validate" --only nothing -o "$tmp/no"
exits 2 "no repeats" "$srcdir/scripts/validate" --runs "$srcdir/tests" -o "$tmp/no"
tap_done
