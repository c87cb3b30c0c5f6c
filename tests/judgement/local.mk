# SPDX-License-Identifier: GPL-3.0-or-later
# what may not be said of runs with something missing or wrong
SH_TESTS += tests/judgement/fragile.sh tests/judgement/fuzz.sh tests/judgement/judgement.sh
EXTRA_DIST += tests/judgement/judge-fuzz tests/judgement/edits.py tests/judgement/fragile.py tests/judgement/judge.py tests/judgement/table.py \
  tests/judgement/fast.conf tests/judgement/read.conf tests/judgement/storage.conf
