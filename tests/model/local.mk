# SPDX-License-Identifier: GPL-3.0-or-later
# tests of src/model
C_TESTS += tests/model/test_model.t
tests_model_test_model_t_SOURCES = tests/model/test_model.c
C_TESTS += tests/model/test_prior.t
tests_model_test_prior_t_SOURCES = tests/model/test_prior.c
C_TESTS += tests/model/test_profile.t tests/model/test_similarity.t
tests_model_test_profile_t_SOURCES = tests/model/test_profile.c
tests_model_test_similarity_t_SOURCES = tests/model/test_similarity.c
C_TESTS += tests/model/test_dlio_config.t
tests_model_test_dlio_config_t_SOURCES = tests/model/test_dlio_config.c
C_TESTS += tests/model/test_agree.t
tests_model_test_agree_t_SOURCES = tests/model/test_agree.c
