# What an application does: one model, found in a run or made from a configuration.
noinst_LTLIBRARIES += libjob.la
libjob_la_SOURCES = \
  src/job/batches.c \
  src/job/books.c \
  src/job/books.h \
  src/job/books_fill.c \
  src/job/complete.c \
  src/job/complete.h \
  src/job/data_files.c \
  src/job/demand.c \
  src/job/find.c \
  src/job/find.h \
  src/job/find_priv.h \
  src/job/io.c \
  src/job/io.h \
  src/job/io_priv.h \
  src/job/job.c \
  src/job/job.h \
  src/job/layout.c \
  src/job/layout.h \
  src/job/logged.c \
  src/job/logged.h \
  src/job/made_files.c \
  src/job/made_files.h \
  src/job/of_config.c \
  src/job/of_config.h \
  src/job/of_run.c \
  src/job/of_run.h \
  src/job/mend.c \
  src/job/orders.c \
  src/job/orders.h \
  src/job/rhythm.c \
  src/job/rhythm.h \
  src/job/saves.c \
  src/job/show.c \
  src/job/show.h \
  src/job/spans.c \
  src/job/steps.c \
  src/job/steps_batches.c \
  src/job/steps_log.c \
  src/job/steps_rhythm.c \
  src/job/timed.c \
  src/job/timed.h \
  src/job/traits.c \
  src/job/traits.h \
  src/job/uses.c
