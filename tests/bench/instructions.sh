#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Instructions of fixed kernels and of fidlio at fixed work (portable C), held against
# tests/bench/instructions.txt, so that no feature makes them slower unseen.
#   tests/bench/instructions.sh --write    prints a new table
. "$srcdir/tests/tap.sh"

program=$builddir/tests/bench/kernels
table=$srcdir/tests/bench/instructions.txt
runs=$srcdir/tests/data/runs
command -v valgrind >/dev/null || skip_all "no valgrind here"
compiler=$(sed -n 's/^#define BUILT_BY "\(.*\)"$/\1/p' "$builddir/config.h")
case $(nm "$program" 2>/dev/null) in
*__asan_init*) skip_all "this build counts its own checks" ;;
esac
export FIDLIO_ISA=portable

# counted COMMAND...: its instructions, or nothing where it fails
counted ()
{
    valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$@" >/dev/null 2>"$tmp/said" </dev/null || return 0
    sed -n 's/^==[0-9]*== Collected : \([0-9]*\).*/\1/p' "$tmp/said"
}

# Traces of one format each, in $tmp/FORMAT.  Recorded ones are unpacked: libraries that inflate
# differ.
make_inputs ()
{
    for format in read write openat close bio; do
        mkdir "$tmp/$format"
        gzip -dc "$runs/UNET3D_real_r2/trace_$format.out.gz" >"$tmp/$format/trace_$format.out"
    done
    mkdir "$tmp/pfw" "$tmp/kineto" "$tmp/mllog" "$tmp/dlio" "$tmp/monitors"
    awk 'BEGIN {
        print "["
        for (i = 0; i < 6000; i++)
            printf "{\"id\":%d,\"name\":\"read\",\"cat\":\"POSIX\",\"pid\":4242,\"tid\":4242,\"ts\":%.0f,\"dur\":%d,\"ph\":\"X\",\"args\":{\"hhash\":9509357668201227806,\"p_idx\":1,\"level\":11,\"fname\":\"/data/img_%d.npz\",\"ret\":262144,\"offset\":%d}}\n", i, 1744611900000000 + 900 * i, 50 + i % 37, i / 6, i % 6 * 262144
        print "]" }' >"$tmp/pfw/trace-0-of-1.pfw"
    awk 'BEGIN {
        print "{\n  \"schemaVersion\": 1,\n  \"traceEvents\": ["
        for (i = 0; i < 6000; i++)
            printf "  {\n    \"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s%s\", \"pid\": 7, \"tid\": 7,\n    \"ts\": %d.250, \"dur\": %d.500,\n    \"args\": {\n      \"External id\": %d, \"Sequence number\": %d, \"Fwd thread id\": 0\n    }\n  }%s\n", i % 50 ? "cpu_op" : "user_annotation", i % 50 ? "aten::add" : "ProfilerStep#", i % 50 ? "" : i / 50, 2000000 + 2000 * i, i % 50 ? 1500 : 99000, i, i, i < 5999 ? "," : ""
        print "  ]\n}" }' >"$tmp/kineto/worker.pt.trace.json"
    awk 'BEGIN {
        head = ":::MLLOG {\"namespace\": \"\", \"time_ms\": %.0f, \"event_type\": \"%s\", \"key\": \"%s\", \"value\": %s, \"metadata\": {\"file\": \"main.py\", \"lineno\": 1, \"epoch_num\": 1}}\n"
        t = 1772450605000
        printf head, t, "INTERVAL_START", "epoch_start", "null"
        for (i = 0; i < 6000; i++) {
            key = i % 3 == 0 ? "load_batch_mem" : i % 3 == 1 ? "all_compute" : "step_end"
            printf head, t += 40, "POINT_IN_TIME", key, "{\"duration\": 40000000}"
        }
        printf head, t, "INTERVAL_END", "epoch_stop", "null" }' >"$tmp/mllog/unet3d.log"
    awk 'BEGIN {
        stamp = "[INFO] 2026-11-21T00:%02d:%02d.%06d "
        printf stamp "Starting epoch 1: 3000 steps expected\n", 0, 0, 0
        for (i = 1; i <= 6000; i++)
            printf stamp "Rank 0 step %d %s 4 samples in 0.04%d s\n", i / 1500, i / 25 % 60, i % 25 * 40000, (i + 1) / 2, i % 2 ? "loaded" : "processed", i % 10
        printf stamp "Ending epoch 1 - 3000 steps completed in 240.0 s\n", 5, 0, 0 }' \
        >"$tmp/dlio/dlio.log"
    awk 'BEGIN {
        print "Linux 6.1.0 (node0) \t04/14/25 \t_x86_64_\t(2 CPU)\n"
        for (i = 0; i < 2000; i++) {
            at = sprintf ("%02d:%02d:%02d", i / 3600, i / 60 % 60, i % 60)
            print at "     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle"
            for (c = 0; c < 3; c++)
                printf "%s     %3s   %5.2f    0.00    1.50    %4.2f    0.00    0.01    0.00    0.00    0.00   %5.2f\n", at, c ? c - 1 : "all", 30 + i % 20, i % 7, 68.49 - i % 20 - i % 7
            print ""
        } }' >"$tmp/monitors/cpu.out"
    awk 'BEGIN {
        print "#Date       Time        gpu        pid  type    sm   mem   enc   dec   command"
        print "#YYYYMMDD   HH:MM:SS    Idx          #   C/G     %     %     %     %   name"
        for (i = 0; i < 4000; i++)
            printf " 20250414   %02d:%02d:%02d %7d     410%d     C    %2d    %2d     -     -   python\n", i / 7200, i / 120 % 60, i / 2 % 60, i % 2, i % 2, 50 + i % 40, i % 30 }' \
        >"$tmp/monitors/gpu.out"
    for run in DLRM_real_r4 DLRM_dlio_r4; do
        cp -R "$runs/$run" "$tmp/$run"
        chmod -R u+w "$tmp/$run"
        find "$tmp/$run" -name '*.gz' -exec gzip -d {} +
    done
    mkdir "$tmp/digests"
    "$FIDLIO" digest -o "$tmp/digests/run.fidlio" "$tmp/DLRM_real_r4" >/dev/null 2>&1
}

