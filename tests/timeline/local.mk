# tests of src/timeline: C_TESTS += and SH_TESTS +=
C_TESTS += tests/timeline/test_anchorfit.t tests/timeline/test_clock.t \
  tests/timeline/test_loganchor.t tests/timeline/test_zone.t
tests_timeline_test_anchorfit_t_SOURCES = tests/timeline/test_anchorfit.c
tests_timeline_test_zone_t_SOURCES = tests/timeline/test_zone.c
tests_timeline_test_clock_t_SOURCES = tests/timeline/test_clock.c
tests_timeline_test_loganchor_t_SOURCES = tests/timeline/test_loganchor.c
C_TESTS += tests/timeline/test_recorded_clocks.t
tests_timeline_test_recorded_clocks_t_SOURCES = tests/timeline/test_recorded_clocks.c

# what a run is built of
C_TESTS += tests/timeline/test_grid.t tests/timeline/test_phases.t \
  tests/timeline/test_pidset.t tests/timeline/test_sketch.t
tests_timeline_test_grid_t_SOURCES = tests/timeline/test_grid.c
tests_timeline_test_phases_t_SOURCES = tests/timeline/test_phases.c
tests_timeline_test_pidset_t_SOURCES = tests/timeline/test_pidset.c
tests_timeline_test_sketch_t_SOURCES = tests/timeline/test_sketch.c
C_TESTS += tests/timeline/test_build.t tests/timeline/test_gauges.t tests/timeline/test_owner.t
tests_timeline_test_build_t_SOURCES = tests/timeline/test_build.c
tests_timeline_test_gauges_t_SOURCES = tests/timeline/test_gauges.c
tests_timeline_test_owner_t_SOURCES = tests/timeline/test_owner.c
EXTRA_DIST += tests/timeline/sketch_quantile.h
C_TESTS += tests/timeline/test_disks.t tests/timeline/test_readlag.t
tests_timeline_test_disks_t_SOURCES = tests/timeline/test_disks.c
tests_timeline_test_readlag_t_SOURCES = tests/timeline/test_readlag.c
C_TESTS += tests/timeline/test_roles.t
tests_timeline_test_roles_t_SOURCES = tests/timeline/test_roles.c
C_TESTS += tests/timeline/test_reads.t
tests_timeline_test_reads_t_SOURCES = tests/timeline/test_reads.c

# rows that are half days away
C_TESTS += tests/timeline/test_halfday.t
tests_timeline_test_halfday_t_SOURCES = tests/timeline/test_halfday.c

# what is drawn of accesses
C_TESTS += tests/timeline/test_places.t
tests_timeline_test_places_t_SOURCES = tests/timeline/test_places.c
