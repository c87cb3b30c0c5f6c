# The reference: results over the runs under tests/data/runs.  A change that moves
# a number shows here; `make results` writes them anew (say why in NOTES).
.PHONY: results
results: fidlio$(EXEEXT)
	rm -f $(srcdir)/results/*.json $(srcdir)/results/ranking.tsv $(srcdir)/results/report.md
	./fidlio matrix -q --no-series -m $(srcdir)/results/manifest -o $(srcdir)/results
	rm -f $(srcdir)/results/report.html $(srcdir)/results/.fidlio-cache*
	rm -rf $(srcdir)/results/.fidlio-digests

# whole directory
EXTRA_DIST += results
EXTRA_DIST += scripts/dev/compare-results
