# SPDX-License-Identifier: GPL-3.0-or-later
# fuzz targets: `make check' replays corpora, scripts/dev/fuzz links them with libFuzzer
check_PROGRAMS += tests/fuzz/fuzz_reader.t
check_PROGRAMS += tests/fuzz/fuzz_text.t
check_PROGRAMS += tests/fuzz/fuzz_word.t
check_PROGRAMS += tests/fuzz/fuzz_files.t
check_PROGRAMS += tests/fuzz/fuzz_json.t
check_PROGRAMS += tests/fuzz/fuzz_document.t
check_PROGRAMS += tests/fuzz/fuzz_run.t
check_PROGRAMS += tests/fuzz/fuzz_report.t
check_PROGRAMS += tests/fuzz/fuzz_plan.t
FUZZ_TARGETS = tests/fuzz/fuzz_reader.t \
  tests/fuzz/fuzz_text.t \
  tests/fuzz/fuzz_word.t \
  tests/fuzz/fuzz_files.t \
  tests/fuzz/fuzz_json.t \
  tests/fuzz/fuzz_document.t \
  tests/fuzz/fuzz_run.t \
  tests/fuzz/fuzz_report.t \
  tests/fuzz/fuzz_plan.t
FUZZ_LINK =
# what an engine's link needs besides: lost memory (tests/fuzz/nomem.c)
FUZZ_WRAP = -Wl,--wrap=LLVMFuzzerTestOneInput -Wl,--wrap=malloc -Wl,--wrap=calloc \
  -Wl,--wrap=realloc -Wl,--wrap=aligned_alloc -Wl,--wrap=vasprintf
FUZZ_COMMON = tests/fuzz/fuzz.c tests/fuzz/fuzz.h tests/fuzz/nomem.c tests/fuzz/replay.c
tests_fuzz_fuzz_reader_t_SOURCES = tests/fuzz/fuzz_reader.c $(FUZZ_COMMON) tests/readers/promises.c tests/readers/promises.h
tests_fuzz_fuzz_reader_t_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_text_t_SOURCES = tests/fuzz/fuzz_text.c $(FUZZ_COMMON)
tests_fuzz_fuzz_text_t_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_word_t_SOURCES = tests/fuzz/fuzz_word.c $(FUZZ_COMMON)
tests_fuzz_fuzz_word_t_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_files_t_SOURCES = tests/fuzz/fuzz_files.c $(FUZZ_COMMON)
tests_fuzz_fuzz_files_t_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_json_t_SOURCES = tests/fuzz/fuzz_json.c $(FUZZ_COMMON)
tests_fuzz_fuzz_json_t_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_document_t_SOURCES = tests/fuzz/fuzz_document.c $(FUZZ_COMMON)
tests_fuzz_fuzz_document_t_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_run_t_SOURCES = tests/fuzz/fuzz_run.c $(FUZZ_COMMON)
tests_fuzz_fuzz_run_t_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_report_t_SOURCES = tests/fuzz/fuzz_report.c $(FUZZ_COMMON)
tests_fuzz_fuzz_report_t_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_plan_t_SOURCES = tests/fuzz/fuzz_plan.c $(FUZZ_COMMON)
tests_fuzz_fuzz_plan_t_LDFLAGS = $(FUZZ_LINK)

.PHONY: fuzz-targets
fuzz-targets: $(BUILT_SOURCES)
	$(MAKE) $(AM_MAKEFLAGS) $(FUZZ_TARGETS) fidlio

SH_TESTS += tests/fuzz/replay.sh
EXTRA_DIST += tests/fuzz/seeds.sh tests/fuzz/fidlio.dict
SH_TESTS += tests/fuzz/oss_fuzz.sh
EXTRA_DIST += tests/fuzz/oss-fuzz/Dockerfile tests/fuzz/oss-fuzz/build.sh \
  tests/fuzz/oss-fuzz/project.yaml

# inputs: cut from tests/data/runs, and what once found something
EXTRA_DIST += tests/fuzz/corpus/document/about tests/fuzz/corpus/json/marks tests/fuzz/corpus/reader/nul \
  tests/fuzz/corpus/plan/never tests/fuzz/corpus/plan/never_alone
EXTRA_DIST += tests/fuzz/corpus/run/bert tests/fuzz/corpus/run/dlrm tests/fuzz/corpus/run/unet3d \
  tests/fuzz/corpus/run/years

# ... and what libFuzzer grew (seeds.sh), in base64
EXTRA_DIST += tests/fuzz/corpus/grown/document
EXTRA_DIST += tests/fuzz/corpus/grown/files
EXTRA_DIST += tests/fuzz/corpus/grown/json
EXTRA_DIST += tests/fuzz/corpus/grown/reader
EXTRA_DIST += tests/fuzz/corpus/grown/report
EXTRA_DIST += tests/fuzz/corpus/grown/run
EXTRA_DIST += tests/fuzz/corpus/grown/text
EXTRA_DIST += tests/fuzz/corpus/grown/word
