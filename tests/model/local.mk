# tests of src/model
C_TESTS += tests/model/test_model.t
tests_model_test_model_t_SOURCES = tests/model/test_model.c
C_TESTS += tests/model/test_prior.t
tests_model_test_prior_t_SOURCES = tests/model/test_prior.c
