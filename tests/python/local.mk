# SPDX-License-Identifier: GPL-3.0-or-later
# the Python package, installed in an environment of its own
SH_TESTS += tests/python/package.sh
EXTRA_DIST += tests/python/api.py tests/python/wheel.py
