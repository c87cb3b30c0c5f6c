# tests of src/picture: C_TESTS += and SH_TESTS +=
C_TESTS += tests/picture/test_activity.t tests/picture/test_run_histograms.t \
  tests/picture/test_zoom.t
tests_picture_test_activity_t_SOURCES = tests/picture/test_activity.c
tests_picture_test_zoom_t_SOURCES = tests/picture/test_zoom.c
tests_picture_test_run_histograms_t_SOURCES = tests/picture/test_run_histograms.c
C_TESTS += tests/picture/test_log_picture.t
tests_picture_test_log_picture_t_SOURCES = tests/picture/test_log_picture.c
