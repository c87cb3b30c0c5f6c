#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Results on a network file system whose renames fail, or are done though it says that they failed
# (an answer that was lost): the reason and status 5, nothing half-written, and the next run makes
# what is missing.  The file system is scripts/slow-storage, with the shim in its daemon.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/faults/faults.sh"

program=$builddir/slow-storage
cd "$tmp" || exit 99
mkdir m
slow () { "$srcdir/scripts/slow-storage" "$tmp/m" --program "$program" -- "$@" 2>err; }
if [ ! -x "$program" ] || ! slow true; then
    skip "renames over a network" "no slow storage can be mounted"
    tap_done
    exit
fi
real=$runs/DLRM_real_r4 emulation=$runs/DLRM_dlio_r4
"$srcdir/tests/plan/plans" make made.plan 1
sed -i 's/0\.0[12]\([],]\)/0.001\1/g' made.plan
"$FIDLIO" play -q made.plan --data data --make >said
# command NAME FOLDER: runs it, with its output in the folder
command_of ()
{
    case $1 in
    compare) "$FIDLIO" compare -q "$real" "$emulation" -o "$2/results" ;;
    matrix) "$FIDLIO" matrix -q -j 1 --real "$real" --emulation "$emulation" -o "$2/results" ;;
    digest) "$FIDLIO" digest -q "$real" -o "$2/digests" ;;
    derive) "$FIDLIO" derive -q --for plan "$real" -o "$2/plan" ;;
    play) "$FIDLIO" play -q made.plan --data data --checkpoints saved -o "$2/played" ;;
    esac
}
# same FOLDER: what its files say, but for times of a plan that was played
same ()
{
    (cd "$1" && find . -type f ! -path '*/.fidlio-*' | LC_ALL=C sort | while read -r file; do
        case $file in
        */played/*) echo "$file $(wc -l <"$file")" ;;
        *) cksum "$file" ;;
        esac
    done)
}
export -f command_of
export FIDLIO real emulation
for name in compare matrix digest derive play; do
    mkdir want
    command_of "$name" want >said
    same want >want.txt
    for why in 5:'Input/output error' 116:'Stale file handle' 10002:'No such file or directory'; do
        rm -rf m/*
        export FAULT=rename:1:${why%%:*}+ FAULT_OF=slow-storage LD_PRELOAD=$shim
        slow bash -c 'unset LD_PRELOAD FAULT; command_of "$1" "$2"' bash "$name" "$tmp/m" >said
        status=$?
        unset FAULT FAULT_OF LD_PRELOAD
        is "$status" 5 "$name: renames fail: status 5"
        like "$(cat err)" "m/.*${why#*:}" "with the reason"
        is "$(find m -name '*.tmp*')" "" "no temporary file is left"
        [ "$name" != play ] || [ "${why%%:*}" != 10002 ] || rm -rf m/played # it is there, and whole
        slow bash -c 'command_of "$1" "$2"' bash "$name" "$tmp/m" >said
        same m >got.txt
        ok "the next run makes what is missing" cmp want.txt got.txt
    done
    rm -rf want
done
tap_done
