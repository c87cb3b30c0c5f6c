# The vocabulary: resources, groups, windows, facets, quantities.
noinst_LTLIBRARIES += libmodel.la
libmodel_la_SOURCES = \
  src/model/facets.h \
  src/model/model.c \
  src/model/resources.h \
  src/model/windows.h
