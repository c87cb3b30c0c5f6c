# SPDX-License-Identifier: GPL-3.0-or-later
# The ranked report: text, tables, HTML.
noinst_LTLIBRARIES += libreport.la
libreport_la_SOURCES = \
  src/report/breakdown.c \
  src/report/breakdown.h \
  src/report/chrome.c \
  src/report/html/page.c \
  src/report/html/page.h \
  src/report/html/put_answer.c \
  src/report/html/put_history.c \
  src/report/html/put_json.c \
  src/report/html/put_overview.c \
  src/report/html/put_pair.c \
  src/report/rank.c \
  src/report/rank.h \
  src/report/ranking.c \
  src/report/report.c \
  src/report/report.h \
  src/report/report_index.c \
  src/report/report_md.c \
  src/report/screen.c \
  src/report/screen.h \
  src/report/sqlite.c \
  src/report/tables.c \
  src/report/tables.h \
  src/report/verdict_words.c \
  src/report/verdict_words.h \
  src/report/xlsx.c

# What report.html is made with, as C: the bytes of each file.
HTML_ASSETS = \
  src/report/html/report.css \
  src/report/html/page.js \
  third_party/uplot/uPlot.min.css \
  third_party/uplot/uPlot.iife.min.js \
  third_party/uplot/LICENSE
HTML_INCS = \
  src/report/html/report.css.inc \
  src/report/html/page.js.inc \
  src/report/html/uPlot.min.css.inc \
  src/report/html/uPlot.iife.min.js.inc \
  src/report/html/LICENSE.inc
EXTRA_DIST += $(HTML_ASSETS) third_party/uplot/README
nodist_libreport_la_SOURCES = $(HTML_INCS)
BUILT_SOURCES += $(HTML_INCS)
CLEANFILES += $(HTML_INCS)
HTML_AS_C = | sed 's/[0-9][0-9]*/&,/g' >$@.tmp && mv $@.tmp $@

src/report/html/report.css.inc: src/report/html/report.css
	$(AM_V_GEN)$(MKDIR_P) src/report/html && sed /SPDX-/d $(srcdir)/src/report/html/report.css | od -An -v -tu1 $(HTML_AS_C)
src/report/html/page.js.inc: src/report/html/page.js
	$(AM_V_GEN)$(MKDIR_P) src/report/html && sed /SPDX-/d $(srcdir)/src/report/html/page.js | od -An -v -tu1 $(HTML_AS_C)
src/report/html/uPlot.min.css.inc: third_party/uplot/uPlot.min.css
	$(AM_V_GEN)$(MKDIR_P) src/report/html && od -An -v -tu1 $(srcdir)/third_party/uplot/uPlot.min.css $(HTML_AS_C)
src/report/html/uPlot.iife.min.js.inc: third_party/uplot/uPlot.iife.min.js
	$(AM_V_GEN)$(MKDIR_P) src/report/html && od -An -v -tu1 $(srcdir)/third_party/uplot/uPlot.iife.min.js $(HTML_AS_C)
src/report/html/LICENSE.inc: third_party/uplot/LICENSE
	$(AM_V_GEN)$(MKDIR_P) src/report/html && od -An -v -tu1 $(srcdir)/third_party/uplot/LICENSE $(HTML_AS_C)
src/report/html/page.lo: $(HTML_INCS)

# The sentences that explain the words of reports: the rows of the glossary as C.
nodist_libreport_la_SOURCES += src/report/glossary.inc
BUILT_SOURCES += src/report/glossary.inc
CLEANFILES += src/report/glossary.inc
src/report/glossary.inc: doc/glossary.md
	$(AM_V_GEN)$(MKDIR_P) src/report && sed -n -e '/^| word |/d' -e 's/[`*]//g' -e 's/["\\]/\\&/g' \
	  -e 's/^| \([^|]*\) | \([^|]*\) | .*/{"\1", "\2"},/p' $(srcdir)/doc/glossary.md >$@.tmp && mv $@.tmp $@
src/report/verdict_words.lo: src/report/glossary.inc
libreport_la_LIBADD = $(XLSX_LIBS) $(SQLITE_LIBS)
