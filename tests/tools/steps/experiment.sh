#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# experiment.sh KIND DIR: folders of instrumented runs, made up
#
# KIND is unet3d or dlrm (MLLOG events in DIR/raw_data/CONFIG.json), bert
# (DIR/data/CONFIG/timeline-N.json) or dlio (DIR/CONFIG/dlio.log, of UNET3D).
# Computation takes a time that is linear in GPUs and batch size, by the factors
# that DLIO is given for these workloads, and everything some noise; nothing was
# measured.  The same words give the same bytes.
set -eu
kind=$1
dir=$2

case $kind in
unet3d | dlio) gpus='1 2 4 6 8' batches='1 2 3 4 5' a=0.27738914 b=0.00211888 c=0.27448834 ;;
dlrm) gpus='1 4 8' batches='2048 4096 8192 16384 32768 65536' a=0.02 b=0.0063185 c=0.00000147436 ;;
bert) gpus='1 2 4 8' batches='1 2 3 6' a=0.32936323 b=0.00622823 c=0.11688357 ;;
*) echo "experiment.sh: no kind '$kind'" >&2; exit 2 ;;
esac

for g in $gpus; do
    for n in $batches; do
        config=config_${g}gpu_${n}batch
        case $kind in
        unet3d | dlrm) mkdir -p "$dir/raw_data" && out=$dir/raw_data/$config.json ;;
        bert) mkdir -p "$dir/data/$config" && out=$dir/data/$config ;;
        dlio) mkdir -p "$dir/$config" && out=$dir/$config/dlio.log ;;
        esac
        awk -v kind="$kind" -v g="$g" -v n="$n" -v a=$a -v b=$b -v c=$c -v out="$out" '
        # uniform in 0..1, the same everywhere
        function random() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
        function noise(   s, i) { for (i = 0; i < 12; i++) s += random(); return s - 6 }
        function about(mean, part) { return mean * (1 + part * noise()) }
        function duration(key, s) {
            if (kind == "dlio")
                printf "[INFO] %s %.0f [src/dlio_benchmark.py:220]\n", key, s * 1e9 >out
            else
                printf ",\n{\"namespace\": \"\", \"time_ms\": \"2023-05-03T10:00:00.000\", \"event_type\": \"POINT_IN_TIME\", \"key\": \"%s\", \"value\": {\"start\": 0, \"duration\": %.0f}, \"metadata\": {\"epoch_num\": %d}}", key, s * 1e9, epoch >out
        }
        function step(   load, compute, unit, wait, i) {
            unit = kind == "dlrm" ? "batch" : "sample"
            load = about(kind == "dlrm" ? .004 + n * 9e-8 * (1 + g / 8) : .06 + .01 * g, .12)
            wait = about(.002 + (kind == "dlrm" ? .1 : .02 * g) * load, .3)
            compute = about(a + b * g + c * n, .015)
            for (i = 0; i < (unit == "batch" ? 1 : n); i++) {
                duration(unit "_load", about(load, .1))
                duration(unit "_preproc", about(load / 3, .1))
            }
            if (kind == "dlio") duration("load_batch_inner", load * n)
            duration("load_batch_mem", wait)
            duration("all_compute", compute)
            duration("step_end", wait + compute + .002)
        }
        function profile(file,   t, next_s, copy, last) {
            t = 1683120000000000
            next_s = about(.0003 * n, .2) * 1e6
            copy = t + 500 + next_s
            last = copy + about(a + b * g + c * n, .015) * 1e6
            printf "{\"traceEvents\": [" >file
            printf "{\"ph\": \"X\", \"cat\": \"Op\", \"name\": \"IteratorV2\", \"ts\": %.0f, \"dur\": 3}, ", t >file
            printf "{\"ph\": \"X\", \"cat\": \"Op\", \"name\": \"IteratorGetNext\", \"ts\": %.0f, \"dur\": %.0f}, ", t + 40, next_s >file
            printf "{\"ph\": \"X\", \"cat\": \"Op\", \"name\": \"unknown\", \"ts\": %.0f, \"dur\": 11, \"args\": {\"name\": \"edge_5_IteratorGetNext@@MemcpyHtoD\"}}, ", copy >file
            printf "{\"ph\": \"X\", \"cat\": \"Op\", \"name\": \"MatMul\", \"ts\": %.0f, \"dur\": 90}]}\n", last >file
            close(file)
        }
        BEGIN {
            seed = g * 1000003 + n * 31 + 7
            for (i = 0; i < 10; i++) random()
            if (kind == "bert") {
                for (i = 1; i <= 30; i++) profile(out "/timeline-" i ".json")
                exit
            }
            for (epoch = 1; epoch <= 3; epoch++) {
                if (kind == "dlio")
                    printf "[INFO] 2023-05-03T10:00:00.000123 Starting epoch %d: 20 steps expected [src/utils/statscounter.py:58]\n", epoch >out
                else
                    printf "%s\n{\"namespace\": \"\", \"time_ms\": \"2023-05-03T10:00:00.000\", \"event_type\": \"INTERVAL_START\", \"key\": \"epoch_start\", \"value\": null, \"metadata\": {\"epoch_num\": %d}}", (epoch == 1 ? "[" : ","), epoch >out
                for (i = 0; i < 20; i++) step()
            }
            if (kind != "dlio") printf "\n]\n" >out
        }'
    done
done
