#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/validate/readers-against: its plain reading of the fixtures is fidlio's, and it notices if not.
. "$srcdir/tests/tap.sh"
against=$srcdir/tests/validate/readers-against
command -v python3 >/dev/null || skip_all "python3 is not installed"

mkdir "$tmp/logs"
for format in mllog dlio_log; do
    mkdir "$tmp/logs/$format"
    for log in "$srcdir/tests/data/$format/"*.log; do
        case $log in */broken.log) continue ;; esac
        cp "$log" "$tmp/logs/$format/"
    done
done
mkdir "$tmp/logs/traces"
for trace in dftracer/good.pfw dftracer/old.pfw dftracer/dlio.pfw dftracer/ai.pfw kineto/new.json \
    kineto/old.json kineto/h100.json.gz nsys/good.sqlite xplane/good.xplane.pb; do
    cp "$srcdir/tests/data/$trace" "$tmp/logs/traces/"
done
mkdir "$tmp/logs/monitors"
for file in mpstat/good.out iostat_json/good.json iostat_json/comma.json pmon/odd.out pmon/csv.out \
    darshan_dxt/good.txt darshan_dxt/old.txt strace/good.out bpftrace_mmap/good.out \
    bpftrace_uring/good.out vmstat/odd.out dstat/odd.csv \
    dstat_epoch/good.csv amd_smi_metric/good.csv amd_smi_monitor/good.csv s3_access/odd.log \
    minio_trace/odd.json op_log/good.tsv mlperf_timeseries/good.json nfsiostat/good.out llite/good.out \
    block_events/trace_cmd.txt block_events/perf_script.txt block_events/perf_trace.txt opensnoop/good.out \
    diskstats/good.out io_stat/good.out node_disk/good.txt \
    dcgm_text/good.txt kv_cache/good.json vector_db/good.json cluster_info/good.json \
    mlperf_metadata/good.json bpftrace_stat/good.out mpstat_epoch/good.out; do
    cp "$srcdir/tests/data/$file" "$tmp/logs/monitors/$(echo "$file" | tr / _)"
done
mkdir "$tmp/logs/trainings" # steps that are logged each n-th, and bars
cp "$srcdir"/tests/data/cases/training-logs/*.log "$tmp/logs/trainings"
for log in training_log/maskrcnn training_log/torchtitan training_log_bare/dali training_log_day/maxtext; do
    cp "$srcdir/tests/data/$log.log" "$tmp/logs/trainings"
done
{ echo '['; printf '{"id":1,"name":"%s","cat":"POSIX","pid":7,"tid":7,"ts":1744000000000000,"dur":0,"ph":"C","args":{"fname":"/data/a.npz",%s}}\n' \
    read '"count":4,"dur_sum":400,"ret_sum":1000' write '"count":3,"dur_sum":30,"ret_sum":90'; } >"$tmp/logs/traces/sums.pfw"
for packer in zstd xz; do
    ending=$packer
    [ "$packer" = xz ] || ending=zst
    packed=$tmp/$packer/warp.tsv.$ending
    mkdir "$tmp/$packer"
    if command -v "$packer" >/dev/null &&
        "$packer" -qc "$srcdir/tests/data/op_log/good.tsv" >"$packed" &&
        "$FIDLIO" inspect "$tmp/$packer" >/dev/null 2>&1; then # built with its library
        mv "$packed" "$tmp/logs/monitors"
    fi
done
python3 "$against" --fidlio "$FIDLIO" "$tmp/logs" >"$tmp/out"
is "$? $(awk '{ print $1, $3 + $4 + $5 - $2, $4 + $5 }' "$tmp/out")" "0 format 0 0
$(printf '%s 0 0\n' bpftrace bpftrace_stat mllog dlio_log dftracer kineto mpstat iostat_json pmon darshan_dxt strace \
    vmstat dstat amd_smi s3_access minio_trace op_log nfsiostat llite dcgm_text kv_cache vector_db \
    cluster_info mlperf_metadata mlperf_series training_log diskstats io_stat node_disk \
    nsys xplane block_events opensnoop)" \
    "fixtures of every format are read alike, and the table sums up"

# a program that reads all spans a second too long, and one that reads nothing
cat >"$tmp/longer" <<END
#!/bin/sh
"$FIDLIO" "\$@" | sed 's/"end_s": \\([0-9]*\\)/"end_s": 1\\1/'
END
printf '#!/bin/sh\necho "no such format" >&2\nexit 3\n' >"$tmp/none"
chmod +x "$tmp/longer" "$tmp/none"
cp "$srcdir/tests/data/mllog/srun.log" "$tmp/one.log"
mkdir "$tmp/one" && mv "$tmp/one.log" "$tmp/one"
python3 "$against" --fidlio "$tmp/longer" "$tmp/one" >"$tmp/out"
is "$? $(grep -c '^disagree.*one.log.*part 1' "$tmp/out")" "1 1" "a wrong reading is named"
python3 "$against" --fidlio "$tmp/none" "$tmp/one" >"$tmp/out"
is "$? $(grep -c '^refused.*one.log.*no such format' "$tmp/out")" "0 1" "so is a refusal"
mkdir "$tmp/damaged"
cp "$srcdir/tests/data/mlperf_timeseries/odd.json" "$srcdir/tests/data/mlperf_timeseries/broken.json" "$tmp/damaged"
python3 "$against" --fidlio "$FIDLIO" "$tmp/damaged" >"$tmp/out"
is "$? $(grep -c '^unread.*by the plain reading' "$tmp/out")" "0 2" "what the plain reading cannot read is said"
tap_done
