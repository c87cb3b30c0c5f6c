# SPDX-License-Identifier: GPL-3.0-or-later
# processes of an MPI job, with real libraries and launchers
SH_TESTS += tests/mpi/matrix.sh
