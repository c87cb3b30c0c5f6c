# What an application does: one model, found in a run or made from a configuration.
noinst_LTLIBRARIES += libjob.la
libjob_la_SOURCES = \
  src/job/io.c \
  src/job/io.h \
  src/job/io_priv.h \
  src/job/job.c \
  src/job/job.h \
  src/job/layout.c \
  src/job/layout.h \
  src/job/uses.c
