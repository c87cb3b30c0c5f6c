#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What may not be said of runs with something missing or wrong: the rows of table.py.
: "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${builddir:=$srcdir/build}"
: "${FIDLIO:=$builddir/fidlio}"
tmp=$(mktemp -d "${TMPDIR:-/tmp}/fidlio-test.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
python3 "$srcdir/tests/judgement/judge.py" "$FIDLIO" "$srcdir/tests/data/runs" \
    "$srcdir/../shared/data/runs" "$tmp" "$@"
