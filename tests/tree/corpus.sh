#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/corpus: its plan, and what it refuses; scripts/throttle --log.
. "$srcdir/tests/tap.sh"
command -v python3 >/dev/null || skip_all "python3 is missing"
corpus=$srcdir/scripts/corpus

is "$(sed -n 's/^\([a-z][a-z0-9_]*\) .*/\1/p' "$srcdir/scripts/corpus.d/plan" | sort -u)" \
    "$(python3 "$srcdir/workloads/run" --list | grep -v -x -e arrays_mmap -e objects)" \
    "each workload has a plan, but those that workloads/ways records"
exits 2 "record needs a workload" python3 "$corpus" record
exits 1 "no such workload" python3 "$corpus" --out "$tmp/out" --device 8:16 nothing
exits 1 "a workload without a plan" python3 "$corpus" record --device 8:16 --out "$tmp/out" nothing
echo "images wrong" >"$tmp/plan"
exits 1 "a plan that is cut" python3 "$corpus" record --device 8:16 --out "$tmp/out" --plan "$tmp/plan" images

# the time of a run is that of its log
cat >"$tmp/job" <<'E2'
echo ':::MLLOG {"time_ms": 1000, "key": "init_start"}'
echo ':::MLLOG {"time_ms": 1500, "key": "init_stop"}'
echo ':::MLLOG {"time_ms": 1500, "key": "run_start"}'
echo ':::MLLOG {"time_ms": 3500, "key": "run_stop"}'
E2
mkdir -p "$tmp/blkio"
"$srcdir/scripts/throttle" --bps max --device 8:16 --max-busy 100 --cgroup-root "$tmp" \
    --log "$tmp/log" --times "$tmp/times" -- sh -c "sh $tmp/job >$tmp/log" 2>"$tmp/err"
is "$(tail -1 "$tmp/times" | cut -f 1-3 | tr '\t' ' ')" "max 2.500 0" "MLLOG"
printf '%s\n' 'WARNING: x' '[OUTPUT] 2026-11-26T22:18:47.250000 Starting epoch 1: 2 steps expected' \
    '[OUTPUT] 2026-11-26T22:18:47.250000 Starting block 1' \
    '[OUTPUT] 2026-11-26T22:19:00.500000 Ending block 1 - 2 steps completed in 13.25 s' \
    '[OUTPUT] 2026-11-26T22:19:00.500000 Ending epoch 1 - 2 steps completed in 13.25 s' >"$tmp/dlio.in"
"$srcdir/scripts/throttle" --bps max --device 8:16 --max-busy 100 --cgroup-root "$tmp" \
    --log "$tmp/dlio" --times "$tmp/times" -- cp "$tmp/dlio.in" "$tmp/dlio" 2>"$tmp/err"
is "$(tail -1 "$tmp/times" | cut -f 1-3 | tr '\t' ' ')" "max 13.250 0" "DLIO"
: >"$tmp/empty"
exits 3 "a log without times" "$srcdir/scripts/throttle" --bps max --device 8:16 --max-busy 100 --cgroup-root "$tmp" \
    --log "$tmp/empty" --times "$tmp/times" -- true

# --- the corpus itself
data=$srcdir/tests/data/corpus
is "$(cd "$data" && for f in *.tar.xz; do
    name=${f%.tar.xz}
    if [ -f "$name.tsv" ]; then grep -q "^| $name |" INDEX.md; else grep -q "^| $name |.*| - |\$" INDEX.md; fi || echo "$name"
    done)" "" "each run has its times and a line in INDEX.md"
