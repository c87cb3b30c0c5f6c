#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio prepare: tables of GPU, CPU and disks, strace (T-GPU, T-CPU, T-IO, S0.19).
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/tools/prepare/given.sh"
cd "$tmp" || exit 99

csv ()
{
    cat "out/$1/timeline/$2"
}

# gpu_rows DIR: two GPUs, the second missing once; reading processes 1 and 2
gpu_rows ()
{
    cat >"$1/gpu.out" <<'END'
#Date       Time        gpu        pid  type    sm   mem   enc   dec    fb   command
#YYYYMMDD   HH:MM:SS    Idx          #   C/G     %     %     %     %    MB   name
 20230211   08:13:31      0    1     C    61    22     -     - 13086   python
 20230211   08:13:31      1    2     C    39    10     -     - 12000   python
 20230211   08:13:32      0    1     C    10     4     -     - 100   python
 20230211   08:13:33      0    1     C    20     6     -     - 100   my train-er
 20230211   08:13:33      1    2     C    40     8     -     - 300   python
END
    read_trace "$1" <<'END'
1011000000000 1 0 20 5 a
1011000000001 2 0 20 5 a
END
}

given gpu
gpu_rows gpu
prepare gpu >/dev/null 2>&1
is "$(csv gpu gpu_avg.csv)" "timestamp,sm,mem,fb
2023-02-11T13:13:31,50,16,12543
2023-02-11T13:13:32,10,4,100
2023-02-11T13:13:33,30,7,200" "seconds, averaged over the GPUs there"
is "$(sed -n 4p out/gpu/gpu.out)" "2023-02-11T13:13:33 0 1 C 20 6 0 0 100 my train-er" "a row: '-' is 0, the command as it is"
cp out/gpu/timeline/gpu_avg.csv want
given jpg
gpu_rows jpg
sed -i 's/enc   dec/enc   dec   jpg   ofa/; s/     -     - /     -     -     -     - /' jpg/gpu.out
prepare jpg >/dev/null 2>&1
ok "two more columns" diff want out/jpg/timeline/gpu_avg.csv
prepare gpu --compat >/dev/null 2>&1
is "$(csv gpu gpu_avg.csv)" "timestamp,sm,mem,fb
2023-02-11T13:13:31,50,16,12543
2023-02-11T13:13:32,15,5,100" "--compat: blocks of rows, whatever their second"
given comma
gpu_rows comma
sed -i 's/my train-er/my_train-er/; s/^ //; s/\([^#]\) \+/\1, /g' comma/gpu.out
prepare comma >/dev/null 2>&1
ok "pmon --format csv" diff want out/comma/timeline/gpu_avg.csv
given six
gpu_rows six
sed -i '/ 20230211/d' six/gpu.out
for gpu in 0 1 2 3 4 5; do
    echo " 20230211   08:13:31      $gpu    1     C     1     7     -     - 6   python"
done >>six/gpu.out
prepare six --compat >/dev/null 2>&1
is "$(csv six gpu_avg.csv | tail -n 1)" "2023-02-11T13:13:31,1,7,6" "means of equal numbers have no rounding"
given idle
gpu_rows idle
sed -i '/ 20230211/s/ \(0\|1\)    [12] .*/ \1    - - - - - - - -/' idle/gpu.out
prepare idle >/dev/null 2>&1
is "$(csv idle gpu_avg.csv)" "timestamp,sm,mem,fb" "idle GPUs: no rows"

# --- mpstat
head="CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle"
given am
cat >am/cpu.out <<END
Linux 5.4.0-135-generic (dgx1)  02/11/23        _x86_64_        (80 CPU)

08:13:29 AM  $head
08:13:30 AM  all    0.56    0.00    0.21    0.05    0.00    0.00    0.00    0.00    0.00   99.18
08:13:31 AM  all    1.00    0.00    0.00    0.00    0.00    0.00    0.00    0.00    0.00   99.00
Average:     all    4.41    0.00    1.10    0.20    0.00    0.02    0.00    0.00    0.00   94.27
END
given h24
sed 's/ AM /    /; /all/s/\./,/g' am/cpu.out >h24/cpu.out
prepare am >/dev/null 2>&1
prepare h24 >/dev/null 2>&1
is "$(csv am cpu_all.csv)" "timestamp,%usr,%nice,%sys,%iowait,%irq,%soft,%steal,%guest,%gnice,%idle
2023-02-11T13:13:30,0.56,0.00,0.21,0.05,0.00,0.00,0.00,0.00,0.00,99.18
2023-02-11T13:13:31,1.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,99.00" "a table"
is "$(csv h24 cpu_all.csv)" "$(csv am cpu_all.csv)" "24 hours and commas: the same"
is "$(sed -n 2p out/am/cpu.out)" "2023-02-11T13:13:31 1.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 99.00" "between blanks, no title"

# over midnight, without a row at 00:00:00, on a 12-hour clock
mkdir night
sed 's/16761212\([0-9]*\)/16761815\1/' am/unet3d.log >night/unet3d.log
cat >night/cpu.out <<END
Linux 5.4.0 (dgx1)  02/11/23        _x86_64_        (80 CPU)

11:59:57 PM  $head
11:59:59 PM  all    1.00    0.00    0.00    0.00    0.00    0.00    0.00    0.00    0.00   99.00
12:00:01 AM  all    2.00    0.00    0.00    0.00    0.00    0.00    0.00    0.00    0.00   98.00
END
"$FIDLIO" prepare night -o out --utc-offset=-07:00 >/dev/null 2>&1
is "$(csv night cpu_all.csv | sed 1d | cut -d, -f1,2)" "2023-02-12T06:59:59,1.00
2023-02-12T07:00:01,2.00" "midnight"

