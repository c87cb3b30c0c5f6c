#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio prepare: event traces in UTC, the cut before INIT, filters (T-ALIGN, T-FILTER).
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/tools/prepare/given.sh"
cd "$tmp" || exit 99

given run
# INIT begins at boot 1000.110 s
read_trace run <<'END'
1000109999999 100 0 10 5 early.npy
1000110000000 100 0 20 5 case.npy
1001000000000 100 0 18446744073709551103 14865 speed
1002000000000 100 0 1000000000000000 7 huge.npy
1003000000000 100 0 1000000000000001 7 absurd.npy
1004000000000 100 0 0 3936
END
write_trace run <<'END'
1001000000000 100 0 1 10 a.npy
1001000000001 100 0 2 20 unet3d.log
1001000000002 100 0 3 30 0
1001000000003 100 0 4 40
1001000000004 100 0 5 50 [eventfd]
1001000000005 100 0 6 60 0001.npz
1001000000006 100 0 7 70 a:b
END
bio run <<'END'
1001000000000 100 python sda R 4096 8 100
1001000000001 7 kworker/u8:1 sdb W 8192 8 100
1001000000002 7 kworker/u8:1 sda W 512 8 100
1001000000003 7 kworker/u8:1 sdb R 512 8 100
1001000000004 9 mysqld sda R 512 8 100
1001000000005 100 python nvme0n1 R 512 8 100
END
said=$(prepare run 2>&1)
is "$?" 0 "prepare"
like "$said" '^second tick: boot 1000000000000 ns is 2023-02-11T13:13:20.000000000 UTC, the tick took 100000 ns$' "the reference"
is "$(cat out/run/read.out)" "2023-02-11T13:13:20.110000000 100 0 20 5 case.npy
2023-02-11T13:13:22.000000000 100 0 1000000000000000 7 huge.npy
2023-02-11T13:13:24.000000000 100 0 0 3936" "reads: from INIT on, none that failed or is absurd"
like "$said" '^read\.out +5 +1 +3  1 failed calls, 1 malformed lines|^read\.out +5 +1 +3  1 malformed lines, 1 failed calls' "what was left out is counted"
is "$(wc -l <out/run/read.out.bk)" 4 "the copy has what the filter dropped"
is "$(cut -d' ' -f6 out/run/write.out | tr '\n' ' ')" "a.npy  [eventfd] 0001.npz a:b " "writes but to logs and terminals"
is "$(cut -d' ' -f3-5 out/run/bio.out)" "python sda R
kworker/u8:1 sdb W
python nvme0n1 R" "block requests of the workload"
like "$said" '^bio\.out .*2 kernel workers, but writes to the checkpoint disk' "kernel workers are counted"
is "$(head -n 1 out/run/bio.out)" "2023-02-11T13:13:21.000000000 100 python sda R 4096 8 100" "columns as in the trace, one blank between"
ok "no copy of bio.out without its filter" test ! -e out/run/bio.out.bk

prepare run --compat -w unet3d >/dev/null 2>&1
is "$(cut -d' ' -f3-5 out/run/bio.out)" "python sda R
kworker/u8:1 sdb W" "--compat: disks of three letters"
is "$(cut -d' ' -f6 out/run/write.out | tr '\n' ' ')" "a.npy  [eventfd] " "--compat: names they could match"
prepare run --checkpoint-disk=sda >/dev/null 2>&1
is "$(cut -d' ' -f3-5 out/run/bio.out | sed -n 2p)" "kworker/u8:1 sda W" "another checkpoint disk"
prepare run --no-filter >/dev/null 2>&1
is "$(wc -l <out/run/bio.out) $(wc -l <out/run/write.out)" "6 7" "--no-filter"

# --- the 99th percentile
given slow
awk 'BEGIN { for (i = 1; i <= 200; i++) printf "%.0f 100 python sda R 4096 8 %d\n", 1001e9 + i, i }' | bio slow
prepare slow --p99 >said 2>&1
is "$(wc -l <out/slow/bio.out) $(tail -n 1 out/slow/bio.out | cut -d' ' -f8)" "198 198" "199 and 200 of 1..200 go"
is "$(wc -l <out/slow/bio.out.bk)" 200 "the copy has all"
is "$(grep '^bio_latencies' said)" "bio_latencies: 198 values, median 99.5" "median"

# --- histograms
is "$(sed 1,2d out/slow/histograms/bio_latencies.csv | awk -F, '{ n++; sum += $3 } END { print n, sum }')" "500 198" "500 bins hold all values"
is "$(head -n 1 out/slow/histograms/bio_latencies.csv)" "# 198 values, median 99.5" "the median is marked"

# --- laws of the clock
given later
for f in read write bio; do
    awk 'NR == 1 { print; next } { $1 = sprintf ("%.0f", $1 + 5000000000000); print }' run/trace_$f.out >later/trace_$f.out
done
awk 'NR == 1 { print; next } { $1 = sprintf ("%.0f", $1 + 5000000000000); print }' run/trace_time_align.out >later/trace_time_align.out
prepare later >/dev/null 2>&1
prepare run >/dev/null 2>&1
ok "another start of the boot clock changes nothing" diff -r out/run out/later
cp -R out/run first
for zone in America/Toronto Europe/Paris UTC; do
    TZ=$zone prepare run >/dev/null 2>&1
    ok "TZ=$zone changes nothing" diff -r first out/run
done
# the solved clock knows that tracers print time() from a clock of 4 ms ticks
prepare run --no-ticks -o fit >/dev/null 2>&1
like "$(head -n 1 fit/run/read.out)" '^2023-02-11T13:13:20\.1[12][0-9]* 100 0 [12]0 5 (case|early).npy$' "--no-ticks: the same within some milliseconds"
unlike "$(head -n 1 fit/run/read.out)" '^2023-02-11T13:13:20\.110000000' "but not to the ns"
prepare run --ticks >/dev/null 2>&1
ok "--ticks is the default" diff -r first out/run

# --- without a second tick
given still
cp run/trace_read.out run/trace_write.out still
sed -i '/08:13:18/!{/TIME/!d}' still/trace_time_align.out
said=$(prepare still --ticks 2>&1)
is "$?" 3 "--ticks without a tick is an error"
like "$said" 'still: no second tick of trace_time_align\.out can be placed in UTC$' "which says so"

# --- T-ALIGN of the earlier tools, to the ns
mkdir align
cp run/unet3d.log align/
cat >align/trace_time_align.out <<'END'
TIMESTAMP       TIME
1380327127403885  15:27:39
1380327127772050  15:27:40
1380360127432329  15:28:12
1380360127485040  15:28:13
1380361127432329  1380361127440001  15:28:13
END
sed -i 's/16761212\(0[0-9]*\)/16761472\1/; s/167612124/167614734/; s/167612121/167614731/' align/unet3d.log
echo "1380361127458685 100 0 20 0 case.npy" | read_trace align
like "$(prepare align 2>&1)" '^second tick: boot 1380360127458685 ns is 2023-02-11T20:28:13.000000000 UTC, the tick took 52711 ns$' "T-ALIGN: the reference"
is "$(cat out/align/read.out)" "2023-02-11T20:28:14.000000000 100 0 20 0 case.npy" "T-ALIGN: an event"
tap_done
