# Input formats by family, and reading a run directory.
# One file = one format; file foo.c defines reader_foo.
READERS = \
  src/readers/bpftrace/bpftrace_bio.c \
  src/readers/bpftrace/bpftrace_close.c \
  src/readers/bpftrace/bpftrace_create_del.c \
  src/readers/bpftrace/bpftrace_openat.c \
  src/readers/bpftrace/bpftrace_read.c \
  src/readers/bpftrace/bpftrace_write.c \
  src/readers/sysstat/cpu_all.c \
  src/readers/tables/csv.c \
  src/readers/tables/csv_utc.c \
  src/readers/dftracer/dftracer.c \
  src/readers/dlio/dlio_epoch_stats.c \
  src/readers/dlio/dlio_log.c \
  src/readers/dlio/dlio_output.c \
  src/readers/dlio/dlio_summary.c \
  src/readers/gpu/gpu_avg.c \
  src/readers/dlio/hydra_config.c \
  src/readers/sysstat/iostat_csv.c \
  src/readers/sysstat/iostat_json.c \
  src/readers/tables/meta_json.c \
  src/readers/mllog/mllog.c \
  src/readers/mllog/mllog_array.c \
  src/readers/sysstat/mpstat.c \
  src/readers/sysstat/mpstat_json.c \
  src/readers/bpftrace/pids.c \
  src/readers/gpu/pmon.c \
  src/readers/tables/processed_bio.c \
  src/readers/tables/processed_cpu.c \
  src/readers/tables/processed_gpu.c \
  src/readers/tables/processed_openat.c \
  src/readers/tables/processed_pid.c \
  src/readers/tables/processed_read.c \
  src/readers/tables/processed_timeline.c \
  src/readers/tables/processed_write.c \
  src/readers/bpftrace/time_align.c

noinst_LTLIBRARIES += libreaders.la
libreaders_la_SOURCES = $(READERS) \
  src/readers/bpftrace/bpf_columns.c \
  src/readers/bpftrace/bpf_fast.c \
  src/readers/bpftrace/bpf_line.c \
  src/readers/bpftrace/bpf_line.h \
  src/readers/bpftrace/bpf_title.c \
  src/readers/bpftrace/bpf_words.h \
  src/readers/choose.c \
  src/readers/choose.h \
  src/readers/dftracer/dftracer_item.c \
  src/readers/dftracer/dftracer_item.h \
  src/readers/discover.c \
  src/readers/discover.h \
  src/readers/dlio/dlio_facts.c \
  src/readers/dlio/dlio_facts.h \
  src/readers/dlio/dlio_text.c \
  src/readers/dlio/dlio_text.h \
  src/readers/gpu/pmon_row.c \
  src/readers/gpu/pmon_row.h \
  src/readers/hosttime.c \
  src/readers/hosttime.h \
  src/readers/intervals.c \
  src/readers/intervals.h \
  src/readers/json_line.h \
  src/readers/jsondoc.c \
  src/readers/jsondoc.h \
  src/readers/load.c \
  src/readers/load.h \
  src/readers/mllog/mllog_copy.c \
  src/readers/mllog/mllog_copy.h \
  src/readers/mllog/mllog_event.c \
  src/readers/mllog/mllog_event.h \
  src/readers/names.c \
  src/readers/names.h \
  src/readers/reader.c \
  src/readers/reader.h \
  src/readers/readpass.c \
  src/readers/readpass.h \
  src/readers/step_pairs.c \
  src/readers/step_pairs.h \
  src/readers/sysstat/cpu_rows.c \
  src/readers/sysstat/cpu_rows.h \
  src/readers/sysstat/cpushare.c \
  src/readers/sysstat/cpushare.h \
  src/readers/sysstat/mpstat_row.c \
  src/readers/sysstat/mpstat_row.h \
  src/readers/sysstat/sysstat.c \
  src/readers/sysstat/sysstat.h \
  src/readers/tables/csv_columns.c \
  src/readers/tables/csv_columns.h \
  src/readers/tables/csv_table.c \
  src/readers/tables/csv_table.h \
  src/readers/tables/processed.c \
  src/readers/tables/processed.h \
  src/readers/tables/utc_rows.c \
  src/readers/tables/utc_rows.h
nodist_libreaders_la_SOURCES = src/readers/registry.inc
BUILT_SOURCES += src/readers/registry.inc
CLEANFILES += src/readers/registry.inc
EXTRA_DIST += src/readers/template.c

src/readers/registry.inc: src/readers/local.mk
	@$(MKDIR_P) src/readers
	$(AM_V_GEN)for f in $(READERS); do b=$${f##*/}; echo "FID_READER (reader_$${b%.c})"; done >$@.tmp && mv $@.tmp $@
# also where one target of a fresh tree is made: BUILT_SOURCES are for `all' and `check' only
src/readers/reader.lo: src/readers/registry.inc
