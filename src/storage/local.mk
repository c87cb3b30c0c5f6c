# SPDX-License-Identifier: GPL-3.0-or-later
# A job on a storage: how long it takes there, and how far a benchmark's answer is off.
noinst_LTLIBRARIES += libstorage.la
libstorage_la_SOURCES = \
  src/storage/answer.c \
  src/storage/answer.h \
  src/storage/answer_doubts.c \
  src/storage/answer_error.c \
  src/storage/answer_priv.h \
  src/storage/answer_remarks.def \
  src/storage/answer_verdict.c \
  src/storage/changes.c \
  src/storage/changes.h \
  src/storage/demand.c \
  src/storage/demand.h \
  src/storage/margins.h \
  src/storage/storage.c \
  src/storage/storage.h \
  src/storage/submission.c \
  src/storage/submission.h \
  src/storage/times.c \
  src/storage/times.h \
  src/storage/timing.c
nodist_libstorage_la_SOURCES = src/storage/storages.inc

# shipped storages are built in, and installed to be copied
STORAGES = profiles/storage/local-nvme.conf profiles/storage/sata-ssd.conf \
  profiles/storage/disk.conf profiles/storage/nfs.conf profiles/storage/lustre.conf \
  profiles/storage/object-store.conf
storagesdir = $(pkgdatadir)/profiles/storage
dist_storages_DATA = $(STORAGES)
BUILT_SOURCES += src/storage/storages.inc
CLEANFILES += src/storage/storages.inc

src/storage/storages.inc: $(STORAGES)
	@$(MKDIR_P) src/storage
	$(AM_V_GEN)for f in $(STORAGES); do b=$${f##*/}; echo "FID_SHIPPED_STORAGE (\"$${b%.conf}\","; \
	  sed -e 's/[\\"]/\\&/g' -e 's/.*/  "&\\n"/' $(srcdir)/$$f; echo ")"; done >$@.tmp && mv $@.tmp $@
src/storage/storage.lo: src/storage/storages.inc
