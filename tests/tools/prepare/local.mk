# SPDX-License-Identifier: GPL-3.0-or-later
# tests of tools/prepare
SH_TESTS += tests/tools/prepare/log.sh tests/tools/prepare/traces.sh tests/tools/prepare/pids.sh
SH_TESTS += tests/tools/prepare/monitors.sh tests/tools/prepare/tree.sh
EXTRA_DIST += tests/tools/prepare/given.sh
