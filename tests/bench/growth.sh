#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The law of growth: the cost of a command grows as its work does.  Counts instructions at 1, N and 4N
# of events, ranks, hosts, epochs, files, minutes of monitors, pairs, results and digests, and fails
# where their exponent, log ((I(4N) - I(1)) / (I(N) - I(1))) / log ((4N - 1) / (N - 1)), is above 1.1.
. "$srcdir/tests/tap.sh"

most=1.1
command -v valgrind >/dev/null || skip_all "no valgrind here"
command -v python3 >/dev/null || skip_all "no python3 here"
case $(nm "$FIDLIO" 2>/dev/null) in
*__asan_init*) skip_all "this build counts its own checks" ;;
esac
export FIDLIO_ISA=portable TZ=UTC PYTHONDONTWRITEBYTECODE=1

make_run ()
{
    python3 "$srcdir/tests/bench/grown.py" "$@"
}

# counted ARGUMENT...: instructions of fidlio, or nothing where it fails
counted ()
{
    valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$FIDLIO" "$@" >/dev/null 2>"$tmp/said" </dev/null || return 0
    sed -n 's/^==[0-9]*== Collected : \([0-9]*\).*/\1/p' "$tmp/said"
}

# judge COMMAND WHAT N I(1) I(N) I(4N)
judge ()
{
    row=$(echo "$1 $2 $3 $4 $5 $6" | awk 'NF == 6 && $5 > $4 {
        power = log (($6 - $4) / ($5 - $4)) / log ((4 * $3 - 1) / ($3 - 1))
        printf "%-8s %-8s %5d %7.1f %7.1f %7.1f %9.2f", $1, $2, $3, $4 / 1e6, $5 / 1e6, $6 / 1e6, power }')
    diag "$row"
    echo "$row" | awk -v most=$most '{ exit !(NF == 7 && $7 <= most) }'
    tap_result $? "$1 grows as $2 do" || tail -n 3 "$tmp/said" | sed 's/^/# /'
}

# of_run COMMAND FOLDER: the command for a run, or a pair of runs
of_run ()
{
    case $1 in
    answer) counted answer --real "$2/real" --emulation "$2/emulation" ;;
    compare) counted compare -j 1 --real "$2/real" --emulation "$2/emulation" -o "$2/results" ;;
    *) counted "$1" "$2/real" ;;
    esac
}

diag "command  what         N    I(1)    I(N)   I(4N)  exponent (I in million instructions)"
while read -r what n arguments; do
    for k in 1 $n $((4 * n)); do
        # shellcheck disable=SC2046
        set -- $(echo "$arguments" | sed "s/@/$k/g")
        mkdir "$tmp/$what-$k"
        make_run "$tmp/$what-$k/real" "$@"
        make_run "$tmp/$what-$k/emulation" slow=9 "$@"
    done
    for command in inspect job answer compare; do
        case $command-$what in
        job-minutes | answer-minutes) continue ;; # monitors alone show no job
        answer-ranks | answer-hosts) continue ;;  # its answer is not known without a log
        esac
        judge $command "$what" "$n" "$(of_run $command "$tmp/$what-1")" \
            "$(of_run $command "$tmp/$what-$n")" "$(of_run $command "$tmp/$what-$((4 * n))")"
    done
done <<EOT
events 128 steps=@ files=8
ranks 16 ranks=@ log=0
hosts 8 ranks=@ hosts=@ log=0
epochs 64 epochs=@ steps=2
files 128 steps=@
minutes 240 minutes=@
EOT

# Runs of one job that differ a little: 1, 2 and 4 of each side make 1, 4 and 16 pairs.
for k in 1 2 3 4; do
    make_run "$tmp/runs/real/job_real_r$k" steps=16 slow=$k
    make_run "$tmp/runs/emulation/job_dlio_c${k}_r1" steps=16 slow=$((10 * k))
done
for k in 1 2 4; do
    for a in $(seq $k); do
        for b in $(seq $k); do
            echo "pair $tmp/runs/real/job_real_r$a $tmp/runs/emulation/job_dlio_c${b}_r1"
        done
    done >"$tmp/pairs-$k"
done
judge matrix pairs 4 "$(counted matrix -j 1 -m "$tmp/pairs-1" -o "$tmp/matrix-1")" \
    "$(counted matrix -j 1 -m "$tmp/pairs-2" -o "$tmp/matrix-2")" \
    "$(counted matrix -j 1 -m "$tmp/pairs-4" -o "$tmp/matrix-4")"
judge report results 4 "$(counted report -j 1 "$tmp/matrix-1")" \
    "$(counted report -j 1 "$tmp/matrix-2")" "$(counted report -j 1 "$tmp/matrix-4")"

for k in $(seq 32); do
    make_run "$tmp/many/job_c${k}_r1" steps=$((8 + k % 5)) slow=$((k * 5))
    for n in 1 8 32; do
        mkdir -p "$tmp/digests-$n"
        [ "$k" -gt "$n" ] || "$FIDLIO" digest -o "$tmp/digests-$n/$k.fidlio" "$tmp/many/job_c${k}_r1" >/dev/null 2>&1
    done
done
judge nearest digests 8 "$(counted nearest -j 1 "$tmp/runs/real/job_real_r1" --among "$tmp/digests-1")" \
    "$(counted nearest -j 1 "$tmp/runs/real/job_real_r1" --among "$tmp/digests-8")" \
    "$(counted nearest -j 1 "$tmp/runs/real/job_real_r1" --among "$tmp/digests-32")"
tap_done
