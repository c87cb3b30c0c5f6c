#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A sample of scripts/dev/torture: errors of the system, kills, losses of power and odd names, for all
# commands.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/faults/faults.sh"

: "${TORTURE:=--faults 80 --kills 16 --power 16 --changes 19 --names 1}"
# shellcheck disable=SC2086 # options
timeout 300 "$srcdir/scripts/dev/torture" --fidlio "$FIDLIO" --shim "$shim" $TORTURE >"$tmp/out" 2>&1
is "$?" 0 "nothing is found"
sed 's/^/# /' "$tmp/out"
tap_done
