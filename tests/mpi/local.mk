# processes of an MPI job, with real libraries and launchers
SH_TESTS += tests/mpi/matrix.sh
