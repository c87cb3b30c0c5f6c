# SPDX-License-Identifier: GPL-3.0-or-later
# tests of src/plot: C_TESTS += and SH_TESTS +=
C_TESTS += \
  tests/plot/test_canvas.t \
  tests/plot/test_panel.t \
  tests/plot/test_plots.t \
  tests/plot/test_ticks.t \
  tests/plot/test_busy.t
tests_plot_test_canvas_t_SOURCES = tests/plot/test_canvas.c
tests_plot_test_canvas_t_LDADD = $(LDADD) $(CAIRO_LIBS)
tests_plot_test_panel_t_SOURCES = tests/plot/test_panel.c
tests_plot_test_plots_t_SOURCES = tests/plot/test_plots.c
tests_plot_test_ticks_t_SOURCES = tests/plot/test_ticks.c
tests_plot_test_busy_t_SOURCES = tests/plot/test_busy.c
C_TESTS += tests/plot/test_simplify.t
tests_plot_test_simplify_t_SOURCES = tests/plot/test_simplify.c
C_TESTS += tests/plot/test_marks.t
tests_plot_test_marks_t_SOURCES = tests/plot/test_marks.c
