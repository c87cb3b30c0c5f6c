#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A matrix made in every way, and killed and started again once in each: the same files.
# scripts/dev/kill-check 50 does it thoroughly (doc/developers/reliability.md).
. "$srcdir/tests/tap.sh"

command -v python3 >/dev/null || skip_all "python3 is missing"
TMPDIR=$tmp "$srcdir/scripts/dev/kill-check" --fidlio "$FIDLIO" \
    --ways jobs,openmpi-rank,mpich-launcher,shards,slurm,play 1 7 >"$tmp/said" 2>"$tmp/err"
status=$?
sed 's/^/# /' "$tmp/said" "$tmp/err"
for way in jobs openmpi-rank mpich-launcher shards slurm play; do
    line=$(grep "^$way:" "$tmp/said")
    case $line in
    *": skipped: "*) skip "$way" "${line#*skipped: }" ;;
    *) like "$line" "killed 1 times, .* the same files" "$way" ;;
    esac
done
is "$status" 0 "and nothing else is wrong"
tap_done
