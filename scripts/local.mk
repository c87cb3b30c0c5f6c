# SPDX-License-Identifier: GPL-3.0-or-later
# What a clone is built and checked with; scripts/build.sh is sourced by both.
EXTRA_DIST += .ci/run scripts/bootstrap scripts/version scripts/build.sh scripts/check scripts/commit-msg scripts/demo \
  scripts/estimate-prior scripts/install-deps-deb.sh scripts/judge-fuzz scripts/layers-below scripts/link-layers scripts/lint scripts/perturb scripts/predict scripts/slow-storage scripts/throttle scripts/validate scripts/weigh

# the recorder, which fidlio tune calls
dist_pkglibexec_SCRIPTS = scripts/record
recorddir = $(pkglibexecdir)/record.d
dist_record_DATA = scripts/record.d/trace_bio.bt scripts/record.d/trace_close.bt \
  scripts/record.d/trace_create_del.bt scripts/record.d/trace_mmap.bt \
  scripts/record.d/trace_openat.bt scripts/record.d/trace_read.bt \
  scripts/record.d/trace_stat.bt scripts/record.d/trace_time_align.bt \
  scripts/record.d/trace_uring.bt scripts/record.d/trace_write.bt

# a command that is a script: in the build folder as `fidlio' finds it
SCRIPT_TOOLS = fidlio-emulate
EXTRA_DIST += scripts/emulate
nodist_pkglibexec_SCRIPTS = $(SCRIPT_TOOLS)
CLEANFILES += $(SCRIPT_TOOLS)
$(SCRIPT_TOOLS): fidlio-%: scripts/%
	$(AM_V_GEN)cp $< $@.tmp && chmod 755 $@.tmp && mv $@.tmp $@

# Completions of commands and options, made from --help like the manual pages (doc/local.mk);
# shells find them by their names
COMPLETION_TEXTS = scripts/completion/bash.in scripts/completion/fish.in \
  scripts/completion/values scripts/completion/zsh.in
EXTRA_DIST += scripts/completion-script scripts/completion-script.awk $(COMPLETION_TEXTS)
if FROM_HELP
dist_bashcompletion_DATA = scripts/completion/fidlio
dist_zshcompletion_DATA = scripts/completion/_fidlio
dist_fishcompletion_DATA = scripts/completion/fidlio.fish
COMPLETIONS = $(dist_bashcompletion_DATA) $(dist_zshcompletion_DATA) $(dist_fishcompletion_DATA)
CLEANFILES += $(COMPLETIONS)
scripts/completion/fidlio: of_shell = bash
scripts/completion/_fidlio: of_shell = zsh
scripts/completion/fidlio.fish: of_shell = fish
$(COMPLETIONS): $(HELP_FILES) src/model/settings.h scripts/help-table \
    scripts/completion-script scripts/completion-script.awk $(COMPLETION_TEXTS) | fidlio$(EXEEXT) $(TOOLS) $(SCRIPT_TOOLS)
	@$(MKDIR_P) scripts/completion
	$(AM_V_GEN)$(srcdir)/scripts/completion-script $(of_shell) ./fidlio$(EXEEXT) >$@.tmp && mv $@.tmp $@
endif

# known changes of recorded runs, and what fidlio makes of them (doc/validation.md)
EXTRA_DIST += scripts/validate.d

# pictures of the documentation
EXTRA_DIST += scripts/pictures

# many pairs as a job array (doc/scale.md)
EXTRA_DIST += scripts/quote.bash scripts/slurm-matrix
# every way to make a matrix, killed and started again (doc/reliability.md)
EXTRA_DIST += scripts/kill-check scripts/torture
# fuzz targets under libFuzzer
EXTRA_DIST += scripts/fuzz

# synthetic runs of any size
EXTRA_DIST += scripts/make-trace scripts/make-trace.d
EXTRA_DIST += scripts/trace-sums

# other processors, compilers and C libraries (doc/portability.md)
EXTRA_DIST += scripts/portability-check
# ratios of speed, measured (doc/performance.md)
EXTRA_DIST += scripts/bench scripts/bench.d/table scripts/bench.d/trace scripts/bench.d/report scripts/bench.d/scale \
  scripts/bench.d/many_runs.py scripts/bench.d/nearest scripts/bench.d/inputs.py scripts/bench.d/measure.py \
  scripts/bench.d/dtw_peer.c scripts/bench.d/pauses scripts/bench.d/simdjson_peer.cpp

# do the tests notice a change of the code? (CONTRIBUTING.md, "Mutants")
EXTRA_DIST += scripts/mutate scripts/mutate.equivalent

# a second reading of logs, in plain Python (doc/formats.md)
EXTRA_DIST += scripts/readers-against

# derived configurations held against those of recorded runs (doc/derive.md)
EXTRA_DIST += scripts/answer-check scripts/release scripts/sbom scripts/site scripts/as-dftracer scripts/derive-against scripts/derive-check scripts/job-check
# predicted answers held against those of recorded runs (doc/tuning.md)
EXTRA_DIST += scripts/predict-check

# manual pages from --help (doc/local.mk)
EXTRA_DIST += scripts/help-table scripts/man-page scripts/man-page.awk

# packages: built, installed, used and removed
EXTRA_DIST += scripts/package-check scripts/package-check.d \
  .containerignore Containerfile fidlio.spec

# short trainings to be recorded (workloads/README.md)
EXTRA_DIST += workloads scripts/corpus scripts/corpus.d
