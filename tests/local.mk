# SPDX-License-Identifier: GPL-3.0-or-later
# Tests speak TAP; `make check TESTS=tests/metrics/test_dtw.t` runs one.
# A C test is tests/<layer>/test_<module>.c; its program ends in .t.
# Each layer lists its own in tests/<layer>/local.mk.
TEST_EXTENSIONS = .t .sh
TAP_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
T_LOG_DRIVER = $(TAP_DRIVER)
SH_LOG_DRIVER = $(TAP_DRIVER)
AM_TESTS_ENVIRONMENT = srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' \
  FIDLIO='$(abs_top_builddir)/fidlio' \
  LSAN_OPTIONS='suppressions=$(abs_top_srcdir)/tests/lsan.supp:print_suppressions=0' \
  ASAN_OPTIONS='malloc_context_size=3:quarantine_size_mb=16' ; \
  export srcdir builddir FIDLIO LSAN_OPTIONS ASAN_OPTIONS ;

C_TESTS =
SH_TESTS =
LDADD = libfolders.la
EXTRA_DIST += tests/json_bytes.h tests/record_schema.h tests/lsan.supp tests/tap.h tests/tap.sh

include tests/base/local.mk
include tests/model/local.mk
include tests/metrics/local.mk
include tests/readers/local.mk
include tests/run/local.mk
include tests/tools/prepare/local.mk
include tests/tools/steps/local.mk
include tests/tools/whatif/local.mk
include tests/compare/local.mk
include tests/plan/local.mk
include tests/storage/local.mk
include tests/job/local.mk
include tests/digests/local.mk
include tests/batch/local.mk
include tests/charts/local.mk
include tests/tools/logs/local.mk
include tests/plot/local.mk
include tests/report/local.mk
include tests/check/local.mk
include tests/lib/local.mk
include tests/browser/local.mk
include tests/cli/local.mk
include tests/judgement/local.mk
include tests/faults/local.mk
include tests/fuzz/local.mk
include tests/slurm/local.mk
include tests/mpi/local.mk
include tests/python/local.mk
include tests/validate/local.mk
include tests/bench/local.mk
include tests/tree/local.mk
include tests/data/local.mk

# --- what scripts/check runs where: everything in the plain build, and

# under sanitizers all but these, whose work other programs do (Python, npm, a browser, make), or
# which run what others run there, too: the numbers of recorded runs (recorded, repeats, calibrate),
# one matrix after the other (outputs, kept), pictures (plot_pair), other grids (series).
# Sanitizers keep short stacks of allocations and 16 MiB of what was freed: a fifth less of their
# time
PLAIN_ONLY = tests/tree/*.sh tests/browser/*.sh tests/bench/*.sh tests/mpi/*.sh tests/batch/ways.sh \
  tests/python/*.sh tests/judgement/*.sh tests/validate/*.sh tests/slurm/*.sh \
  tests/cli/pictures.sh tests/cli/strict.sh tests/report/schema.sh tests/report/html.sh \
  tests/cli/recorded.sh tests/cli/repeats.sh tests/cli/outputs.sh tests/cli/emulate.sh \
  tests/cli/emulate_plan.sh tests/cli/calibrate.sh tests/cli/kept.sh tests/cli/plot_pair.sh tests/cli/series.sh

# in the build from the tarball: a test of each folder, which also reads what EXTRA_DIST names
DIST_C_TESTS = tests/base/test_text.t tests/model/test_model.t tests/metrics/test_dtw.t \
  tests/run/test_recorded_clocks.t tests/readers/test_digest.t tests/readers/test_load.t tests/compare/test_grade.t \
  tests/batch/test_batch.t tests/tools/logs/test_read_text.t tests/plot/test_canvas.t \
  tests/charts/test_activity.t tests/report/test_result.t tests/check/test_verdict.t \
  tests/lib/test_api.t
DIST_SH_TESTS = tests/tree/docs.sh tests/cli/compare.sh

.PHONY: print-sanitized check-dist check-few clang-warnings
print-sanitized:
	@set -f; for t in $(C_TESTS) $(SH_TESTS); do \
	    for p in $(PLAIN_ONLY); do case $$t in $$p) continue 2 ;; esac; done; \
	    echo $$t; \
	done

# make distcheck with the few tests above: the whole suite again would find nothing more; and the
# same for packages.  It packs the tarball twice, of which most is packed already
FEW_TESTS = TESTS='$(DIST_C_TESTS) $(DIST_SH_TESTS)' check_PROGRAMS='$(DIST_C_TESTS)'
check-dist:
	XZ_OPT=-0 $(MAKE) $(AM_MAKEFLAGS) distcheck $(FEW_TESTS) DISTCHECK_CONFIGURE_FLAGS=CFLAGS=-O0
check-few:
	$(MAKE) $(AM_MAKEFLAGS) check $(FEW_TESTS)

# clang's warnings are errors; template.c files are not built, and mpicc knows where mpi.h is
CLANG = clang
clang-warnings: $(BUILT_SOURCES)
	cd $(srcdir) && find src metrics tools tests scripts -name '*.c' ! -name template.c \
	    ! -path src/mpi/transport.c ! -path tools/slow_storage.c | \
	    xargs -n 40 -P "$${JOBS:-2}" $(CLANG) -fsyntax-only -Werror $(DEFS) -include config.h -I'$(abs_top_builddir)' \
	    -Isrc -I. $(FID_CFLAGS) $(DEPS_CFLAGS) $(AVX2_CFLAGS) $(AVX512_CFLAGS)
if HAVE_MPI
	cd $(srcdir) && OMPI_CC=$(CLANG) MPICH_CC=$(CLANG) $(MPICC) -std=c11 -fsyntax-only -Werror \
	    -Wno-unused-command-line-argument -Isrc $(FID_CFLAGS) src/mpi/transport.c
endif
if HAVE_FUSE
	cd $(srcdir) && $(CLANG) -fsyntax-only -Werror $(DEFS) -include config.h -I'$(abs_top_builddir)' -Isrc \
	    $(FID_CFLAGS) $(FUSE_CFLAGS) tools/slow_storage.c
endif

check_PROGRAMS += $(C_TESTS)
TESTS += $(C_TESTS) $(SH_TESTS)
EXTRA_DIST += $(SH_TESTS)
