# SPDX-License-Identifier: GPL-3.0-or-later
# job arrays with a real Slurm of the test's own
SH_TESTS += tests/slurm/matrix.sh tests/slurm/quotes.sh
EXTRA_DIST += tests/slurm/start
