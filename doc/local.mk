# doc: see Makefile.am
dist_doc_DATA += doc/comparison.md doc/result.md
dist_doc_DATA += doc/formats.md doc/series.md
dist_doc_DATA += doc/metrics.md
dist_doc_DATA += doc/plots.md doc/run.svg doc/pair.svg
dist_doc_DATA += doc/paper-output.md doc/zoom.svg doc/grades.svg doc/answer.svg doc/spectra.svg doc/distributions.svg

# the pictures of the documentation, anew (tests/cli/pictures.sh compares them)
.PHONY: pictures
pictures: fidlio$(EXEEXT) $(TOOLS)
	FIDLIO=$(abs_top_builddir)/fidlio$(EXEEXT) $(srcdir)/scripts/dev/pictures

# the documents as a web site
.PHONY: site
site: $(MAN_PAGES)
	python3 $(srcdir)/scripts/dev/site --source $(srcdir) --man doc site
	@echo "open site/index.html"

dist_doc_DATA += doc/calibration.md
dist_doc_DATA += doc/job.md doc/derive.md doc/tuning.md doc/tutorial.md
dist_doc_DATA += doc/clocks.md doc/glossary.md
dist_doc_DATA += doc/library.md doc/install.md
dist_doc_DATA += doc/scale.md doc/digests.md
dist_doc_DATA += doc/answer.md
dist_doc_DATA += doc/gate.md doc/causes.md
exampledir = $(docdir)/examples
dist_example_DATA = doc/examples/github-workflow.yml
dist_doc_DATA += doc/validation.md doc/paper.md doc/errors.svg doc/report.md
dist_doc_DATA += doc/emulate.md doc/plan.md doc/prepare.md
dist_doc_DATA += doc/logs.md doc/logs.svg
dist_doc_DATA += doc/steps.md doc/steps.svg
dist_doc_DATA += doc/whatif.md doc/whatif.svg doc/replay.md
dist_doc_DATA += doc/traces.md
developersdir = $(docdir)/developers
dist_developers_DATA = doc/developers/how-it-works.md doc/developers/oracles.md doc/developers/performance.md \
  doc/developers/portability.md doc/developers/reliability.md

# The manual pages, one for each command: made from --help and doc/man (scripts/dev/man-page), and part
# of the tarball.  They depend on what --help is made from, not on the program, so that a build
# from the tarball does not make them again.
MAN_DATE = 2026-11-22
MAN_TEXTS = doc/man/fidlio.txt doc/man/options.txt $(COMMANDS:src/cli/cmd_%.c=doc/man/%.txt) \
  $(TOOLS:fidlio-%=doc/man/%.txt) $(SCRIPT_TOOLS:fidlio-%=doc/man/%.txt)
EXTRA_DIST += $(MAN_TEXTS)
MAN_PAGES = doc/fidlio.1 $(COMMANDS:src/cli/cmd_%.c=doc/fidlio-%.1) $(TOOLS:%=doc/%.1) $(SCRIPT_TOOLS:%=doc/%.1)
if FROM_HELP
dist_man1_MANS = $(MAN_PAGES)
CLEANFILES += $(MAN_PAGES)
$(MAN_PAGES): $(HELP_FILES) src/model/settings.h scripts/dev/help-table scripts/dev/man-page \
    scripts/dev/man-page.awk $(MAN_TEXTS) doc/local.mk | fidlio$(EXEEXT) $(TOOLS) $(SCRIPT_TOOLS)
	@$(MKDIR_P) doc
	$(AM_V_GEN)name=`basename $@ .1`; $(srcdir)/scripts/dev/man-page ./fidlio$(EXEEXT) \
	    $(PACKAGE_VERSION) $(MAN_DATE) $(srcdir)/doc/man `echo $$name | $(SED) 's/^fidlio-*//'` \
	    >$@.tmp && mv $@.tmp $@
endif