is "$(find "$data" -name '*_r1.tsv' | wc -l | awk '{ print ($1 >= 60) }')" 1 "at least 60 configurations with times"
is "$(du -sm "$data" | awk '{ print ($1 <= 60) }')" 1 "in at most 60 MB"
# tensors that fstat looks at are handed over once (bpftrace's trace_stat.out)
ok "digests of one workload" python3 "$corpus" digests dlrm --timed --fidlio "$FIDLIO" --to "$tmp/digests"
like "$("$FIDLIO" job "$tmp/digests/DLRM_dlio_r1.fidlio")" '^loader +1 reader, 3 batches ahead' "batches ahead"
like "$("$FIDLIO" job "$tmp/digests/DLRM_dlio_r1.fidlio")" '^a step reads +2.5 MiB' "bytes of a step"
# a training on a GPU: eight loader processes, two epochs in one block
(cd "$tmp" && tar xJf "$data/IMAGES_GPU_real_r1.tar.xz") && "$FIDLIO" job "$tmp/IMAGES_GPU_real_r1" >"$tmp/gpu.job"
like "$(cat "$tmp/gpu.job")" '^epochs +2$' "epochs of a block"
like "$(cat "$tmp/gpu.job")" '^steps +262 of ' "steps by tensors that are handed over slowly"
like "$(cat "$tmp/gpu.job")" '^evaluations +1, of 17 steps' "and those of its evaluation"
like "$("$FIDLIO" inspect "$tmp/IMAGES_GPU_real_r1")" '^gpu.sm +29 ' "what nvidia-smi pmon says beside it"
# paths that the tracer has cut still belong to their names when both are hidden
(cd "$tmp" && tar xJf "$data/DLRM_dlio_r1.tar.xz") && "$FIDLIO" job --steps "$tmp/DLRM_dlio_r1" >"$tmp/job.run"
"$FIDLIO" job --steps "$tmp/digests/DLRM_dlio_r1.fidlio" >"$tmp/job.digest"
ok "the job of a digest is that of the run" cmp "$tmp/job.run" "$tmp/job.digest"
"$FIDLIO" matrix -q -m "$tmp/digests/manifest" -o "$tmp/matrix" >"$tmp/out.txt" 2>"$tmp/err" || diag "$(cat "$tmp/err")"
is "$(grep -c '^pair ' "$tmp/digests/manifest")" "$(find "$data" -name 'DLRM_dlio*.tar.xz' | wc -l)" "a pair for each emulation"
is "$(python3 - "$tmp/matrix" <<'E2'
import glob, json, sys
print({json.load(open(p))["answer"]["measured"] for p in glob.glob(sys.argv[1] + "/DLRM_real_r1__*_r1.json")})
E2
)" "{True}" "their answers are of measured times"
printf 'read_ms 5\nreadahead_kib 128\n' >"$tmp/slow.conf"
ok "an answer where the emulation lacks an evaluation" "$FIDLIO" answer --storage "$tmp/slow.conf" \
    "$tmp/digests/DLRM_real_r1.fidlio" "$tmp/digests/DLRM_dlio_r1.fidlio"
is "$(cat "$data"/*_r1.tsv | awk -F '\t' '$3 != 0' | wc -l)" 0 "times are of jobs that ended well"
mkdir "$tmp/bad" && (cd "$tmp" && mkdir -p x && touch x/meta.json && tar cJf bad/DLRM_real_r1.tar.xz x/meta.json)
exits 1 "an archive of something else" python3 "$corpus" digests --of "$tmp/bad" --to "$tmp/no" --fidlio "$FIDLIO"
# a job that was recorded again, here the same one: alike, with the same times
mkdir -p "$tmp/here/runs" && sed 's/^\(iops=40	[^	]*	\)0/\13/' "$data/DLRM_real_r1.tsv" >"$tmp/here/runs/DLRM_real_r1.tsv"
(cd "$tmp/here/runs" && tar xJf "$data/DLRM_real_r1.tar.xz")
"$corpus" against --out "$tmp/here" --fidlio "$FIDLIO" dlrm images >"$tmp/alike" 2>"$tmp/err"
like "$(cat "$tmp/alike")" '^DLRM_real_r1: answers 0 % apart, similarity 1\.00$' "a run is like itself"
like "$(cat "$tmp/err")" 'IMAGES_real_r1: not recorded here' "what was not recorded is named"
like "$(cat "$tmp/alike")" 'iops=40 +failed here' "a storage on which the job failed has no time"
like "$(cat "$tmp/alike")" 'read_mib_s=12.39 .* \+0 %' "the others have"
if [ "$(id -u)" -eq 0 ]; then
    exits 1 "a program that slows is missing" python3 "$corpus" --out "$tmp/out" --slow-storage "$tmp/none" dlrm
    like "$tap_said" "make slow-storage" "before anything is recorded"
fi

# --- what fidlio answers, held against the times
printf '%s\n' before '<!-- scripts/validate --only answers writes from here -->' old '<!-- and to here -->' after >"$tmp/doc.md"
mkdir "$tmp/some" && cp "$data/split.tsv" "$data"/DLRM_{real,dlio}_r1.* "$data"/IMAGES_{real,dlio,dlio_compute2x}_r1.* "$data"/IMAGES_GPU_dlio_r1.* "$tmp/some"
ok "the section of doc/validation.md" "$srcdir/scripts/validate" --fidlio "$FIDLIO" --only answers --corpus "$tmp/some" \
    -o "$tmp/out" --doc "$tmp/doc.md"
is "$(sed -n '1p;$p' "$tmp/doc.md" | tr '\n' ' ')$(grep -c "^old$" "$tmp/doc.md")" "before after 0" "is put between its marks"
like "$(cat "$tmp/doc.md")" '^\| IMAGES_dlio_compute2x_r1 \| 0\.[34].* \| not valid \| not valid \| right \|$' \
    "a wrong configuration: E measured, the answer, both verdicts, the wrong key first"
