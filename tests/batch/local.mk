# SPDX-License-Identifier: GPL-3.0-or-later
# tests of src/batch: C_TESTS += and SH_TESTS +=
C_TESTS += tests/batch/test_batch.t
tests_batch_test_batch_t_SOURCES = tests/batch/test_batch.c

# matrix by threads, MPI, shards and Slurm; scripts/dev/kill-check
SH_TESTS += tests/batch/ways.sh
