# SPDX-License-Identifier: GPL-3.0-or-later
# The module that the program loads under a launcher of MPI.  mpicc knows how it is linked.
modulesdir = $(libdir)/fidlio
EXTRA_DIST += src/mpi/transport.c src/mpi/transport.h
if HAVE_MPI
modules_DATA = fidlio-mpi.so
CLEANFILES += fidlio-mpi.so
fidlio-mpi.so: src/mpi/transport.c src/mpi/transport.h
	$(AM_V_CCLD)$(MPICC) $(CPPFLAGS) -std=c11 $(HARDEN_CFLAGS) $(CFLAGS) -fPIC -fvisibility=hidden -Wall -Wextra -I'$(srcdir)/src' \
	  $(HARDEN_LDFLAGS) $(LDFLAGS) -shared -o $@ '$(srcdir)/src/mpi/transport.c'
endif
