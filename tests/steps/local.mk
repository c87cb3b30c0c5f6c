# tests of src/steps
C_TESTS += tests/steps/test_config_name.t
tests_steps_test_config_name_t_SOURCES = tests/steps/test_config_name.c
EXTRA_DIST += tests/steps/experiment.sh
C_TESTS += tests/steps/test_damage.t
tests_steps_test_damage_t_SOURCES = tests/steps/test_damage.c \
  tests/readers/mutate.c tests/readers/mutate.h
