#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Whether a name is a folder, is there, or is another's, decides what a command does: if the system
# cannot tell, the command ends with status 5 and its reason.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/faults/faults.sh"

cd "$tmp" || exit 99
# refused NAME COMMAND...: with the first look at a file whose path has NAME failing
refused ()
{
    in=$1
    shift
    fault stat:1:5 "$FIDLIO" "$@" >out 2>err
    is "$?" 5 "$1: $in"
    like "$(cat err)" 'Input/output error' "says why"
}
real=$runs/DLRM_real_r4
emulation=$runs/DLRM_dlio_r4
mkdir -p wk0/0 there
echo '[{"name": "FW.a", "ph": "X", "ts": 1, "dur": 2}]' >wk0/0/bps_trace_final.json
refused wk0 trace combine wk0
ok "no file" test ! -e combined.json
"$srcdir/tests/tools/whatif/example.sh" DDP2GPU
refused simp whatif DDP2GPU
other=''
for i in $(seq 60); do
    if fault "malloc:$i:12" "$FIDLIO-whatif" -q "$PWD/DDP2GPU" -o cells >out 2>err && [ ! -d cells/DDP2GPU ]; then
        other="$other $i"
    fi
    rm -rf cells
done
is "$other" "" "whatif writes nowhere else when memory is lost"
# nor is there memory, or a descriptor, to look for what is to be removed
left=''
in=''
for kind in malloc:12 open:24; do
    for i in $(places "${kind%:*}" "$FIDLIO-prepare" -q "$emulation" -o trees); do
        rm -rf trees
        fault "${kind%:*}:$i:${kind#*:}+" "$FIDLIO-prepare" -q "$emulation" -o trees >out 2>err
        status=$?
        [ "$status:$(find . -path './trees/*.tmp')" = 5: ] || left="$left $kind:$i"
    done
done
is "$left" "" "prepare leaves no folder that it was filling"
refused there digest "$real" -o there
ok "no file" test ! -e there.fidlio
refused new/results compare -q "$real" "$emulation" -o new/results
refused DLRM_real nearest "$emulation" --among "$real"
refused DLRM_real steps "$real" "$real"
refused DLRM_real logs parse "$real"
cp "$srcdir/tests/cli/fake_recorder" recorder
refused recorder tune "$real" --config "$emulation/hydra/config.yaml" --run true --recorder ./recorder -o tuned
mkdir -p tuned/steps
echo mine >tuned/tune.json
refused tuned/tune.json tune "$real" --config "$emulation/hydra/config.yaml" --run true --recorder ./recorder -o tuned
is "$(cat tuned/tune.json)" mine "a tuning that is there stays"
"$FIDLIO" compare -q "$real" "$emulation" -o kept >/dev/null
mkdir -p history
cp -R kept history/1
refused history/1 check --history history kept

# a file that is not given is not one that says nothing
mkdir -p recorded/raw_data
for i in 1 2 3; do
    for metric in step_end load_batch_mem all_compute sample_load sample_preproc; do
        printf '{"key": "%s", "value": {"start": 5, "duration": %s000000000}}\n' $metric $i
    done
done | sed '1s/^/[/; $!s/$/,/; $s/$/]/' >recorded/raw_data/config_1gpu_2batch.json
ok "steps" "$FIDLIO" steps -q recorded
refused config_1gpu_2batch.json steps recorded
"$FIDLIO" matrix -q --real "$real" "$runs/DLRM_real_r7" --emulation "$emulation" -o parts --shard 1/1
cp -R parts merged
refused shard-1-of-1/DLRM_real_r4__DLRM_dlio_r4.json merge merged
refused shard-1-of-1/calibration.json merge merged
ok "and then" "$FIDLIO" merge -q merged
ok "the calibration is there" test -f merged/calibration.json

# igraph's parser says that a file is bad when memory is lost (elsewhere igraph ends the
# program, or OpenBLAS hangs when it is loaded)
printf 'graph [\n node [ id 0 label "a" ]\n node [ id 1 label "b" ]\n edge [ source 0 target 1 ]\n]\n' >dag.gml
if "$FIDLIO-trace" graph dag.gml >/dev/null 2>&1; then
    other='' in='' FAULTS=1000000 LIMIT=5
    for i in $(places malloc "$FIDLIO-trace" graph dag.gml); do
        fault "malloc:$i:12" "$FIDLIO-trace" graph dag.gml >out 2>err
        status=$?
        [ $status -ne 3 ] || other="$other $i"
    done
    is "$other" "" "lost memory is no bad graph ($i calls)"
else
    skip "lost memory is no bad graph" "built without igraph"
fi
tap_done
