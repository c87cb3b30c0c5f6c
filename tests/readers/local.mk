# SPDX-License-Identifier: GPL-3.0-or-later
# tests of src/readers: C_TESTS += and SH_TESTS +=

# link the recording sink: tests_readers_test_foo_t_LDADD = $(READER_LDADD)
check_LTLIBRARIES += libtestreaders.la
libtestreaders_la_SOURCES = tests/readers/record.c tests/readers/record.h
READER_LDADD = libtestreaders.la $(LDADD)

C_TESTS += tests/readers/test_mpstat.t tests/readers/test_mpstat_json.t tests/readers/test_iostat_json.t
EXTRA_DIST += tests/readers/check.h
tests_readers_test_mpstat_t_SOURCES = tests/readers/test_mpstat.c
tests_readers_test_mpstat_t_LDADD = $(READER_LDADD)
tests_readers_test_mpstat_json_t_SOURCES = tests/readers/test_mpstat_json.c
tests_readers_test_mpstat_json_t_LDADD = $(READER_LDADD)
tests_readers_test_iostat_json_t_SOURCES = tests/readers/test_iostat_json.c
tests_readers_test_iostat_json_t_LDADD = $(READER_LDADD)
C_TESTS += tests/readers/test_pmon.t tests/readers/test_csv.t tests/readers/test_facts.t
tests_readers_test_pmon_t_SOURCES = tests/readers/test_pmon.c
tests_readers_test_pmon_t_LDADD = $(READER_LDADD)
tests_readers_test_csv_t_SOURCES = tests/readers/test_csv.c
tests_readers_test_csv_t_LDADD = $(READER_LDADD)
C_TESTS += tests/readers/test_mlperf.t
tests_readers_test_mlperf_t_SOURCES = tests/readers/test_mlperf.c
tests_readers_test_mlperf_t_LDADD = $(READER_LDADD)
C_TESTS += tests/readers/test_netfs.t
tests_readers_test_netfs_t_SOURCES = tests/readers/test_netfs.c
tests_readers_test_netfs_t_LDADD = $(READER_LDADD)
C_TESTS += tests/readers/test_rows.t
tests_readers_test_rows_t_SOURCES = tests/readers/test_rows.c
tests_readers_test_rows_t_LDADD = $(READER_LDADD)
tests_readers_test_facts_t_SOURCES = tests/readers/test_facts.c
tests_readers_test_facts_t_LDADD = $(READER_LDADD)

C_TESTS += tests/readers/test_iostat.t tests/readers/test_sar.t \
  tests/readers/test_gpu_gauges.t tests/readers/test_prometheus.t
tests_readers_test_iostat_t_SOURCES = tests/readers/test_iostat.c
tests_readers_test_iostat_t_LDADD = $(READER_LDADD)
tests_readers_test_sar_t_SOURCES = tests/readers/test_sar.c
tests_readers_test_sar_t_LDADD = $(READER_LDADD)
tests_readers_test_gpu_gauges_t_SOURCES = tests/readers/test_gpu_gauges.c
tests_readers_test_gpu_gauges_t_LDADD = $(READER_LDADD)
tests_readers_test_prometheus_t_SOURCES = tests/readers/test_prometheus.c
tests_readers_test_prometheus_t_LDADD = $(READER_LDADD)

# bpftrace traces and clock alignment
C_TESTS += \
  tests/readers/test_bpftrace_bio.t \
  tests/readers/test_bpftrace_close.t \
  tests/readers/test_bpftrace_create_del.t \
  tests/readers/test_bpftrace_openat.t \
  tests/readers/test_bpftrace_read.t \
  tests/readers/test_bpftrace_ways.t \
  tests/readers/test_bpftrace_write.t \
  tests/readers/test_time_align.t
tests_readers_test_bpftrace_bio_t_LDADD = $(READER_LDADD)
tests_readers_test_bpftrace_close_t_LDADD = $(READER_LDADD)
tests_readers_test_bpftrace_create_del_t_LDADD = $(READER_LDADD)
tests_readers_test_bpftrace_openat_t_LDADD = $(READER_LDADD)
tests_readers_test_bpftrace_read_t_LDADD = $(READER_LDADD)
tests_readers_test_bpftrace_ways_t_LDADD = $(READER_LDADD)
tests_readers_test_bpftrace_write_t_LDADD = $(READER_LDADD)
tests_readers_test_time_align_t_LDADD = $(READER_LDADD)

# traces of other tools
C_TESTS += tests/readers/test_strace.t tests/readers/test_darshan.t \
  tests/readers/test_block_tools.t
tests_readers_test_strace_t_LDADD = $(READER_LDADD)
tests_readers_test_darshan_t_LDADD = $(READER_LDADD)
tests_readers_test_block_tools_t_LDADD = $(READER_LDADD)

# the applications' own logs and results
C_TESTS += tests/readers/test_mllog.t tests/readers/test_dlio_log.t \
  tests/readers/test_dlio_output.t tests/readers/test_dlio_epoch_stats.t \
  tests/readers/test_dlio_summary.t tests/readers/test_dftracer.t
tests_readers_test_mllog_t_SOURCES = tests/readers/test_mllog.c
tests_readers_test_mllog_t_LDADD = $(READER_LDADD)
tests_readers_test_dlio_log_t_SOURCES = tests/readers/test_dlio_log.c
tests_readers_test_dlio_log_t_LDADD = $(READER_LDADD)
tests_readers_test_dlio_output_t_SOURCES = tests/readers/test_dlio_output.c
tests_readers_test_dlio_output_t_LDADD = $(READER_LDADD)
tests_readers_test_dlio_epoch_stats_t_SOURCES = tests/readers/test_dlio_epoch_stats.c
tests_readers_test_dlio_epoch_stats_t_LDADD = $(READER_LDADD)
tests_readers_test_dlio_summary_t_SOURCES = tests/readers/test_dlio_summary.c
tests_readers_test_dlio_summary_t_LDADD = $(READER_LDADD)
tests_readers_test_dftracer_t_SOURCES = tests/readers/test_dftracer.c
tests_readers_test_dftracer_t_LDADD = $(READER_LDADD)

