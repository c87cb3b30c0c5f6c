# What an application does: one model, found in a run or made from a configuration.
noinst_LTLIBRARIES += libjob.la
libjob_la_SOURCES = \
  src/job/job.c \
  src/job/job.h
