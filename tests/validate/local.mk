# SPDX-License-Identifier: GPL-3.0-or-later
# engine oracles: UCR-format data sets, doc/oracles.md
UCR_SOURCES = tests/validate/ucr.h tests/validate/ucr_read.c \
  tests/validate/ucr_nn.c tests/validate/ucr_expect.c
check_PROGRAMS += tests/validate/fidlio-ucr
tests_validate_fidlio_ucr_SOURCES = tests/validate/fidlio-ucr.c $(UCR_SOURCES)
C_TESTS += tests/validate/test_ucr.t
tests_validate_test_ucr_t_SOURCES = tests/validate/test_ucr.c $(UCR_SOURCES)
SH_TESTS += tests/validate/ucr.sh
EXTRA_DIST += tests/validate/published.tsv tests/validate/make-small.awk \
  tests/data/ucr_small

# recorded runs with one known thing changed: scripts/perturb
SH_TESTS += tests/validate/perturb.sh tests/validate/validate.sh tests/validate/verdict.sh
EXTRA_DIST += tests/validate/tiny.py tests/validate/verdict.py

# the gate on the same runs on both sides (doc/validation.md)
check_PROGRAMS += tests/validate/fidlio-aa
tests_validate_fidlio_aa_SOURCES = tests/validate/fidlio-aa.c
