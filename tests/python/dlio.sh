#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio.dlio: a plan played inside DLIO's loop, here one of our own; and inside DLIO, where it is installed.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

srcdir=$(cd "$srcdir" && pwd)
python=
for p in python3 /usr/bin/python3; do
    if "$p" -c 'import cffi, numpy' 2>/dev/null; then
        python=$p
        break
    fi
done
[ -n "$python" ] || skip_all "Python with cffi and numpy is missing"
FIDLIO_LIBRARY=$(cd "$builddir" && pwd)/.libs/libfidlio.so
[ -e "$FIDLIO_LIBRARY" ] || skip_all "there is no shared library"
PYTHONPATH=$srcdir/python:$PYTHONPATH PYTHONDONTWRITEBYTECODE=1
export FIDLIO_LIBRARY PYTHONPATH PYTHONDONTWRITEBYTECODE
made=$srcdir/tests/python/dlio.py
cd "$tmp" || exit 99
prepare () { "$python" -m fidlio.dlio "$@"; }
play () { PYTHONPATH=$tmp/standin:$PYTHONPATH "$python" -m dlio_benchmark.main "$1/workload/plan.yaml" "$2"; }

# --- what DLIO is told
"$made" package standin
"$made" plan made.plan
"$FIDLIO" play made.plan --data data --make >said || diag "$(cat said)"
is "$(prepare made.plan --data data run)" "dlio_benchmark --config-dir $tmp/run workload=plan" "the folder is made, and the command said"
is "$(find run/dataset/train -name '*.npy' | wc -l) $(find run/dataset/valid -name '*.npy' | wc -l)" "8 2" "a file for each step of the longest epoch"
like "$(cat run/workload/plan.yaml)" '^  epochs: 2$' "with as many epochs as evaluations part"
exits 3 "a folder that is there" prepare made.plan --data data run
like "$(prepare made.plan --data data run 2>&1)" '^fidlio.dlio: .*/run: is there already, and stays as it is' "stays, and the reason is one line"

sed '1s/"run": *"[^"]*"/"run": "a ${b} \\"c\\""/' made.plan >odd.plan
is "$(prepare odd.plan --data data 'odd run')" "dlio_benchmark --config-dir '$tmp/odd run' workload=plan" "a name with a blank is quoted"
like "$(cat 'odd run/workload/plan.yaml')" '^  name: "a___b___c_"$' "the run's name is a word for DLIO"

# --- what is played
ok "DLIO's loop plays the plan" play run log
"$made" same made.plan log >said
is "$(sed -n 1p said)" "readers True faults True computed 14 True" "the same reads in their order, of each reader; the plan's computation"
is "$(sed -n 2p said)" "saved {'loaded': [1000, 1000, 1000], 'old.pt': [1000, 1000, 1000], 'one.pt': [4096, 4096, 1048576, 1048576], \
'sub/two_0.pt': [100, 100, 7], 'sub/two_1.pt': [200]} synced 3" "checkpoints are loaded and saved as in the plan"
is "$(sed -n 3p said)" "order [['start_load_ckpt', 1, 1000, 0], ['end_load_ckpt', 1, 1000], ['asks to save', 1, 4], ['evaluates', 1], ['evaluates', 2]]" \
    "each in its place"
is "$(find run/checkpoints -type f | wc -l)" 0 "checkpoints are removed"

# --- bad input
wrong () { printf '%s\n' "$@" >wrong.plan; prepare wrong.plan --data data never 2>&1; }
like "$(wrong '{"schema":"fidlio.plan/9"}')" '^fidlio.dlio: wrong.plan:1: no plan of schema fidlio.plan/1' "another schema"
like "$(wrong "$(head -1 made.plan)" '{"file"')" '^fidlio.dlio: wrong.plan:2: no JSON' "a line that is cut, with its number"
like "$(sed '$d' made.plan >wrong.plan; prepare wrong.plan --data data never 2>&1)" 'has 38 of the 40 reads' "a plan that is cut"
like "$(sed 's/"step": 9, "when": \["ask", 9/"step": 9, "when": ["start", 9/' made.plan >wrong.plan; prepare wrong.plan --data data never 2>&1)" \
    '^fidlio.dlio: wrong.plan:40: .*would wait for itself' "a plan that would never end"