like "$(cat "$tmp/doc.md")" '^\| choose: 3 pairs of 2 workloads \| valid found' "verdicts of three pairs"
like "$(cat "$tmp/doc.md")" '^\| always "not valid" \| (-|0 of [12], .*) \| ([123]) of \2, 100 % .*\| 0 of 3, 0 % \(0 to [0-9]+\) \|$' \
    "beside what a constant says"
like "$(cat "$tmp/doc.md")" '^judge: no pair yet\.$' "none of them judges"
like "$(cat "$tmp/doc.md")" '^\| (not )?farther off[a-z ]* \| [01] of 1, ' "the gate: one draw of a wrong one"
like "$(cat "$tmp/doc.md")" '^\| repeats of measured times \| 0: - \| [1-9]' "how far measured times are apart"
printf '%s\n' "<!-- scripts/validate --only answers writes the verdicts from here -->" "<!-- the verdicts end here -->" >"$tmp/paper.md"
# a workload that judges, with times that are not those of the job: its answer is wrong, and no other workload's margins
# are from it
cp "$tmp/doc.md" "$tmp/before.md"
while read -r from to; do
    (cd "$tmp" && tar xJf "$data/$from.tar.xz" && mv "$from" "$to" && find "$to" -type f | tar cJf "some/$to.tar.xz" -T -)
    cp "$data/$from.tsv" "$tmp/some/$to.tsv"
done <<'E2'
IMAGES_real_r1 CHUNKS_real_r1
IMAGES_dlio_r1 CHUNKS_dlio_plan_r1
E2
sed -i 's/^read_mib_s=\([^\t]*\)\t[0-9.]*/read_mib_s=\1\t8.0/' "$tmp/some/CHUNKS_dlio_plan_r1.tsv"
"$srcdir/scripts/validate" --fidlio "$FIDLIO" --only answers --corpus "$tmp/some" -o "$tmp/out" --doc "$tmp/doc.md" \
    --doc "$tmp/paper.md" 2>/dev/null
is "$(awk -F ' [|] ' '/^[|] CHUNKS_dlio_plan_r1 / { print ($2 > 0.5) }' "$tmp/doc.md")" 1 "other times are another error"
like "$(cat "$tmp/doc.md")" '^\| judge: 1 pairs of 1 workloads \| valid found' "a pair that judges"
is "$(grep '^| [DI].*_dlio_' "$tmp/doc.md")" "$(grep '^| [DI].*_dlio_' "$tmp/before.md")" "no margins are from it"
is "$(sed -n '/the verdicts from here/,/the verdicts end here/p' "$tmp/doc.md")" "$(cat "$tmp/paper.md")" "another page has the verdicts alone"

# --- which workloads judge: by the hash of the name, and written down before one is looked at
split () { python3 -c 'import sys; sys.path.insert(0, sys.argv[1]); import corpus
print(*sorted(corpus.read_split(sys.argv[2], sys.argv[3:]).items()))' "$srcdir/tests/validate" "$@" 2>&1 | tail -1; }
workloads=$(cd "$data" && for f in *.tar.xz; do echo "${f%%_real_*}"; done | sed 's/_dlio_.*//' | sort -u)
unlike "$(split "$data" $workloads)" Error "each workload of the corpus has a row in split.tsv"
like "$(split "$data" NEW)" "no row of NEW" "one without a row is an error"
mkdir "$tmp/split"
printf 'workload\tset\thash\tmoved\twhy\nCHUNKS\tjudge\t8\t-\t-\nBERT\tchoose\tf\t2026-11-29\tlooked at\n' >"$tmp/split/split.tsv"
is "$(split "$tmp/split" BERT)" "('BERT', 'choose') ('CHUNKS', 'judge')" "half judge, but what was moved"
for bad in 'CHUNKS choose 8 - -' 'DLRM judge 4 - -' 'CHUNKS judge 7 - -' 'DLRM choose 4 2026-11-29 why' 'CHUNKS choose 8 2026-11-29 -'; do
    printf 'head\n%s\n' "$(echo "$bad" | tr ' ' '\t')" >"$tmp/split/split.tsv"
    like "$(split "$tmp/split")" "split.tsv:2: " "refused: $bad"
done
mkdir "$tmp/none" && cp "$data"/DLRM_{real,dlio}_r1.* "$tmp/none"
exits 3 "a corpus without split.tsv" "$srcdir/scripts/validate" --fidlio "$FIDLIO" --only answers --corpus "$tmp/none" -o "$tmp/out"
tap_done
