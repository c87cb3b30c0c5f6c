# doc: see Makefile.am
dist_doc_DATA += doc/comparison.md doc/result.md
dist_doc_DATA += doc/formats.md doc/series.md
dist_doc_DATA += doc/metrics.md
dist_man_MANS += doc/fidlio.1
dist_doc_DATA += doc/plots.md doc/run.svg doc/pair.svg
dist_doc_DATA += doc/grades.svg doc/storage.svg doc/access.svg doc/sizes.svg doc/quantiles.svg \
  doc/rhythm.svg

# the pictures of the documentation, anew (tests/cli/pictures.sh compares them)
.PHONY: pictures
pictures: fidlio$(EXEEXT)
	FIDLIO=$(abs_top_builddir)/fidlio$(EXEEXT) $(srcdir)/scripts/pictures

dist_doc_DATA += doc/calibration.md
dist_doc_DATA += doc/derive.md doc/tuning.md
dist_doc_DATA += doc/clocks.md doc/glossary.md
dist_doc_DATA += doc/library.md
dist_doc_DATA += doc/performance.md doc/scale.md doc/reliability.md
dist_doc_DATA += doc/oracles.md
dist_doc_DATA += doc/gate.md doc/causes.md
dist_doc_DATA += doc/validation.md doc/report.md
dist_doc_DATA += doc/prepare.md
dist_doc_DATA += doc/logs.md doc/logs.svg
dist_doc_DATA += doc/steps.md doc/steps.svg
