# small input files of the tests; each directory has a README

# monitors of the host and other general readers
EXTRA_DIST += \
  tests/data/csv/README tests/data/csv/broken.csv \
  tests/data/csv/good.csv tests/data/csv/odd.csv \
  tests/data/csv_utc/README tests/data/csv_utc/broken.csv \
  tests/data/csv_utc/good.csv tests/data/csv_utc/odd.csv \
  tests/data/iostat_json/README tests/data/iostat_json/broken.json \
  tests/data/iostat_json/good.json tests/data/iostat_json/odd.json \
  tests/data/iostat_json/comma.json tests/data/iostat_json/sectors.json \
  tests/data/meta_json/README tests/data/meta_json/broken.json \
  tests/data/meta_json/good.json tests/data/meta_json/odd.json \
  tests/data/mpstat/README tests/data/mpstat/broken.out \
  tests/data/mpstat/good.out tests/data/mpstat/odd.out \
  tests/data/darshan_log/README tests/data/darshan_log/good.darshan \
  tests/data/mpstat_epoch/README tests/data/mpstat_epoch/good.out \
  tests/data/mpstat_json/README tests/data/mpstat_json/broken.json \
  tests/data/mpstat_json/good.json tests/data/mpstat_json/odd.json \
  tests/data/pids/README tests/data/pids/broken.out \
  tests/data/pids/good.out tests/data/pids/odd.out \
  tests/data/throttle_times/README tests/data/throttle_times/keys.tsv \
  tests/data/throttle_times/good.tsv tests/data/throttle_times/odd.tsv \
  tests/data/pmon/README tests/data/pmon/broken.out \
  tests/data/pmon/good.out tests/data/pmon/odd.out

# two runs as DFTracer records them, for doc/tutorial.md
EXTRA_DIST += tests/data/pfw/README tests/data/pfw/real/trace.pfw.gz tests/data/pfw/dlio/trace.pfw.gz

# two runs a side
EXTRA_DIST += tests/data/repeats/README tests/data/repeats/DLRM_2x2.json

# several ranks
EXTRA_DIST += \
  tests/data/ranks/README tests/data/ranks/real_x4/unet3d.log.gz \
  tests/data/ranks/dlio_x4/.hydra/config.yaml \
  tests/data/ranks/dlio_x4/0_output.json tests/data/ranks/dlio_x4/1_output.json \
  tests/data/ranks/dlio_x4/2_output.json tests/data/ranks/dlio_x4/3_output.json

# more monitors
EXTRA_DIST += \
  tests/data/dcgmi_dmon/README \
  tests/data/dcgmi_dmon/broken.out \
  tests/data/dcgmi_dmon/good.out \
  tests/data/dcgmi_dmon/odd.out \
  tests/data/dmon/README \
  tests/data/dmon/broken.out \
  tests/data/dmon/good.out \
  tests/data/dmon/odd.csv \
  tests/data/iostat/README \
  tests/data/iostat/broken.out \
  tests/data/iostat/good.out \
  tests/data/iostat/odd.out \
  tests/data/pidstat/README \
  tests/data/pidstat/good.out \
  tests/data/pidstat/odd.out \
  tests/data/pmon/bare.out \
  tests/data/pmon/bare_text.out \
  tests/data/pmon/csv.out \
  tests/data/prometheus/README \
  tests/data/prometheus/broken.json \
  tests/data/prometheus/good.json \
  tests/data/sadf_json/README \
  tests/data/sadf_json/broken.json \
  tests/data/sadf_json/good.json \
  tests/data/sar/README \
  tests/data/sar/broken.out \
  tests/data/sar/good.out \
  tests/data/sar/odd.out \
  tests/data/smi_query/README \
  tests/data/smi_query/broken.csv \
  tests/data/smi_query/good.csv \
  tests/data/smi_query/odd.csv \
  tests/data/mpstat/colours.out \
  tests/data/bpftrace_bio/flags.out

# bpftrace traces and clock alignment
EXTRA_DIST += \
  tests/data/bpftrace_bio/README \
  tests/data/bpftrace_bio/broken.out \
  tests/data/bpftrace_bio/good.out \
  tests/data/bpftrace_bio/odd.out \
  tests/data/bpftrace_bio/v1.out \
  tests/data/bpftrace_close/README \
  tests/data/bpftrace_close/broken.out \
  tests/data/bpftrace_close/good.out \
  tests/data/bpftrace_close/odd.out \
  tests/data/bpftrace_create_del/README \
  tests/data/bpftrace_create_del/broken.out \
  tests/data/bpftrace_create_del/good.out \
  tests/data/bpftrace_create_del/odd.out \
  tests/data/bpftrace_mmap/README \
  tests/data/bpftrace_mmap/good.out \
  tests/data/bpftrace_openat/README \
  tests/data/bpftrace_openat/broken.out \
  tests/data/bpftrace_openat/good.out \
  tests/data/bpftrace_openat/odd.out \
  tests/data/bpftrace_read/README \
  tests/data/bpftrace_read/broken.out \
  tests/data/bpftrace_read/good.out \
  tests/data/bpftrace_read/odd.out \
  tests/data/bpftrace_stat/README \
  tests/data/bpftrace_stat/good.out \
  tests/data/bpftrace_uring/README \
  tests/data/bpftrace_uring/good.out \
  tests/data/bpftrace_write/README \
  tests/data/bpftrace_write/broken.out \
  tests/data/bpftrace_write/good.out \
  tests/data/bpftrace_write/odd.out \
  tests/data/time_align/README \
  tests/data/time_align/broken.out \
  tests/data/time_align/good.out \
  tests/data/time_align/odd.out

