#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio matrix under the launchers of real MPI libraries: the files are those of one process.
# tests/batch/ways.sh does it with four processes, and kills them.
. "$srcdir/tests/tap.sh"

[ -e "$builddir/fidlio-mpi.so" ] || skip_all "fidlio was built without MPI"
runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99
cat >manifest <<END
real $runs/UNET3D_real_r2
real $runs/UNET3D_real_r4
real $runs/BERT_real_r2
emulation $runs/UNET3D_dlio_r2
emulation $runs/BERT_dlio_r2
emulation $runs/UNET3D_dlio_nockpt_r1
emulation $tmp/broken
END
mkdir broken
echo nothing >broken/notes.txt

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_base_warn_component_unused=0 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe

# library NAME: the launcher and the module of one MPI library
library ()
{
    launcher=$(command -v "mpirun.$1") || launcher=
    compiler=$(command -v "mpicc.$1") || compiler=
    [ -n "$launcher" ] && [ -n "$compiler" ] || return 1
    FIDLIO_MPI=$tmp/$1.so
    export FIDLIO_MPI
    "$compiler" -std=c11 -fPIC -I"$srcdir/src" -shared -o "$FIDLIO_MPI" "$srcdir/src/mpi/transport.c"
}

# ranks N COMMAND...: the command by N processes
ranks ()
{
    ranks_n=$1
    shift
    timeout 300 "$launcher" -n "$ranks_n" "$@" </dev/null
}

"$FIDLIO" matrix -q -j 1 -m manifest -o one 2>err
is $? 4 "one process, with an emulation that cannot be read"

for mpi in openmpi mpich; do
    if ! library $mpi; then
        skip "$mpi" "it is not installed"
        continue
    fi
    ranks 2 "$FIDLIO" matrix -m manifest -o $mpi >out 2>err
    is $? 4 "$mpi: the status"
    is "$(grep -c 'pairs compared' err)" 1 "$mpi: one of the processes speaks"
    ok "$mpi: the same files" diff -r -x .fidlio-digests one $mpi
    ranks 2 "$FIDLIO" matrix -m manifest -o $mpi >out 2>err
    like "$(cat err)" " 5 kept as they were" "$mpi: nothing is compared again"
    ok "$mpi: which changes nothing" diff -r -x .fidlio-digests one $mpi

    # ranks that do not agree
    # shellcheck disable=SC2016 # for the inner shell
    other='case ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} in 1) shift ;; esac; '
    grep -v nockpt manifest >fewer
    ranks 2 sh -c "$other"'exec "$0" matrix -q "$@"' "$FIDLIO" -mmanifest -mfewer \
        -o $mpi-apart >out 2>err
    like "$? $(cat err)" '^3 .*shard-2-of-2: its plan differs from' "$mpi: other runs on one rank"
    ranks 2 sh -c "$other"'exec "$0" matrix -q -m manifest -o apart "$@"' "$FIDLIO" \
        --penalty=0.2 --no-calibration >out 2>err
    like "$? $(cat err)" '^3 .*shard-2-of-2: its plan differs from' "$mpi: other options"
    # one process alone under the launcher, and as many shards as processes
    ranks 1 "$FIDLIO" matrix -q -m manifest -o $mpi-alone >out 2>err
    ok "$mpi: one process" diff -r -x .fidlio-digests one $mpi-alone
    # Open MPI ends the others if one has another status than 0, as the share of a broken run has
    # shellcheck disable=SC2016 # for the inner shell
    FIDLIO_MPI=$tmp/nothing.so ranks 2 sh -c '"$0" "$@" || test $? -eq 4' "$FIDLIO" matrix -q -m manifest \
        -o $mpi-shards --shard auto 2>err
    "$FIDLIO" merge -q $mpi-shards 2>err
    ok "$mpi: --shard auto needs no module" diff -r -x .fidlio-digests one $mpi-shards
    FIDLIO_MPI=$tmp/nothing.so ranks 2 "$FIDLIO" matrix -q -m manifest -o none >out 2>err
    like "$? $(cat err)" '^2 .*2 processes were started, and this fidlio cannot join them' \
        "$mpi: without the module, it says what to do"
done
# the launcher of one library and the module of another
if library openmpi && launcher=$(command -v mpirun.mpich); then
    ranks 2 "$FIDLIO" matrix -q -m manifest -o none >out 2>err
    like "$? $(cat err)" '^2 .*2 processes were started, and Open MPI v[0-9.]* finds 1' \
        "the launcher of another library"
    ok "nothing was written" test ! -e none
else
    skip "the launcher of another library" "only one is installed"
fi
tap_done
