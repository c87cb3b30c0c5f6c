# Tests speak TAP; `make check TESTS=tests/metrics/test_dtw.t` runs one.
# A C test is tests/<layer>/test_<module>.c; its program ends in .t.
# Each layer lists its own in tests/<layer>/local.mk.
TEST_EXTENSIONS = .t .sh
TAP_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
T_LOG_DRIVER = $(TAP_DRIVER)
SH_LOG_DRIVER = $(TAP_DRIVER)
AM_TESTS_ENVIRONMENT = srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' \
  FIDLIO='$(abs_top_builddir)/fidlio' \
  LSAN_OPTIONS='suppressions=$(abs_top_srcdir)/tests/lsan.supp:print_suppressions=0' ; \
  export srcdir builddir FIDLIO LSAN_OPTIONS ;

C_TESTS =
SH_TESTS =
LDADD = $(FID_LIBS)
EXTRA_DIST += tests/lsan.supp tests/tap.h tests/tap.sh

include tests/base/local.mk
include tests/model/local.mk
include tests/metrics/local.mk
include tests/readers/local.mk
include tests/timeline/local.mk
include tests/tools/prepare/local.mk
include tests/tools/steps/local.mk
include tests/compare/local.mk
include tests/batch/local.mk
include tests/charts/local.mk
include tests/tools/logs/local.mk
include tests/plot/local.mk
include tests/report/local.mk
include tests/check/local.mk
include tests/lib/local.mk
include tests/browser/local.mk
include tests/cli/local.mk
include tests/validate/local.mk
include tests/bench/local.mk
include tests/tree/local.mk
include tests/data/local.mk

check_PROGRAMS += $(C_TESTS)
TESTS += $(C_TESTS) $(SH_TESTS)
EXTRA_DIST += $(SH_TESTS)