formats="read write openat close bio pfw kineto mllog dlio monitors digests"
works="pair report digest"
kernels=$("$program" | sed 1d)

# count NAME: instructions beyond start-up, or nothing
count ()
{
    case " $formats " in
    *" $1 "*) n=$(counted "$FIDLIO" inspect "$tmp/$1") ;;
    *)
        case $1 in
        pair) n=$(counted "$FIDLIO" compare -j 1 --real "$tmp/DLRM_real_r4" \
            --emulation "$tmp/DLRM_dlio_r4" -o "$tmp/results") ;;
        report) n=$(counted "$FIDLIO" report "$tmp/results") ;; # of the pair
        digest) n=$(counted "$FIDLIO" digest -o "$tmp/run.fidlio" "$tmp/DLRM_real_r4") ;;
        *)
            "$program" "$1" >/dev/null || return 0 # it says itself whether its work is right
            n=$(counted "$program" "$1")
            echo "${n:+$((n - kernel_base))}"
            return 0
            ;;
        esac
        ;;
    esac
    echo "${n:+$((n - base))}"
}

kernel_base=$(counted "$program" nothing)
base=$(counted "$FIDLIO" --version)
[ -n "$kernel_base" ] && [ -n "$base" ] || skip_all "valgrind does not run the programs here"
make_inputs
if [ "${1-}" = --write ]; then
    echo "# what, instructions beyond start-up, $compiler"
    for what in $kernels $formats $works; do
        echo "$what $(count "$what")"
    done
    exit 0
fi
case $(head -n 1 "$table") in
*", $compiler") ;;
*) skip_all "the counts are of another compiler or other options than $compiler" ;;
esac

# Other machines take other variants of libc's functions: a few per cent.
sed 1d "$table" >"$tmp/table"
while read -r what want; do
    got=$(count "$what")
    if [ -z "$got" ]; then
        tap_result 1 "$what" || diag "its work is wrong, or is none of the program's: $(tail -n 3 "$tmp/said")"
        continue
    fi
    if [ $((got * 100)) -le $((want * 110)) ]; then
        tap_result 0 "$what"
    else
        tap_result 1 "$what" || diag "$got instructions, $want before: find out why, or write a new table"
    fi
    [ $((got * 100)) -ge $((want * 85)) ] || diag "$what: $got instructions, $want before: the table can be tightened"
done <"$tmp/table"
is "$(for what in $kernels $formats $works; do echo "$what"; done | sort)" \
    "$(cut -d' ' -f1 "$tmp/table" | sort)" "the table has all of them"
tap_done
