# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that measure; `make check' does not build bench_dtw.
EXTRA_PROGRAMS += tests/bench/bench_dtw
CLEANFILES += tests/bench/bench_dtw$(EXEEXT)

tests_bench_bench_dtw_SOURCES = tests/bench/bench_dtw.c \
  tests/metrics/dtw_plain.c tests/metrics/dtw_plain.h

# fixed kernels, whose instructions are counted
check_PROGRAMS += tests/bench/kernels
tests_bench_kernels_SOURCES = tests/bench/kernels.c
SH_TESTS += tests/bench/instructions.sh tests/bench/growth.sh
EXTRA_DIST += tests/bench/instructions.txt tests/bench/grown.py

# loops of any shape: bench.py records and judges them
SH_TESTS += tests/bench/loops.sh
EXTRA_DIST += tests/bench/loops/bench.py tests/bench/loops/loop.py

.PHONY: bench
bench:
	BUILD='$(abs_top_builddir)' $(srcdir)/scripts/bench
