# SPDX-License-Identifier: GPL-3.0-or-later
# Drawing: canvases, axes, lines, areas; knows nothing of runs.
noinst_LTLIBRARIES += libplot.la
libplot_la_SOURCES = \
  src/plot/busy.c \
  src/plot/cairo.c \
  src/plot/canvas.c \
  src/plot/canvas.h \
  src/plot/canvas_priv.h \
  src/plot/figure.c \
  src/plot/figure.h \
  src/plot/heat.c \
  src/plot/lanes.c \
  src/plot/lines.c \
  src/plot/panel.c \
  src/plot/panel.h \
  src/plot/plot.h \
  src/plot/simplify.c \
  src/plot/spans.c \
  src/plot/stack.c \
  src/plot/svg.c \
  src/plot/ticks.c
libplot_la_LIBADD = $(PLOT_LIBS)
