#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/slurm-matrix with a real Slurm: what it says, and tasks that are run again.
# tests/batch/ways.sh has an array that is left alone.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/slurm/start"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99
mkdir daemons
trap 'slurm_stop; rm -rf "$tmp"' EXIT
if ! slurm_start "$tmp/daemons"; then
    tail -n 3 daemons/*.log daemons/*.out 2>/dev/null | sed 's/^/# /'
    skip_all "no Slurm here (root, and the packages slurmctld, slurmd, slurm-client and munge)"
fi
pairs=(--real "$runs/UNET3D_real_r2" --emulation "$runs/UNET3D_dlio_r2" "$runs/UNET3D_dlio_nockpt_r1")
"$FIDLIO" matrix -q -j 1 "${pairs[@]}" -o one

export FIDLIO
is_over ()
{
    [ -z "$(squeue -h)" ]
}

# --- a shard that is killed is run again by itself
"$srcdir/scripts/slurm-matrix" 2 "with blanks" --time=10 --hold -- "${pairs[@]}" >said
is "$?" 0 "slurm-matrix"
like "$(cat said)" "^shards: job [0-9]*, tasks 1-2
merge: job [0-9]*$" "says what it submitted"
array=$(sed -n 's/shards: job \([0-9]*\),.*/\1/p' said)
ok "a task is cancelled" scancel "${array}_2"
ok "the other one is let go" scontrol release "$array"
ok "the jobs end" slurm_wait is_over
like "$(cat "with blanks"/slurm/merge.out)" "shards are missing: 2" "merge says what is missing"
sbatch --parsable --array=2 --output="with blanks"/slurm/shard-2.out "with blanks"/slurm/shard.sh >job
ok "it is run again" slurm_wait is_over
"$FIDLIO" merge -q "with blanks"
ok "and merged: the files of one matrix" diff -r -x slurm -x .fidlio-digests one "with blanks"

exits 2 "how many?" "$srcdir/scripts/slurm-matrix" none x -- "${pairs[@]}"
exits 2 "which runs?" "$srcdir/scripts/slurm-matrix" 3 x
tap_done
