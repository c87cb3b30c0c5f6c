#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio tune with a recorder that hands out shipped runs: the way, and what can stop it.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

"$FIDLIO" --version | grep -q 'libyaml yes' || skip_all "built without libyaml"
RUNS=$(cd "$srcdir/tests/data/runs" && pwd)
real=$RUNS/DLRM_real_r4
export RUNS FIDLIO_RECORDER="$srcdir/tests/cli/fake_recorder"
mkdir -m 700 "$tmp/own"
export XDG_RUNTIME_DIR="$tmp/own" # where the lock of recordings is
cd "$tmp" || exit 99
sed 's/computation_time: .*/computation_time: 0.5822/' "$RUNS/DLRM_dlio_compute2x_r1/hydra/config.yaml" >slow.yaml

# tune DIR [OPTION...]
tune ()
{
    dir=$1
    shift
    "$FIDLIO" tune "$real" --config slow.yaml --run 'cat {config} >>seen; test ! -e fail' -o "$dir" "$@"
}
# value FILE PYTHON: something of a JSON file
value ()
{
    python3 -c "import json, sys
d = json.load(open(sys.argv[1]))
print($2)" "$1"
}

# --- the way
ok "a tuning" tune t --max-runs 3
is "$(head -2 recorded | tr '\n' ' ')" "DLRM_dlio_compute2x_r1 DLRM_dlio_r4 " "the computation time is what it changes first"
like "$(value t/steps/001/step.json 'd["change"]')" 'computation_time' "the step says so"
is "$(value t/steps/001/step.json 'd["base"], 0 < d["predicted"] < 1, d["similarity"] > 0.5')" "0 True True" \
    "with the error of the answer that was expected"
is "$(sed -n 's/^ *shape: //p; s/^ *scale: //p' t/best.yaml | head -2 | paste -sd'*' | bc | cut -c1-3)" ".28" \
    "the best configuration has the real mean"
like "$(cat t/tune.html)" 'step 0, with .*computation_time' "the page has the change"
like "$(cat t/tune.html)" '<svg' "and a picture"
ok "a report of all steps" test -s t/results/report.html
cat >page.py <<'END'
import glob, html, json, math, re
steps = [json.load(open(f)) for f in sorted(glob.glob("t/steps/*/step.json"))]
page = open("t/tune.html").read()
off = lambda ln: "%.0f %% off" % (100 * math.expm1(ln)) if ln is not None else ""
best = [i for i, s in enumerate(steps) if s["answer"] == min(s["answer"] for s in steps)]
want = [[str(i) + (" (best)" if [i] == best else ""),
         "the configuration that was given" if s["base"] is None else "step %d, with %s %s" % (s["base"], s["change"], s["why"]),
         off(s["predicted"]), off(s["answer"]),
         "%.3f" % s["similarity"] + (" (%.3f to %.3f)" % (s["low"], s["high"]) if s["low"] is not None else ""),
         s["result"]] for i, s in enumerate(steps)]
table, = re.findall(r"<table>.*?</table>\s*</body>", page, re.S)
rows = re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.S)
text = lambda c: html.unescape(re.sub(r"<[^>]*>", "", c.replace("<br>", " ")))
got = [[text(c) for c in re.findall(r"<td>(.*?)</td>", r, re.S)] for r in rows[1:]]
print(got == want or (got, want))
print([i for i, r in enumerate(re.findall(r"<tr([^>]*)>", table)[1:]) if "best" in r] == best)
print(all(open("t/results/" + s["result"]).read() == open("t/steps/%03d/result/" % i + s["result"]).read()
          for i, s in enumerate(steps)))
END
is "$(python3 page.py | tr '\n' ' ')" "True True True " "the page has a row for each step, with its numbers, and the best one is marked"
for f in t/steps/*/result/*.json; do
    cmp -s "$f" "t/results/${f##*/}" || diag "$f is not among the results"