C_TESTS += tests/readers/test_dftracer_fast.t
tests_readers_test_dftracer_fast_t_SOURCES = tests/readers/test_dftracer_fast.c \
  tests/readers/mutate.c tests/readers/mutate.h
tests_readers_test_dftracer_fast_t_LDADD = $(READER_LDADD)

C_TESTS += tests/readers/test_trace_events.t
tests_readers_test_trace_events_t_SOURCES = tests/readers/test_trace_events.c \
  tests/readers/mutate.c tests/readers/mutate.h

C_TESTS += tests/readers/test_kineto.t tests/readers/test_recording.t
C_TESTS += tests/readers/test_tf_timeline.t
tests_readers_test_tf_timeline_t_SOURCES = tests/readers/test_tf_timeline.c
tests_readers_test_tf_timeline_t_LDADD = $(READER_LDADD)
C_TESTS += tests/readers/test_dpro.t
tests_readers_test_dpro_t_SOURCES = tests/readers/test_dpro.c
tests_readers_test_dpro_t_LDADD = $(READER_LDADD)
tests_readers_test_kineto_t_SOURCES = tests/readers/test_kineto.c
tests_readers_test_kineto_t_LDADD = $(READER_LDADD)
tests_readers_test_recording_t_SOURCES = tests/readers/test_recording.c
tests_readers_test_recording_t_LDADD = $(READER_LDADD)

# processed trees
C_TESTS += \
  tests/readers/test_processed_bio.t \
  tests/readers/test_processed_read.t \
  tests/readers/test_processed_write.t \
  tests/readers/test_processed_openat.t \
  tests/readers/test_processed_left_out.t \
  tests/readers/test_processed_timeline.t \
  tests/readers/test_processed_pid.t \
  tests/readers/test_processed_cpu.t \
  tests/readers/test_processed_gpu.t \
  tests/readers/test_gpu_avg.t \
  tests/readers/test_cpu_all.t \
  tests/readers/test_cpu_rows.t \
  tests/readers/test_iostat_csv.t
tests_readers_test_processed_bio_t_LDADD = $(READER_LDADD)
tests_readers_test_processed_read_t_LDADD = $(READER_LDADD)
tests_readers_test_processed_write_t_LDADD = $(READER_LDADD)
tests_readers_test_processed_openat_t_LDADD = $(READER_LDADD)
tests_readers_test_processed_left_out_t_LDADD = $(READER_LDADD)
tests_readers_test_processed_timeline_t_LDADD = $(READER_LDADD)
tests_readers_test_processed_pid_t_LDADD = $(READER_LDADD)
tests_readers_test_processed_cpu_t_LDADD = $(READER_LDADD)
tests_readers_test_processed_gpu_t_LDADD = $(READER_LDADD)
tests_readers_test_gpu_avg_t_LDADD = $(READER_LDADD)
tests_readers_test_cpu_all_t_LDADD = $(READER_LDADD)
tests_readers_test_cpu_rows_t_SOURCES = tests/readers/test_cpu_rows.c
tests_readers_test_cpu_rows_t_LDADD = $(READER_LDADD)
tests_readers_test_iostat_csv_t_LDADD = $(READER_LDADD)

# damaged input for all of them
C_TESTS += tests/readers/test_fuzz.t
tests_readers_test_fuzz_t_SOURCES = tests/readers/test_fuzz.c \
  tests/readers/mutate.c tests/readers/mutate.h tests/readers/promises.c tests/readers/promises.h

# directories: which file gives what, odd files
C_TESTS += tests/readers/test_digest.t
tests_readers_test_digest_t_SOURCES = tests/readers/test_digest.c
tests_readers_test_digest_t_LDADD = $(READER_LDADD)
C_TESTS += tests/readers/test_load.t tests/readers/test_several.t tests/readers/test_recorders.t
EXTRA_DIST += tests/readers/named_files.h
tests_readers_test_several_t_SOURCES = tests/readers/test_several.c
tests_readers_test_several_t_LDADD = $(READER_LDADD)
tests_readers_test_load_t_SOURCES = tests/readers/test_load.c
tests_readers_test_load_t_LDADD = $(READER_LDADD)
tests_readers_test_recorders_t_SOURCES = tests/readers/test_recorders.c
tests_readers_test_recorders_t_LDADD = $(READER_LDADD)

C_TESTS += tests/readers/test_hydra_config.t
tests_readers_test_hydra_config_t_SOURCES = tests/readers/test_hydra_config.c
tests_readers_test_hydra_config_t_LDADD = $(READER_LDADD)

# the quick way through bpftrace lines
C_TESTS += tests/readers/test_bpf_fast.t
tests_readers_test_bpf_fast_t_SOURCES = tests/readers/test_bpf_fast.c \
  tests/readers/mutate.c tests/readers/mutate.h
tests_readers_test_bpf_fast_t_LDADD = $(READER_LDADD)
C_TESTS += tests/readers/test_training_log.t
tests_readers_test_training_log_t_SOURCES = tests/readers/test_training_log.c
tests_readers_test_training_log_t_LDADD = $(READER_LDADD)
