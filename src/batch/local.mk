# SPDX-License-Identifier: GPL-3.0-or-later
# Many pairs: lists, cache, scheduling.
noinst_LTLIBRARIES += libbatch.la
libbatch_la_SOURCES = \
  src/batch/batch.c \
  src/batch/batch.h \
  src/batch/batch_priv.h \
  src/batch/batch_runs.c \
  src/batch/cache.c \
  src/batch/cache.h \
  src/batch/calibrate_runs.c \
  src/batch/calibrate_runs.h \
  src/batch/compare_pair.c \
  src/batch/compare_pair.h \
  src/batch/failures.c \
  src/batch/kept.c \
  src/batch/kept.h \
  src/batch/manifest.c \
  src/batch/manifest.h \
  src/batch/merge.c \
  src/batch/schedule.c \
  src/batch/shard.c \
  src/batch/shard.h \
  src/batch/sides.c \
  src/batch/sides.h \
  src/batch/work.c \
  src/batch/work.h

# What makes results, in one number: fid_method.  Comments count too: a needless
# comparison costs less than an old result taken for a new one.
METHOD_FILES = $(METHOD_SOURCES) $(libbatch_la_SOURCES) $(libavx2_la_SOURCES) $(libavx512_la_SOURCES)
nodist_libbatch_la_SOURCES = src/batch/method.inc
BUILT_SOURCES += src/batch/method.inc
CLEANFILES += src/batch/method.inc

src/batch/method.inc: $(METHOD_FILES)
	@$(MKDIR_P) src/batch
	$(AM_V_GEN)(for f in $(METHOD_FILES); do cat "$(srcdir)/$$f" || exit 1; done) >$@.tmp && \
	  sum=`sha256sum <$@.tmp | cut -c1-16` && \
	  echo "#define FID_METHOD \"$$sum\"" >$@.tmp && mv $@.tmp $@
src/batch/batch.lo: src/batch/method.inc
