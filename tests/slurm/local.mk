# job arrays with a real Slurm of the test's own
SH_TESTS += tests/slurm/matrix.sh
EXTRA_DIST += tests/slurm/start
