# Programs that measure; `make check' does not build them.
EXTRA_PROGRAMS += tests/bench/bench_dtw
CLEANFILES += tests/bench/bench_dtw$(EXEEXT)

tests_bench_bench_dtw_SOURCES = tests/bench/bench_dtw.c \
  tests/metrics/dtw_plain.c tests/metrics/dtw_plain.h
