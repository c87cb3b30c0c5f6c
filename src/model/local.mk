# The vocabulary: resources, groups, windows, facets, quantities, units, outcomes.
noinst_LTLIBRARIES += libmodel.la
libmodel_la_SOURCES = \
  src/model/facets.h \
  src/model/model.c \
  src/model/outcomes.h \
  src/model/resources.h \
  src/model/units.h \
  src/model/windows.h
