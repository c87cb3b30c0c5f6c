#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# example.sh DIR: tables of a job on two GPUs, made up: fetches begin apart and take unequal times
mkdir -p "$1/simp"
awk -v dir="$1" 'BEGIN {
    file = "fs_Imagenet_default_resnet50_epoch5_b2048_worker12_thread0"
    perf = dir "/" file ".csv"
    fetch = dir "/simp/" file "_simp_fetchdifftime.csv"
    start = dir "/simp/" file "_simp_fetchstartdifftime.csv"
    print ",Time,GPU,Epoch,Step,Iteration time (sec),Training stall time (sec),Throughput (image/sec)" >perf
    print ",Epoch,Index number,Fetch time (sec)_gpu0,Fetch time (sec)_gpu1,Batch fetch time diff (sec)" >fetch
    print ",Epoch,Index number,Start time_gpu0,Start time_gpu1,Batch fetch start time diff (sec)" >start
    for (i = 0; i < 40; i++) {
        late = i * 7 % 5 / 10; slow = i * 3 % 4 / 10
        second = 6 * i; minute = int (second / 60); second %= 60
        stall[0] = 2.5; stall[1] = 2.5 + late + slow
        for (g = 0; g < 2; g++)
            printf "%d,2021-09-01 10:%02d:%02d.5,%d,1,%d,%.1f,%.1f,400\n", 2 * i + g, minute, second, g, i, stall[1] + 1, stall[g] >perf
        printf "%d,1,%d,5.0,%.1f,%.1f\n", i, i, 5 + slow, slow >fetch
        printf "%d,1,%d,2021-09-01 10:%02d:%02d,2021-09-01 10:%02d:%04.1f,%.1f\n", i, i, minute, second, minute, second + late, late >start
    }
}'
