# SPDX-License-Identifier: GPL-3.0-or-later
# What users run, and what a clone is built and checked with
EXTRA_DIST += .ci/run scripts/bootstrap scripts/build.sh scripts/check scripts/demo scripts/install-deps-deb.sh \
  scripts/predict scripts/slow-storage scripts/validate
# many pairs as a job array (doc/scale.md)
EXTRA_DIST += scripts/quote.bash scripts/slurm-matrix
# short trainings to be recorded (workloads/README.md)
EXTRA_DIST += workloads scripts/corpus scripts/corpus.d
# ratios of speed, measured (doc/developers/performance.md)
EXTRA_DIST += scripts/bench scripts/bench.d/table scripts/bench.d/trace scripts/bench.d/report scripts/bench.d/scale \
  scripts/bench.d/many_runs.py scripts/bench.d/nearest scripts/bench.d/inputs.py scripts/bench.d/measure.py \
  scripts/bench.d/dtw_peer.c scripts/bench.d/pauses scripts/bench.d/simdjson_peer.cpp
# how much code there is, and whether the tests notice a change of it (CONTRIBUTING.md)
EXTRA_DIST += scripts/weigh scripts/mutate scripts/mutate.equivalent

# What developers run; what judges recorded runs is in tests/validate
EXTRA_DIST += scripts/dev/commit-msg scripts/dev/errors-figure scripts/dev/fuzz scripts/dev/help-table scripts/dev/kill-check scripts/dev/layers-below \
  scripts/dev/link-layers scripts/dev/lint scripts/dev/make-trace scripts/dev/make-trace.d scripts/dev/man-page \
  scripts/dev/man-page.awk scripts/dev/package-check scripts/dev/package-check.d scripts/dev/pictures \
  scripts/dev/portability-check scripts/dev/release scripts/dev/sbom scripts/dev/site scripts/dev/torture \
  scripts/dev/trace-sums scripts/dev/version .containerignore Containerfile fidlio.spec

# the recorder, which fidlio tune calls
dist_pkglibexec_SCRIPTS = scripts/record scripts/throttle
recorddir = $(pkglibexecdir)/record.d
dist_record_DATA = scripts/record.d/trace_bio.bt scripts/record.d/trace_close.bt \
  scripts/record.d/trace_create_del.bt scripts/record.d/trace_mmap.bt \
  scripts/record.d/trace_openat.bt scripts/record.d/trace_read.bt \
  scripts/record.d/trace_stat.bt scripts/record.d/trace_time_align.bt \
  scripts/record.d/trace_uring.bt scripts/record.d/trace_write.bt scripts/record.d/teardown

# commands that are scripts: in the build folder as `fidlio' finds it
SCRIPT_TOOLS = fidlio-emulate fidlio-paper
EXTRA_DIST += scripts/emulate scripts/paper
nodist_pkglibexec_SCRIPTS = $(SCRIPT_TOOLS)
CLEANFILES += $(SCRIPT_TOOLS)
$(SCRIPT_TOOLS): fidlio-%: scripts/%
	$(AM_V_GEN)cp $< $@.tmp && chmod 755 $@.tmp && mv $@.tmp $@

# Completions of commands and options, made from --help like the manual pages (doc/local.mk);
# shells find them by their names
COMPLETION_TEXTS = scripts/dev/completion/bash.in scripts/dev/completion/fish.in \
  scripts/dev/completion/values scripts/dev/completion/zsh.in
EXTRA_DIST += scripts/dev/completion-script scripts/dev/completion-script.awk $(COMPLETION_TEXTS)
if FROM_HELP
dist_bashcompletion_DATA = scripts/dev/completion/fidlio
dist_zshcompletion_DATA = scripts/dev/completion/_fidlio
dist_fishcompletion_DATA = scripts/dev/completion/fidlio.fish
COMPLETIONS = $(dist_bashcompletion_DATA) $(dist_zshcompletion_DATA) $(dist_fishcompletion_DATA)
CLEANFILES += $(COMPLETIONS)
scripts/dev/completion/fidlio: of_shell = bash
scripts/dev/completion/_fidlio: of_shell = zsh
scripts/dev/completion/fidlio.fish: of_shell = fish
$(COMPLETIONS): $(HELP_FILES) src/model/settings.h scripts/dev/help-table \
    scripts/dev/completion-script scripts/dev/completion-script.awk $(COMPLETION_TEXTS) | fidlio$(EXEEXT) $(TOOLS) $(SCRIPT_TOOLS)
	@$(MKDIR_P) scripts/dev/completion
	$(AM_V_GEN)$(srcdir)/scripts/dev/completion-script $(of_shell) ./fidlio$(EXEEXT) >$@.tmp && mv $@.tmp $@
endif
