# tests of src/compare: C_TESTS += and SH_TESTS +=

# whole run directories, made up
C_TESTS += tests/compare/test_pairs.t tests/compare/test_damage.t tests/compare/test_same.t
EXTRA_DIST += tests/compare/rundir.h tests/compare/made_run.h
tests_compare_test_pairs_t_SOURCES = tests/compare/test_pairs.c
tests_compare_test_damage_t_SOURCES = tests/compare/test_damage.c
tests_compare_test_same_t_SOURCES = tests/compare/test_same.c
C_TESTS += tests/compare/test_card.t tests/compare/test_view.t
tests_compare_test_card_t_SOURCES = tests/compare/test_card.c
tests_compare_test_view_t_SOURCES = tests/compare/test_view.c

# scores against repeats and unrelated runs
C_TESTS += tests/compare/test_score.t tests/compare/test_calibration.t
tests_compare_test_score_t_SOURCES = tests/compare/test_score.c
tests_compare_test_calibration_t_SOURCES = tests/compare/test_calibration.c
C_TESTS += tests/compare/test_disturb.t
tests_compare_test_disturb_t_SOURCES = tests/compare/test_disturb.c

# series for pictures
C_TESTS += tests/compare/test_track.t
tests_compare_test_track_t_SOURCES = tests/compare/test_track.c
# several runs on a side
C_TESTS += tests/compare/test_pool.t
tests_compare_test_pool_t_SOURCES = tests/compare/test_pool.c
C_TESTS += tests/compare/test_within.t
tests_compare_test_within_t_SOURCES = tests/compare/test_within.c