# the applications' own logs and results
EXTRA_DIST += \
  tests/data/dpro/README tests/data/dpro/bps_trace_final.json tests/data/dpro/relative.json \
  tests/data/tf_timeline/README tests/data/tf_timeline/timeline-9.json \
  tests/data/tf_timeline/timeline-10.json tests/data/tf_timeline/cut.json \
  tests/data/kineto/README tests/data/kineto/h100.json.gz tests/data/kineto/new.json \
  tests/data/kineto/old.json tests/data/kineto/relative.json \
  tests/data/dftracer/README tests/data/dftracer/ai.pfw tests/data/dftracer/broken.pfw \
  tests/data/dftracer/dlio.pfw \
  tests/data/dftracer/good.pfw tests/data/dftracer/old.pfw \
  tests/data/dlio_epoch_stats/README tests/data/dlio_epoch_stats/broken.json \
  tests/data/dlio_epoch_stats/good.json tests/data/dlio_epoch_stats/odd.json \
  tests/data/dlio_summary/README tests/data/dlio_summary/broken.json \
  tests/data/dlio_summary/cut.json tests/data/dlio_summary/good.json \
  tests/data/dlio_summary/odd.json \
  tests/data/dlio_log/README tests/data/dlio_log/broken.log tests/data/dlio_log/good.log \
  tests/data/dlio_log/instrumented.log tests/data/dlio_log/odd.log tests/data/dlio_log/old.log \
  tests/data/dlio_log/compose.log tests/data/dlio_log/datagen.log tests/data/dlio_log/node.log \
  tests/data/dlio_output/README tests/data/dlio_output/broken.json \
  tests/data/dlio_output/cut.json tests/data/dlio_output/good.json \
  tests/data/dlio_output/nan.json tests/data/dlio_output/odd.json \
  tests/data/mllog/README tests/data/mllog/broken.log tests/data/mllog/good.log \
  tests/data/mllog/odd.log tests/data/mllog/bare.log tests/data/mllog/compose.log \
  tests/data/mllog/mxnet.log tests/data/mllog/overlap.log tests/data/mllog/results.log \
  tests/data/mllog/srun.log \
  tests/data/mllog_array/README tests/data/mllog_array/broken.json \
  tests/data/mllog_array/good.json tests/data/mllog_array/odd.json

# processed trees
EXTRA_DIST += \
  tests/data/processed_bio/README \
  tests/data/processed_bio/bio.out \
  tests/data/processed_bio/bio_4013182 \
  tests/data/processed_bio/broken_bio.out \
  tests/data/processed_bio/odd_bio.out \
  tests/data/processed_stat/README \
  tests/data/processed_stat/stat.out \
  tests/data/processed_read/README \
  tests/data/processed_read/broken_read.out \
  tests/data/processed_read/read.out \
  tests/data/processed_read/read_15975 \
  tests/data/processed_write/README \
  tests/data/processed_write/broken_write.out \
  tests/data/processed_write/write.out \
  tests/data/processed_write/write_15975 \
  tests/data/processed_close/README \
  tests/data/processed_close/close.out \
  tests/data/processed_create_del/README \
  tests/data/processed_create_del/create_del.out \
  tests/data/processed_openat/README \
  tests/data/processed_openat/broken_openat.out \
  tests/data/processed_openat/open_15975 \
  tests/data/processed_openat/openat.out \
  tests/data/processed_timeline/README \
  tests/data/processed_timeline/broken.csv \
  tests/data/processed_timeline/epochs.csv \
  tests/data/processed_timeline/odd.csv \
  tests/data/processed_timeline/timeline.csv \
  tests/data/processed_pid/README \
  tests/data/processed_pid/broken.log \
  tests/data/processed_pid/combined.log \
  tests/data/processed_pid/st_end_data_4013182 \
  tests/data/processed_cpu/README \
  tests/data/processed_cpu/broken.out \
  tests/data/processed_cpu/cpu.out \
  tests/data/processed_gpu/README \
  tests/data/processed_gpu/broken.out \
  tests/data/processed_gpu/gpu.out \
  tests/data/gpu_avg/README \
  tests/data/gpu_avg/broken.csv \
  tests/data/gpu_avg/good.csv \
  tests/data/gpu_avg/none.csv \
  tests/data/gpu_avg/odd.csv \
  tests/data/cpu_all/README \
  tests/data/cpu_all/broken.csv \
  tests/data/cpu_all/good.csv \
  tests/data/cpu_all/odd.csv \
  tests/data/cpu_rows/README \
  tests/data/cpu_rows/broken.all \
  tests/data/cpu_rows/cpu.all \
  tests/data/cpu_rows/odd.all \
  tests/data/iostat_csv/README \
  tests/data/iostat_csv/broken.csv \
  tests/data/iostat_csv/good.csv \
  tests/data/iostat_csv/odd.csv \
  tests/data/iostat_csv/sectors.csv