done >missing
is "$(ls t/steps/*/result/*.json | wc -l) $(cat missing)" "4 " "results and series of each step are in results"
is "$(python3 -c 'import json
for i in 0, 1:
    s = json.load(open("t/steps/00%d/step.json" % i))
    r = json.load(open("t/results/" + s["result"]))
    print([s["answer"], s["similarity"], s["low"], s["high"]] ==
          [r["answer"]["error"], r["overall"]["similarity"]] + r["overall"]["similarity_ci"])')" "True
True" "a step has the answer, the similarity and its interval from its result"
ok "a run for each step" test -d t/steps/001/step-001
before=$(wc -l <recorded)
tune t --max-runs 3 2>again.txt
is "$(wc -l <recorded)" "$before" "called again, nothing is recorded twice"
like "$(cat again.txt)" 'continuing after' "it says that it goes on"
ok "more runs than before" tune t --max-runs 4 --least-gain 0
rm -f recorded
ok "what brings nothing nearer is not tried" tune n --max-runs 2 --least-gain 100
is "$(wc -l <recorded)" 1 "one run is enough to know that"

# --- repeats of the real run are their own noise
ok "two real runs" "$FIDLIO" tune "$real" "$RUNS/DLRM_real_r7" --config slow.yaml --run true -o two --max-runs 1
ok "the report has them as one" grep -q '2 x 1' two/results/report.md

# --- which step is the best: by the answer, then by the similarity
# rate STEP ANSWER SIMILARITY: what step.json says of it
rate ()
{
    python3 -c "import json, sys
f = 't/steps/%03d/step.json' % int(sys.argv[1])
d = json.load(open(f))
d['answer'], d['similarity'] = (json.loads(x) for x in sys.argv[2:])
json.dump(d, open(f, 'w'))" "$@"
}
best () { tune t --max-runs 2 2>&1 | sed -n 's/.*best: //p'; }
is "$(value t/steps/001/step.json '0 < d["answer"] < 1')" True "the measured answer is in the step"
rm -rf t/steps/002* t/steps/003*
rate 0 0.3 0.9
rate 1 0.1 0.5
like "$(best)" '^step 1, answer 11 % off, similarity 0.500;' "the smallest error decides, not the similarity"
rate 0 0.1 0.9
like "$(best)" '^step 0, answer 11 % off, similarity 0.900;' "of two that are as far off, the one that is more alike"
rate 0 0.3 null
rate 1 0.1 null
like "$(best)" '^step 1, answer 11 % off, no similarity;' "the same without similarities"
rate 0 null 0.7
rate 1 null 0.8
like "$(best)" '^step 1, answer not known, similarity 0.800;' "without an answer"
printf 'answer storage\ngrade gpu.sm.*\n' >gpu.conf
ok "no similarity does not end a tuning" tune g --max-runs 2 --profile ./gpu.conf
is "$(value g/steps/001/step.json 'd["similarity"], d["answer"] >= 0')" "None True" "the answer decides"

# --- files of samples
rm -f recorded
ok "with --prepare" tune p --max-runs 2 --prepare 'echo made >>made; test -s {config} && test -e {folder}/workload/workload.yaml'
is "$(wc -l <made)" 1 "files are made once if the same will do"
exits 1 "they cannot be made" tune q --prepare false
like "$(tune q --prepare 'echo no room; false' 2>&1)" 'ended with status 1; its output is in .*prepare.log' "and where that is said"

# --- a command that fails, and its end
: >fail
exits 1 "a failing command" tune f
like "$(tune f 2>&1)" 'ended with status 1; its output is in .*f/steps/000.part/record.log' "with its output"
ok "no step is complete" test ! -e f/steps/000
rm fail
ok "it goes on later" tune f --max-runs 1
exits 1 "a command that is killed" "$FIDLIO" tune "$real" --config slow.yaml --run 'kill -9 $$' -o k

# --- a full disk: no file may be longer than a few blocks
(
    trap '' XFSZ
    ulimit -f 8
    tune full --max-runs 2
) >full.txt 2>&1
is $? 5 "a disk that is full"
like "$(cat full.txt)" 'fidlio: full/' "the file is named"
ok "no step is complete then" test ! -e full/steps/000
ok "with room it goes on" tune full --max-runs 1

