#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Real runs that are unlike the other repeats: check and baseline leave them out, and judge by
# nothing where nobody knows which is wrong.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"
. "$srcdir/tests/check/pairs.sh"
cd "$tmp" || exit 99

# of_three DIR BYTES: three real runs, the last of which reads BYTES and is far from the emulation
of_three ()
{
    realreads=4e9
    pair "$1" R_r1 E_r1 0.8 0.8
    pair "$1" R_r2 E_r1 0.8 0.8
    realreads=$2
    pair "$1" R_r3 E_r1 0.2 0.2
}
of_three alike 4.1e9
"$FIDLIO" check alike --fail-below 0.5 >out.txt 2>&1
is $? 1 "a pair below the limit"
unlike "$(cat out.txt)" 'Left out' "repeats that agree are all judged"
of_three odd 2e9
"$FIDLIO" check odd --fail-below 0.5 >out.txt 2>&1
is $? 0 "an outlier among the real runs is left out"
like "$(cat out.txt)" 'Left out: R_r3 reads 1.86 GiB of data, most runs 3.73 GiB' "and named"
"$FIDLIO" baseline save odd -o odd.json >/dev/null 2>&1
is $? 0 "a baseline without it"
"$FIDLIO" check odd --baseline odd.json >out.txt 2>&1
like "$(cat out.txt)" 'Left out: R_r3 reads' "named by a check against it"

realreads=4e9
pair two R_r1 E_r1 0.8 0.8
realreads=2e9
pair two R_r2 E_r1 0.8 0.8
"$FIDLIO" check two --fail-below 0.5 >out.txt 2>&1
is $? 1 "two real runs that differ: no similarity counts"
like "$(cat out.txt)" 'the real runs differ: R_r1 reads 3.73 GiB of data, R_r2 1.86 GiB' "and why"
"$FIDLIO" baseline save two -o two.json >out.txt 2>&1
is $? 3 "no baseline is made of them"
like "$(cat out.txt)" 'the real runs differ' "and why"
ok "nothing is written" test ! -e two.json

# of such runs a report has no verdict and no numbers, of others it has
realreads=4e9 verdict=valid error=0.04 low=0.01 high=0.09
pair said R_r1 E_r1 0.8 0.8
pair said Q_r1 E_r1 0.7 0.7
realreads=2e9
pair said R_r2 E_r1 0.8 0.8
"$FIDLIO" report -q said >/dev/null 2>&1
is "$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { print $at["real"], $at["similarity"], $at["verdict"], $at["valid_for"] }' said/ranking.tsv)" \
    "Q_r1 0.700000 valid storage
R_r1 NA cannot tell nothing
R_r2 NA cannot tell nothing" "a report says nothing of runs that differ"
verdict="cannot tell" error=null low=null high=null

# a broken repeat of the emulation is what the gate is for
realreads=4e9
for i in 1 2 3; do
    reads=4e9
    [ $i = 3 ] && reads=2e9
    pair broken R_r1 "E_r$i" "0.$((11 - 3 * i))" 0.8
done
"$FIDLIO" check broken --fail-below 0.5 >out.txt 2>&1
is $? 1 "a broken repeat of the emulation fails"
like "$(cat out.txt)" 'E_r3' "and is named"
"$FIDLIO" report broken >/dev/null 2>&1
like "$(cat broken/report.md)" 'Left out: E_r3 reads 1.86 GiB of data, most runs 3.73 GiB' "a report leaves it out"
tap_done
