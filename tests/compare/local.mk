# SPDX-License-Identifier: GPL-3.0-or-later
# tests of src/compare: C_TESTS += and SH_TESTS +=

# whole run directories, made up
C_TESTS += tests/compare/test_pairs.t tests/compare/test_damage.t tests/compare/test_same.t
EXTRA_DIST += tests/compare/rundir.h tests/compare/made_run.h tests/compare/as_document.h
tests_compare_test_pairs_t_SOURCES = tests/compare/test_pairs.c
tests_compare_test_damage_t_SOURCES = tests/compare/test_damage.c
tests_compare_test_same_t_SOURCES = tests/compare/test_same.c
C_TESTS += tests/compare/test_resource_result.t tests/compare/test_extract.t
tests_compare_test_resource_result_t_SOURCES = tests/compare/test_resource_result.c
tests_compare_test_extract_t_SOURCES = tests/compare/test_extract.c
C_TESTS += tests/compare/test_shape.t tests/compare/test_years.t
tests_compare_test_shape_t_SOURCES = tests/compare/test_shape.c
tests_compare_test_years_t_SOURCES = tests/compare/test_years.c

# noise of repeats
C_TESTS += tests/compare/test_calibration.t
tests_compare_test_calibration_t_SOURCES = tests/compare/test_calibration.c

# series for pictures
C_TESTS += tests/compare/test_thinned.t
tests_compare_test_thinned_t_SOURCES = tests/compare/test_thinned.c
# several runs on a side
C_TESTS += tests/compare/test_pool.t
tests_compare_test_pool_t_SOURCES = tests/compare/test_pool.c
C_TESTS += tests/compare/test_missing.t
tests_compare_test_missing_t_SOURCES = tests/compare/test_missing.c

# settings and the key of results
C_TESTS += tests/compare/test_options.t
tests_compare_test_options_t_SOURCES = tests/compare/test_options.c

# recorded runs
EXTRA_DIST += tests/compare/recorded.h
C_TESTS += tests/compare/test_access.t
tests_compare_test_access_t_SOURCES = tests/compare/test_access.c
C_TESTS += tests/compare/test_units.t
tests_compare_test_units_t_SOURCES = tests/compare/test_units.c
C_TESTS += tests/compare/test_job.t
tests_compare_test_job_t_SOURCES = tests/compare/test_job.c
C_TESTS += tests/compare/test_rhythm.t
tests_compare_test_rhythm_t_SOURCES = tests/compare/test_rhythm.c

# grades and verdicts
C_TESTS += tests/compare/test_grade.t
tests_compare_test_grade_t_SOURCES = tests/compare/test_grade.c tests/compare/made_grade.h
C_TESTS += tests/compare/test_loss.t
tests_compare_test_loss_t_SOURCES = tests/compare/test_loss.c
C_TESTS += tests/compare/test_verdict.t
tests_compare_test_verdict_t_SOURCES = tests/compare/test_verdict.c
C_TESTS += tests/compare/test_causes.t
tests_compare_test_causes_t_SOURCES = tests/compare/test_causes.c
C_TESTS += tests/compare/test_series_access.t
tests_compare_test_series_access_t_SOURCES = tests/compare/test_series_access.c

# schemas
C_TESTS += tests/compare/test_schemas.t
tests_compare_test_schemas_t_SOURCES = tests/compare/test_schemas.c
