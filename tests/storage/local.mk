# SPDX-License-Identifier: GPL-3.0-or-later
C_TESTS += tests/storage/test_storage.t
tests_storage_test_storage_t_SOURCES = tests/storage/test_storage.c
C_TESTS += tests/storage/test_times.t
tests_storage_test_times_t_SOURCES = tests/storage/test_times.c
EXTRA_DIST += tests/storage/jobs.h tests/storage/simulate.h
C_TESTS += tests/storage/test_windows.t
tests_storage_test_windows_t_SOURCES = tests/storage/test_windows.c
C_TESTS += tests/storage/test_answer.t
tests_storage_test_answer_t_SOURCES = tests/storage/test_answer.c
C_TESTS += tests/storage/test_laws.t
tests_storage_test_laws_t_SOURCES = tests/storage/test_laws.c
