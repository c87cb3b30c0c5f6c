# SPDX-License-Identifier: GPL-3.0-or-later
# A job as the list of its reads, and a program that plays it.
noinst_LTLIBRARIES += libplan.la
libplan_la_SOURCES = \
  src/plan/make.c \
  src/plan/of_run.c \
  src/plan/of_run.h \
  src/plan/plan.c \
  src/plan/plan.h \
  src/plan/play.c \
  src/plan/play.h \
  src/plan/played.c \
  src/plan/played.h \
  src/plan/scale.c \
  src/plan/scale.h