# recorded pairs: a real run, a repeat, its emulation and a wrong one for each
# of three workloads (whole directories)
EXTRA_DIST += tests/data/fio/README tests/data/fio/reads.json tests/data/fio/writes.json tests/data/fio/cut.json
EXTRA_DIST += tests/data/runs tests/data/corpus tests/data/derived tests/data/workers

EXTRA_DIST += \
  tests/data/hydra_config/README tests/data/hydra_config/broken.yaml \
  tests/data/hydra_config/config.yaml tests/data/hydra_config/overrides.yaml

# training logs
EXTRA_DIST += tests/data/joblogs

# traces of other tools
EXTRA_DIST += \
  tests/data/biosnoop/README tests/data/biosnoop/broken.txt tests/data/biosnoop/good.txt \
  tests/data/biosnoop/queue.txt \
  tests/data/blkparse/README tests/data/blkparse/broken.txt tests/data/blkparse/good.txt \
  tests/data/darshan_dxt/README tests/data/darshan_dxt/broken.txt \
  tests/data/darshan_dxt/good.txt tests/data/darshan_dxt/old.txt \
  tests/data/darshan_totals/README tests/data/darshan_totals/base.txt \
  tests/data/darshan_totals/broken.txt tests/data/darshan_totals/total.txt \
  tests/data/strace/README tests/data/strace/broken.out tests/data/strace/good.out \
  tests/data/strace/shown.out tests/data/strace/trace.4242 \
  tests/data/strace_r/README tests/data/strace_r/good.out \
  tests/data/strace_tt/README tests/data/strace_tt/good.out

# tables of columns
EXTRA_DIST += \
  tests/data/amd_smi_metric/README \
  tests/data/amd_smi_metric/broken.csv \
  tests/data/amd_smi_metric/good.csv \
  tests/data/amd_smi_monitor/README \
  tests/data/amd_smi_monitor/good.csv \
  tests/data/dstat/README \
  tests/data/dstat/broken.csv \
  tests/data/dstat/good.csv \
  tests/data/dstat/odd.csv \
  tests/data/dstat_epoch/README \
  tests/data/dstat_epoch/good.csv \
  tests/data/minio_trace/README \
  tests/data/minio_trace/broken.json \
  tests/data/minio_trace/good.json \
  tests/data/minio_trace/odd.json \
  tests/data/op_log/README \
  tests/data/op_log/broken.tsv \
  tests/data/op_log/good.tsv \
  tests/data/op_log/odd.tsv \
  tests/data/s3_access/README \
  tests/data/s3_access/broken.log \
  tests/data/s3_access/good.log \
  tests/data/s3_access/odd.log \
  tests/data/vmstat/README \
  tests/data/vmstat/broken.out \
  tests/data/vmstat/good.out \
  tests/data/vmstat/odd.out

# MLPerf Storage from v2 on
EXTRA_DIST += \
  tests/data/cluster_info/README \
  tests/data/cluster_info/good.json \
  tests/data/kv_cache/README \
  tests/data/kv_cache/good.json \
  tests/data/mlperf_metadata/README \
  tests/data/mlperf_metadata/good.json \
  tests/data/mlperf_timeseries/README \
  tests/data/mlperf_timeseries/broken.json \
  tests/data/mlperf_timeseries/good.json \
  tests/data/mlperf_timeseries/odd.json \
  tests/data/vector_db/README \
  tests/data/vector_db/good.json