# --- stopped while it records
# stop SIGNAL: a tuning whose first recording lasts until it is stopped
stop ()
{
    rm -rf s
    "$FIDLIO" tune "$real" --config slow.yaml --run 'exec sleep 60' -o s >s.txt 2>&1 &
    pid=$!
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
        [ -e busy ] && break
        sleep 0.2
    done
    [ "$1" = none ] || { kill "-$1" "$pid"; wait "$pid" 2>/dev/null; }
}
for signal in TERM KILL; do
    stop "$signal"
    ok "SIG$signal leaves no complete step" test ! -e s/steps/000
    ok "after SIG$signal it goes on" tune s --max-runs 1
done
stop none
exits 2 "a second tuning in the same folder" tune s
like "$(tune s 2>&1)" 'a tuning is already running in it' "and why"
kill "$pid"
wait "$pid" 2>/dev/null
ok "never two recordings at once" test ! -e overlap

# --- another recording
lock=$XDG_RUNTIME_DIR/fidlio-record.lock
ok "the lock is in the user's own folder" test -f "$lock"
exec 9<"$lock"
flock 9
exits 1 "another recording that does not end" tune w --max-runs 1 --wait 0
like "$(tune w --max-runs 1 --wait 0 2>&1)" "a recording on this machine has not ended in 0 minutes .$lock" "and why"
(sleep 1; flock -u 9) &
ok "one that ends is waited for" tune w --max-runs 1 --wait 5
exec 9<&-
rm "$lock"
ln -s /dev/null "$lock"
exits 5 "a link for a lock" tune l --max-runs 1
rm "$lock"
mkfifo "$lock"
exits 5 "a FIFO for a lock" tune l --max-runs 1
like "$(tune l --max-runs 1 2>&1)" 'is not a file of this user; remove it' "and what to do"
rm "$lock"
if [ "$(id -u)" = 0 ]; then
    : >"$lock"
    chown 65534 "$lock"
    exits 5 "a lock that somebody else made" tune l --max-runs 1
    rm "$lock"
fi
ok "without these it goes on" tune l --max-runs 1

# --- bad input
exits 2 "no command" "$FIDLIO" tune "$real" --config slow.yaml
exits 2 "no configuration" "$FIDLIO" tune "$real" --run true
exits 2 "no run" "$FIDLIO" tune --config slow.yaml --run true
exits 2 "no such recorder" tune b --recorder ./none
exits 2 "runs that are no number" tune b --max-runs many
exits 3 "a configuration that is not there" "$FIDLIO" tune "$real" --config none.yaml --run true -o b
exits 3 "a run that is not there" "$FIDLIO" tune none --config slow.yaml --run true -o b
exits 2 "real runs of several jobs" "$FIDLIO" tune "$real" "$RUNS/BERT_real_r2" --config slow.yaml --run true -o b
like "$("$FIDLIO" tune "$real" "$RUNS/BERT_real_r2" --config slow.yaml --run true -o b 2>&1)" \
    'DLRM_real_r4 and .*BERT_real_r2 do not repeat one job' "and why"
exits 2 "the folder of another run" "$FIDLIO" tune "$RUNS/DLRM_real_r7" --config slow.yaml --run true -o t
sed 's/epochs: 1/epochs: 2/' slow.yaml >other.yaml
exits 2 "the folder of another configuration" "$FIDLIO" tune "$real" --config other.yaml --run true -o t
exits 2 "the folder of another profile" tune t --profile read
sed -i 's/"base": null/"base": 0/' t/steps/000/step.json
exits 3 "a step from itself" tune t
like "$(tune t 2>&1)" 't/steps/000/step.json: .*it changes a later step' "and why"
echo '{' >t/steps/000/step.json
exits 3 "a damaged step" tune t
like "$(tune t 2>&1)" 't/steps/000/step.json:2: ' "with its place"
exits 3 "a recorder that leaves nothing" tune e --recorder /bin/true
tap_done