# around noon; shares of a second sum to 100
mkdir noon
sed 's/16761212\([0-9]*\)/16761383\1/' am/unet3d.log >noon/unet3d.log
sed '4,$s/08:13:29 AM/12:59:57 PM/; s/08:13:30 AM/12:59:59 PM/; s/08:13:31 AM/01:00:00 PM/; 3s/08:13:29 AM/12:59:57 PM/' am/cpu.out >noon/cpu.out
"$FIDLIO" prepare noon -o out --utc-offset=-05:00 >/dev/null 2>&1
is "$(csv noon cpu_all.csv | sed 1d | cut -d, -f1,2)" "2023-02-11T17:59:59,0.56
2023-02-11T18:00:00,1.00" "12:59:59 PM is in hour 12"
is "$(csv noon cpu_all.csv | sed 1d | awk -F, '{ s = 0; for (i = 2; i <= NF; i++) s += $i; print (s > 99.9 && s < 100.1) }' | tr '\n' ' ')" "1 1 " "columns sum to 100"

# --- iostat
# disks DIR STAMP: a file of one sample, cut in the next
disks ()
{
    cat >"$1/iostat.json" <<END
{"sysstat": {"hosts": [{"nodename": "dgx1", "date": "02/11/2023", "statistics": [
 {"timestamp": "$2", "disk": [
  {"disk_device": "sda", "r/s": 812.00, "rMB/s": 101.50, "wMB/s": 0.02, "rrqm": 0.00, "util": 44.10},
  {"disk_device": "sdb", "r/s": 1.00, "rMB/s": 0.00, "wMB/s": 1.00, "rrqm": 0.00, "util": 100.00}]},
 {"timestamp": "02/11/2023 08:13:32 AM", "disk": [{"disk_device": "sda", "r/s"
END
}
given cut
disks cut '02/11/2023 08:13:31 AM'
like "$(prepare cut 2>&1)" 'fidlio: iostat\.json: the file ends in the middle: read up to the last complete sample' "a cut file is told"
given fifth
{
    echo '{"sysstat": {"hosts": [{"nodename": "dgx1", "date": "02/11/2023", "statistics": ['
    for s in 31 32 33 34; do echo " {\"timestamp\": \"02/11/2023 08:13:$s AM\", \"disk\": [{\"disk_device\": \"sda\", \"r/s\": $s.00, \"rMB/s\": 1.00, \"wMB/s\": 0.00}]},"; done
    printf ' {"timestamp": "02/11/2023 08:13:35 AM", "disk": [{"disk_device": "sda", "r/s": 35.0'
} >fifth/iostat.json
like "$(prepare fifth 2>&1)" 'iostat\.json: the file ends in the middle' "a file cut in its fifth sample"
is "$(csv fifth iostat.csv | cut -d, -f1,3)" "timestamp,r/s
2023-02-11T13:13:31,31.0
2023-02-11T13:13:32,32.0
2023-02-11T13:13:33,33.0
2023-02-11T13:13:34,34.0" "has four"
sed -i '$d' cut/iostat.json && sed -i '$s/,$/]}]}}/' cut/iostat.json
unlike "$(prepare cut 2>&1)" 'iostat\.json' "a whole one is not"
is "$(csv cut iostat.csv | wc -l)" 3 "and both are read"
n=0
for stamp in '02/11/2023 08:13:31 AM' '02/11/23 08:13:31' '2023-02-11 08:13:31 AM' '2023-02-11T08:13:31-0500'; do
    n=$((n + 1))
    given io$n
    disks io$n "$stamp"
    prepare io$n >/dev/null 2>&1
    is "$(csv io$n iostat.csv)" "timestamp,disk_device,r/s,rMB/s,wMB/s,rrqm,util
2023-02-11T13:13:31,sda,812.0,101.5,0.02,0.0,44.1
2023-02-11T13:13:31,sdb,1.0,0.0,1.0,0.0,100.0" "disks at $stamp, the cut sample left out"
done
sed 's/"rMB\/s": 101.50/"rkB\/s": 103936.00/; s/"rMB/"rkB/; s/"wMB\/s": 0.02/"wkB\/s": 20.48/; s/"wMB\/s": 1.00/"wkB\/s": 1024.00/' io1/iostat.json >kb.json
cp kb.json io1/iostat.json
prepare io1 >/dev/null 2>&1
is "$(csv io1 iostat.csv)" "$(csv io2 iostat.csv)" "kB are made MB"

# --- strace
given calls
cat >calls/strace.out <<'END'
15975 08:13:21.120031 read(17, "x  y", 4096) = 4096 <0.000008>
15975 08:13:21.123456 openat(AT_FDCWD, "/data/c.npy", O_RDONLY) = 17 <0.000021>
+++ exited with 0 +++
END
given seconds
sed 's/08:13:21/1676121201/' calls/strace.out >seconds/strace.out
prepare calls >/dev/null 2>&1
is "$(cat out/calls/strace.out)" '15975 2023-02-11T13:13:21.120031 read(17, "x  y", 4096) = 4096 <0.000008>
15975 2023-02-11T13:13:21.123456 openat(AT_FDCWD, "/data/c.npy", O_RDONLY) = 17 <0.000021>
+++ exited with 0 +++' "local times of day"
prepare seconds >/dev/null 2>&1
ok "and seconds of UTC" cmp out/calls/strace.out out/seconds/strace.out
like "$(prepare calls 2>&1)" 'fidlio: strace\.out: is strace_tt, which gives no read\.out' "calls do not become traces of bpftrace"
tap_done
