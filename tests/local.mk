# Tests speak TAP; `make check TESTS=tests/metrics/test_dtw.t` runs one.
# A C test is tests/<layer>/test_<module>.c; its program ends in .t.
TEST_EXTENSIONS = .t .sh
TAP_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
T_LOG_DRIVER = $(TAP_DRIVER)
SH_LOG_DRIVER = $(TAP_DRIVER)
AM_TESTS_ENVIRONMENT = srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' \
  FIDLIO='$(abs_top_builddir)/fidlio' ; export srcdir builddir FIDLIO ;

C_TESTS = tests/metrics/test_ratio.t
SH_TESTS = \
  tests/tree/tap.sh \
  tests/tree/layers.sh \
  tests/tree/docs.sh \
  tests/tree/examples.sh \
  tests/tree/shellcheck.sh

check_PROGRAMS += $(C_TESTS)
TESTS += $(C_TESTS) $(SH_TESTS)
LDADD = libcore.la
EXTRA_DIST += tests/tap.h tests/tap.sh tests/tree/docs.awk tests/tree/layers.awk $(SH_TESTS)

tests_metrics_test_ratio_t_SOURCES = tests/metrics/test_ratio.c