# network file systems, exporters
EXTRA_DIST += \
  tests/data/dcgm_text/README \
  tests/data/dcgm_text/good.txt \
  tests/data/diskstats/README \
  tests/data/diskstats/good.out \
  tests/data/diskstats/odd.out \
  tests/data/io_stat/README \
  tests/data/io_stat/good.out \
  tests/data/node_disk/README \
  tests/data/node_disk/good.txt \
  tests/data/block_events/README \
  tests/data/block_events/ftrace.txt \
  tests/data/block_events/perf_script.txt \
  tests/data/block_events/perf_trace.txt \
  tests/data/block_events/trace_cmd.txt \
  tests/data/nsys/README \
  tests/data/nsys/good.sql \
  tests/data/nsys/good.sqlite \
  tests/data/xplane/README \
  tests/data/xplane/good.xplane.pb \
  tests/data/opensnoop/README \
  tests/data/opensnoop/good.out \
  tests/data/biosnoop_bt/README \
  tests/data/biosnoop_bt/good.out \
  tests/data/llite/README \
  tests/data/llite/good.out \
  tests/data/nfsiostat/README \
  tests/data/nfsiostat/good.out

# inputs that were judged wrongly once
EXTRA_DIST += \
  tests/data/cases/README \
  tests/data/cases/mllog-attempts/result_0.txt \
  tests/data/cases/nvme-multipath/a_timeseries.json \
  tests/data/cases/nvme-multipath/iostat.json
EXTRA_DIST += tests/data/log_pattern/README tests/data/log_pattern/train.log \
  tests/data/log_pattern/trainer.patterns
EXTRA_DIST += tests/data/training_log/README \
  tests/data/training_log_bare/README \
  tests/data/training_log_day/README \
  tests/data/training_log_utc/README \
  tests/data/training_log_bare/dali.log \
  tests/data/training_log_day/detectron2.log \
  tests/data/training_log_utc/dllogger.json \
  tests/data/training_log/fairseq.log \
  tests/data/training_log/fairseq_json.log \
  tests/data/training_log_bare/hf_trainer.log \
  tests/data/training_log_bare/imagenet.log \
  tests/data/training_log_bare/keras.log \
  tests/data/training_log_bare/keras3.log \
  tests/data/training_log_bare/lightning.log \
  tests/data/training_log/loop.log \
  tests/data/training_log_bare/loop.log \
  tests/data/training_log_bare/loop_dict.log \
  tests/data/training_log_bare/loop_elapsed.log \
  tests/data/training_log_bare/loop_untimed.log \
  tests/data/training_log_bare/loop_words.log \
  tests/data/training_log/maskrcnn.log \
  tests/data/training_log_day/maxtext.log \
  tests/data/training_log/megatron.log \
  tests/data/training_log/mmengine.log \
  tests/data/training_log_bare/sagemaker.log \
  tests/data/training_log_bare/timm.log \
  tests/data/training_log/torchtitan.log \
  tests/data/training_log_bare/torchvision.log \
  tests/data/training_log_bare/words.log \
  tests/data/cases/training-logs/detectron2.log \
  tests/data/cases/training-logs/dlll.json \
  tests/data/cases/training-logs/fairseq.log \
  tests/data/cases/training-logs/imagenet.log \
  tests/data/cases/training-logs/lightning.log \
  tests/data/cases/training-logs/megatron.log \
  tests/data/cases/training-logs/timm.log \
  tests/data/cases/training-logs/torchvision.log
EXTRA_DIST += tests/data/plain_log/README tests/data/plain_log/emulation/strace.out \
  tests/data/plain_log/emulation/train.log tests/data/plain_log/real/strace.out \
  tests/data/plain_log/real/train.log

# recordings of small loops
EXTRA_DIST += \
  tests/data/loops/README \
  tests/data/loops/expected.tsv \
  tests/data/loops/hdf5-three/dftracer/trace.pfw.gz \
  tests/data/loops/hdf5-three/truth.json \
  tests/data/loops/plain-one/strace/strace.out.gz \
  tests/data/loops/plain-one/truth.json \
  tests/data/loops/pread-none/strace/strace.out.gz \
  tests/data/loops/pread-none/truth.json \
  tests/data/loops/queue-one/dftracer/trace.pfw.gz \
  tests/data/loops/queue-one/truth.json \
  tests/data/loops/threads-one/dftracer/trace.pfw.gz \
  tests/data/loops/threads-one/truth.json \
  tests/data/loops/twopass-three/strace/strace.out.gz \
  tests/data/loops/twopass-three/truth.json \
  tests/data/loops/workers-sharded/dftracer/trace-0-0.pfw.gz \
  tests/data/loops/workers-sharded/dftracer/trace-0-1.pfw.gz \
  tests/data/loops/workers-sharded/dftracer/trace-1-0.pfw.gz \
  tests/data/loops/workers-sharded/dftracer/trace-1-1.pfw.gz \
  tests/data/loops/workers-sharded/dftracer/trace-2-0.pfw.gz \
  tests/data/loops/workers-sharded/dftracer/trace-2-1.pfw.gz \
  tests/data/loops/workers-sharded/dftracer/trace.pfw.gz \
  tests/data/loops/workers-sharded/truth.json