like "$(sed 's,train/a,../a,' made.plan >wrong.plan; prepare wrong.plan --data data never 2>&1)" 'wrong.plan:2: .*out of the folder' "a name that leads out"
like "$(prepare none.plan --data data never 2>&1)" '^fidlio.dlio: none.plan: No such file' "no plan"
exits 3 "files that are not there" prepare made.plan --data none never
like "$(prepare made.plan --data none never 2>&1)" 'none/train/a.bin: not there: make the files with .fidlio play --make' "the remedy is said"
ok "nothing was made" test ! -e never
mkdir -p run/checkpoints && echo mine >run/checkpoints/one.pt
exits 3 "a checkpoint that is there" play run log2
is "$(cat run/checkpoints/one.pt)" mine "is not overwritten"
rm run/checkpoints/one.pt
printf x >data/train/b.bin
like "$(play run log2 2>&1)" '^fidlio.dlio: .*/train/b.bin: has 1 bytes, and the plan reads [0-9]*$' "a file that became shorter"
"$srcdir/tests/plan/plans" make two.plan 2
"$FIDLIO" play two.plan --data data2 --make >said
like "$(prepare two.plan --data data2 two)" '^mpirun -n 2 dlio_benchmark ' "two ranks"
like "$(play two log2 2>&1)" 'has 2 ranks, and DLIO runs with 1: start it with mpirun -n 2' "need as many"
rm -r two && "$srcdir/tests/plan/plans" make one.plan 1 && prepare one.plan --data data2 two >said
ok "a plan with saves behind evaluations" play two log3
"$made" same one.plan log3 >said
like "$(cat said)" '^readers True faults True computed 22' "its reads"
is "$(grep -c 'start_save_ckpt.*start_save_ckpt' said)" 1 "its checkpoints are in DLIO's log"

# --- nothing is left behind
sed 's/0\.004/5/g' made.plan >long.plan
"$FIDLIO" play long.plan --data data3 --make >said
prepare long.plan --data data3 long >said
for signal in TERM KILL; do
    PYTHONPATH=$tmp/standin:$PYTHONPATH "$python" -m dlio_benchmark.main long/workload/plan.yaml "log.$signal" >said 2>&1 &
    player=$!
    for i in $(seq 200); do grep -q '"compute"' "log.$signal" 2>/dev/null && break; sleep 0.05; done
    children=$(pgrep -P $player | tr '\n' ' ')
    ok "a reader runs, and the checkpoint to load is there" test -n "$children" -a -e long/checkpoints/old.pt
    kill -$signal $player
    wait $player
    for i in $(seq 200); do kill -0 $children 2>/dev/null || break; sleep 0.05; done
    ok "after SIG$signal no process is left" sh -c "! kill -0 $children 2>/dev/null"
    [ $signal = KILL ] || is "$(find long/checkpoints -type f)" "" "nor a checkpoint"
done

# --- DLIO itself
if "$python" -c 'import dlio_benchmark, hydra, torch, mpi4py' 2>/dev/null; then
    conf=two/workload
    "$python" -c 'import hydra; hydra.__version__' 2>/dev/null && conf=two
    ok "DLIO plays a plan" "$python" -m dlio_benchmark.main --config-dir "$conf" workload=plan
    is "$(grep -c 'Starting eval' two/results/dlio.log) $(grep -c 'Finished saving' two/results/dlio.log)" "2 2" "its evaluations and checkpoints"
else
    skip "DLIO plays a plan" "DLIO, PyTorch or mpi4py is missing"
fi

tap_done
