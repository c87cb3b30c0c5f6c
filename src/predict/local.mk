# What a configuration of DLIO would do, simulated.
noinst_LTLIBRARIES += libpredict.la
libpredict_la_SOURCES = \
  src/predict/costs.c \
  src/predict/costs.h \
  src/predict/gains.c \
  src/predict/gains.h \
  src/predict/job.c \
  src/predict/job.h \
  src/predict/job_data.c \
  src/predict/predict.c \
  src/predict/predict.h
