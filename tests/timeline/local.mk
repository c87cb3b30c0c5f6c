# tests of src/timeline: C_TESTS += and SH_TESTS +=
C_TESTS += tests/timeline/test_clock.t tests/timeline/test_loganchor.t
tests_timeline_test_clock_t_SOURCES = tests/timeline/test_clock.c
tests_timeline_test_loganchor_t_SOURCES = tests/timeline/test_loganchor.c
C_TESTS += tests/timeline/test_recorded_clocks.t
tests_timeline_test_recorded_clocks_t_SOURCES = tests/timeline/test_recorded_clocks.c
