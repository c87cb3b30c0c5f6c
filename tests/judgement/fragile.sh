#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What may hardly change how alike two runs are: fragile.py.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"
python3 "$srcdir/tests/judgement/fragile.py" "$FIDLIO" "$srcdir/tests/data/runs" "$tmp" "$@"
