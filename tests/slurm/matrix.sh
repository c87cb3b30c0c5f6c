#!/bin/bash
# scripts/slurm-matrix with a real Slurm: an array job and its merge give the files of one matrix.
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
said=$("$srcdir/scripts/slurm-matrix" 3 "with blanks" --time=10 -- "${pairs[@]}")
is "$?" 0 "slurm-matrix"
like "$said" "^shards: job [0-9]*, tasks 1-3
merge: job [0-9]*$" "says what it submitted"
is_over ()
{
    [ -z "$(squeue -h)" ]
}
ok "the jobs end" slurm_wait is_over
cat "with blanks"/slurm/*.out | sed 's/^/# /'
ok "the files of one matrix" diff -r -x slurm -x .fidlio-cache-report one "with blanks"

# --- a shard that is killed is run again by itself
"$srcdir/scripts/slurm-matrix" 2 again --time=10 --hold -- "${pairs[@]}" >said
array=$(sed -n 's/shards: job \([0-9]*\),.*/\1/p' said)
ok "a task is cancelled" scancel "${array}_2"
ok "the other one is let go" scontrol release "$array"
ok "the jobs end" slurm_wait is_over
like "$(cat again/slurm/merge.out)" "shards are missing: 2" "merge says what is missing"
sbatch --parsable --array=2 --output=again/slurm/shard-2.out again/slurm/shard.sh >job
ok "it is run again" slurm_wait is_over
"$FIDLIO" merge -q again
ok "and merged: the files of one matrix" diff -r -x slurm -x .fidlio-cache-report one again

exits 2 "how many?" "$srcdir/scripts/slurm-matrix" none x -- "${pairs[@]}"
exits 2 "which runs?" "$srcdir/scripts/slurm-matrix" 3 x
tap_done
