#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the verdict must say of recorded runs and of runs with a known change; verdict.py prints TAP.
. "$srcdir/tests/tap.sh"
command -v python3 >/dev/null || skip_all "python3 is not installed"
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$srcdir/tests/validate"
exec python3 "$srcdir/tests/validate/verdict.py" "$srcdir" "$FIDLIO" "$tmp"
