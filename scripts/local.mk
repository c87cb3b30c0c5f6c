# What a clone is built and checked with; scripts/build.sh is sourced by both.
EXTRA_DIST += .ci/run scripts/bootstrap scripts/build.sh scripts/check scripts/demo \
  scripts/estimate-prior scripts/install-deps-deb.sh scripts/lint scripts/perturb scripts/predict scripts/throttle scripts/validate

# the recorder, which fidlio tune calls
dist_pkglibexec_SCRIPTS = scripts/record
recorddir = $(pkglibexecdir)/record.d
dist_record_DATA = scripts/record.d/trace_bio.bt scripts/record.d/trace_close.bt \
  scripts/record.d/trace_create_del.bt scripts/record.d/trace_openat.bt \
  scripts/record.d/trace_read.bt scripts/record.d/trace_time_align.bt \
  scripts/record.d/trace_write.bt

# the completion is found by the program's name
EXTRA_DIST += scripts/completion/fidlio.bash
install-data-local:
	$(MKDIR_P) "$(DESTDIR)$(bashcompletiondir)"
	$(INSTALL_DATA) $(srcdir)/scripts/completion/fidlio.bash "$(DESTDIR)$(bashcompletiondir)/fidlio"
uninstall-local:
	rm -f "$(DESTDIR)$(bashcompletiondir)/fidlio"

# known changes of recorded runs, and what fidlio makes of them (doc/validation.md)
EXTRA_DIST += scripts/validate.d

# pictures of the documentation
EXTRA_DIST += scripts/pictures

# many pairs as a job array (doc/scale.md)
EXTRA_DIST += scripts/slurm-matrix
# every way to make a matrix, killed and started again (doc/reliability.md)
EXTRA_DIST += scripts/kill-check

# synthetic runs of any size
EXTRA_DIST += scripts/make-trace scripts/make-trace.d

# how fast traces are read (doc/performance.md)
EXTRA_DIST += scripts/bench.d/ingest scripts/bench.d/measure.py
# ratios of speed, measured (doc/performance.md)
EXTRA_DIST += scripts/bench scripts/bench.d/pairs scripts/bench.d/pfw scripts/bench.d/report scripts/bench.d/python

# do the tests notice a change of the code? (CONTRIBUTING.md, "Mutants")
EXTRA_DIST += scripts/mutate scripts/mutate.equivalent

# a second reading of logs, in plain Python (doc/formats.md)
EXTRA_DIST += scripts/readers-against

# derived configurations held against those of recorded runs (doc/derive.md)
EXTRA_DIST += scripts/derive-against scripts/derive-check
# predicted grades held against measured ones (doc/tuning.md)
EXTRA_DIST += scripts/predict-check

# manual pages from --help (doc/local.mk)
EXTRA_DIST += scripts/help-table scripts/man-page scripts/man-page.awk
