# SPDX-License-Identifier: GPL-3.0-or-later
C_TESTS += tests/plan/test_plan.t
tests_plan_test_plan_t_SOURCES = tests/plan/test_plan.c
SH_TESTS += tests/plan/play.sh tests/plan/scale.sh
EXTRA_DIST += tests/plan/plans
