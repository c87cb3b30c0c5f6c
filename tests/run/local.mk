# SPDX-License-Identifier: GPL-3.0-or-later
# tests of src/run: C_TESTS += and SH_TESTS +=
C_TESTS += tests/run/test_columns.t
tests_run_test_columns_t_SOURCES = tests/run/test_columns.c
C_TESTS += tests/run/test_anchorfit.t tests/run/test_clock.t \
  tests/run/test_loganchor.t tests/run/test_zone.t
tests_run_test_anchorfit_t_SOURCES = tests/run/test_anchorfit.c
tests_run_test_zone_t_SOURCES = tests/run/test_zone.c
tests_run_test_clock_t_SOURCES = tests/run/test_clock.c
tests_run_test_loganchor_t_SOURCES = tests/run/test_loganchor.c
C_TESTS += tests/run/test_recorded_clocks.t
tests_run_test_recorded_clocks_t_SOURCES = tests/run/test_recorded_clocks.c

# what a run is built of
C_TESTS += tests/run/test_events.t
tests_run_test_events_t_SOURCES = tests/run/test_events.c
C_TESTS += tests/run/test_grid.t tests/run/test_phases.t \
  tests/run/test_pidset.t tests/run/test_sketch.t
tests_run_test_grid_t_SOURCES = tests/run/test_grid.c
tests_run_test_phases_t_SOURCES = tests/run/test_phases.c
tests_run_test_pidset_t_SOURCES = tests/run/test_pidset.c
tests_run_test_sketch_t_SOURCES = tests/run/test_sketch.c
C_TESTS += tests/run/test_build.t tests/run/test_gauges.t tests/run/test_owner.t
tests_run_test_build_t_SOURCES = tests/run/test_build.c
tests_run_test_gauges_t_SOURCES = tests/run/test_gauges.c
tests_run_test_owner_t_SOURCES = tests/run/test_owner.c
EXTRA_DIST += tests/run/sketch_quantile.h
C_TESTS += tests/run/test_meetings.t
tests_run_test_meetings_t_SOURCES = tests/run/test_meetings.c
C_TESTS += tests/run/test_missed.t
tests_run_test_missed_t_SOURCES = tests/run/test_missed.c
C_TESTS += tests/run/test_disks.t tests/run/test_readlag.t
tests_run_test_disks_t_SOURCES = tests/run/test_disks.c
tests_run_test_readlag_t_SOURCES = tests/run/test_readlag.c
C_TESTS += tests/run/test_roles.t
tests_run_test_roles_t_SOURCES = tests/run/test_roles.c
C_TESTS += tests/run/test_reads.t
tests_run_test_reads_t_SOURCES = tests/run/test_reads.c

# rows that are half days away
C_TESTS += tests/run/test_halfday.t
tests_run_test_halfday_t_SOURCES = tests/run/test_halfday.c
C_TESTS += tests/run/test_build_books.t
tests_run_test_build_books_t_SOURCES = tests/run/test_build_books.c
