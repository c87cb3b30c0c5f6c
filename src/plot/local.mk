# Pictures of arrays.
libcore_la_SOURCES += \
  src/plot/bars.c \
  src/plot/between.c src/plot/between.h \
  src/plot/busy.c \
  src/plot/cairo.c \
  src/plot/canvas.c src/plot/canvas.h src/plot/canvas_priv.h \
  src/plot/colour.c src/plot/colour.h \
  src/plot/figure.c src/plot/figure.h \
  src/plot/gnuplot.c src/plot/gnuplot.h \
  src/plot/gnuplot_plots.c \
  src/plot/heat.c \
  src/plot/lanes.c \
  src/plot/lines.c \
  src/plot/mark.c src/plot/mark.h \
  src/plot/panel.c src/plot/panel.h src/plot/panel_head.c \
  src/plot/plot.h \
  src/plot/spans.c \
  src/plot/stack.c \
  src/plot/straight.c src/plot/straight.h \
  src/plot/svg.c \
  src/plot/ticks.c src/plot/ticks.h
