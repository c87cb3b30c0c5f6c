# SPDX-License-Identifier: GPL-3.0-or-later
# tests of tools/steps
C_TESTS += tests/tools/steps/test_config_name.t
tests_tools_steps_test_config_name_t_SOURCES = tests/tools/steps/test_config_name.c
EXTRA_DIST += tests/tools/steps/experiment.sh
C_TESTS += tests/tools/steps/test_damage.t
tests_tools_steps_test_damage_t_SOURCES = tests/tools/steps/test_damage.c \
  tests/readers/mutate.c tests/readers/mutate.h
