# what may not be said of runs of which something is missing or wrong
SH_TESTS += tests/judgement/judgement.sh tests/judgement/fuzz.sh
EXTRA_DIST += tests/judgement/edits.py tests/judgement/judge.py tests/judgement/table.py
