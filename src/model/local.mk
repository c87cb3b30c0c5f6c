# SPDX-License-Identifier: GPL-3.0-or-later
# The vocabulary: resources, groups, windows, facets, quantities, units, outcomes, settings.
noinst_LTLIBRARIES += libmodel.la
libmodel_la_SOURCES = \
  src/model/agree.c \
  src/model/agree.h \
  src/model/dlio_config.c \
  src/model/dlio_config.h \
  src/model/facets.h \
  src/model/model.c \
  src/model/names.h \
  src/model/outcomes.h \
  src/model/per.h \
  src/model/profile.c \
  src/model/profile.h \
  src/model/resources.h \
  src/model/roles.h \
  src/model/similarity.h \
  src/model/settings.h \
  src/model/storage_keys.h \
  src/model/units.h \
  src/model/windows.h
nodist_libmodel_la_SOURCES = src/model/profiles.inc
