# One file = one format; file foo.c defines reader_foo.
READERS =
READERS += src/readers/mpstat.c src/readers/mpstat_json.c src/readers/iostat_json.c
READERS += src/readers/pmon.c src/readers/csv.c src/readers/csv_utc.c src/readers/pids.c src/readers/meta_json.c
READERS += \
  src/readers/bpftrace_bio.c \
  src/readers/bpftrace_close.c \
  src/readers/bpftrace_create_del.c \
  src/readers/bpftrace_openat.c \
  src/readers/bpftrace_read.c \
  src/readers/bpftrace_write.c \
  src/readers/time_align.c
READERS += \
  src/readers/dlio_log.c \
  src/readers/dlio_output.c \
  src/readers/mllog.c \
  src/readers/mllog_array.c

# One file = one command; file cmd_foo.c defines cmd_foo.
COMMANDS =

noinst_LTLIBRARIES += libcore.la
libcore_la_SOURCES = $(READERS) \
  src/base/array.c src/base/array.h \
  src/base/error.c src/base/error.h \
  src/base/json.c src/base/json.h \
  src/base/outfile.c src/base/outfile.h \
  src/base/span.c src/base/span.h \
  src/base/text.c src/base/text.h \
  src/base/timeparse.c src/base/timeparse.h \
  src/readers/bpf_columns.c src/readers/bpf_line.c src/readers/bpf_line.h \
  src/readers/dlio_text.c src/readers/dlio_text.h \
  src/readers/intervals.c src/readers/intervals.h \
  src/readers/mllog_event.c src/readers/mllog_event.h \
  src/readers/reader.c src/readers/reader.h \
  src/timeline/anchorfit.c src/timeline/anchorfit.h \
  src/timeline/clock.c src/timeline/clock.h \
  src/timeline/hourerror.c src/timeline/hourerror.h \
  src/timeline/loganchor.c src/timeline/loganchor.h \
  src/timeline/zone.c src/timeline/zone.h \
  src/timeline/record.h src/timeline/sink.h
libcore_la_LIBADD = libmetrics.la
libcore_la_SOURCES += \
  src/readers/cpushare.c src/readers/cpushare.h \
  src/readers/csv_columns.c src/readers/csv_columns.h \
  src/readers/csv_table.c src/readers/csv_table.h \
  src/readers/hosttime.c src/readers/hosttime.h \
  src/readers/sysstat.c src/readers/sysstat.h
nodist_libcore_la_SOURCES = src/readers/registry.inc
BUILT_SOURCES += src/readers/registry.inc
CLEANFILES += src/readers/registry.inc
EXTRA_DIST += src/readers/template.c

src/readers/registry.inc: src/local.mk
	@$(MKDIR_P) src/readers
	$(AM_V_GEN)for f in $(READERS); do b=$${f##*/}; echo "FID_READER (reader_$${b%.c})"; done >$@.tmp && mv $@.tmp $@

lib_LTLIBRARIES += libfidlio.la
include_HEADERS += src/fidlio.h
libfidlio_la_SOURCES =
libfidlio_la_LIBADD = libcore.la
libfidlio_la_LDFLAGS = -version-info 0:0:0 -export-symbols-regex '^fid_' -no-undefined

# Interfaces whose sources are still to come.
EXTRA_DIST += src/compare/compare.h src/timeline/clock.h src/timeline/loganchor.h src/timeline/run.h
