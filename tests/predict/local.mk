# tests of src/predict
C_TESTS += tests/predict/test_job.t
tests_predict_test_job_t_SOURCES = tests/predict/test_job.c
