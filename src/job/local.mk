# SPDX-License-Identifier: GPL-3.0-or-later
# What an application does: one model, found in a run or made from a configuration.
noinst_LTLIBRARIES += libjob.la
libjob_la_SOURCES = \
  src/job/batches.c \
  src/job/books.c \
  src/job/complete.c \
  src/job/epochs.c \
  src/job/epochs.h \
  src/job/finder.h \
  src/job/io.c \
  src/job/io.h \
  src/job/job.c \
  src/job/job.h \
  src/job/lanes.c \
  src/job/lanes.h \
  src/job/layout.c \
  src/job/layout.h \
  src/job/made_files.c \
  src/job/made_files.h \
  src/job/mend.c \
  src/job/of_config.c \
  src/job/of_config.h \
  src/job/of_run.c \
  src/job/of_run.h \
  src/job/parts.c \
  src/job/stated.c \
  src/job/ranks.c \
  src/job/ranks.h \
  src/job/requests.c \
  src/job/show.c \
  src/job/show.h \
  src/job/steps.c \
  src/job/steps_found.c \
  src/job/traits.h
