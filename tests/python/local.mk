# SPDX-License-Identifier: GPL-3.0-or-later
# the Python package, installed in an environment of its own; a plan played inside DLIO
SH_TESTS += tests/python/package.sh tests/python/dlio.sh
EXTRA_DIST += tests/python/api.py tests/python/dlio.py tests/python/wheel.py
