# SPDX-License-Identifier: GPL-3.0-or-later
# engine oracles: UCR-format data sets, doc/developers/oracles.md
UCR_SOURCES = tests/validate/ucr.h tests/validate/ucr_read.c \
  tests/validate/ucr_nn.c tests/validate/ucr_expect.c
check_PROGRAMS += tests/validate/fidlio-ucr
tests_validate_fidlio_ucr_SOURCES = tests/validate/fidlio-ucr.c $(UCR_SOURCES)
C_TESTS += tests/validate/test_ucr.t
tests_validate_test_ucr_t_SOURCES = tests/validate/test_ucr.c $(UCR_SOURCES)
SH_TESTS += tests/validate/ucr.sh
EXTRA_DIST += tests/validate/published.tsv tests/validate/make-small.awk \
  tests/data/ucr_small

# recorded runs with one known thing changed: tests/validate/perturb
SH_TESTS += tests/validate/perturb.sh tests/validate/validate.sh tests/validate/trees.sh tests/validate/verdict.sh
EXTRA_DIST += tests/validate/tiny.py tests/validate/verdict.py

# the gate on the same runs on both sides (doc/validation.md)
check_PROGRAMS += tests/validate/fidlio-aa
tests_validate_fidlio_aa_SOURCES = tests/validate/fidlio-aa.c

# what judges recorded runs: known changes and what fidlio makes of them (doc/validation.md), derived
# configurations (doc/derive.md), predicted answers (doc/tuning.md), a second reading in plain Python (doc/formats.md)
EXTRA_DIST += tests/validate/answer-check tests/validate/as-dftracer tests/validate/derive-against \
  tests/validate/derive-check tests/validate/estimate-prior tests/validate/job-check tests/validate/perturb \
  tests/validate/predict-check tests/validate/readers-against tests/validate/stated-check \
  tests/validate/trees-against \
  tests/validate/access.py tests/validate/answers.py tests/validate/margins.py tests/validate/corpus.py \
  tests/validate/gates.py tests/validate/gauges.py tests/validate/ladder.py \
  tests/validate/lines.py tests/validate/moves.py tests/validate/perturbations.py \
  tests/validate/results.py tests/validate/rundir.py tests/validate/sizes.py \
  tests/validate/stats.py tests/validate/stripped.py tests/validate/timemap.py \
  tests/validate/verdicts.py
