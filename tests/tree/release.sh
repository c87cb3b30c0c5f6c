#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/dev/release refuses what is no release; scripts/dev/sbom lists what it is made of.
. "$srcdir/tests/tap.sh"
command -v git >/dev/null && command -v python3 >/dev/null || skip_all "git or python3 is missing"

tree=$tmp/tree
mkdir "$tree" && cp -r "$srcdir/scripts" "$srcdir/debian" "$srcdir/third_party" "$tree" && mkdir "$tree/src" && cp "$srcdir/src/fidlio.h" "$tree/src"
commit () { git -C "$tree" add -A && git -C "$tree" -c user.name=a -c user.email=a@b commit -q -m x --date 2026-01-02T03:04:05Z; }
git -C "$tree" init -q
version=$("$tree/scripts/dev/version")
printf '%s (unreleased)\n' "$version" >"$tree/NEWS"
commit
exits 2 "without a folder" "$tree/scripts/dev/release"
like "$("$tree/scripts/dev/release" "$tmp/out" 2>&1)" "NEWS does not say when $version was released" "a version without a date"
printf '%s (2026-01-02)\n' "$version" >"$tree/NEWS"
like "$("$tree/scripts/dev/release" "$tmp/out" 2>&1)" "not committed:.*NEWS" "something that is not committed"
commit
like "$("$tree/scripts/dev/release" --key nobody@example "$tmp/out" 2>&1)" "no secret key nobody@example" "a key that is not there"
mkdir "$tmp/out"
like "$("$tree/scripts/dev/release" "$tmp/out" 2>&1)" "is there already" "a folder that is there"

if command -v dpkg-query >/dev/null; then
    python3 "$tree/scripts/dev/sbom" "$version" >"$tmp/one.json"
    python3 "$tree/scripts/dev/sbom" "$version" >"$tmp/two.json"
    ok "the same bill of materials twice" cmp "$tmp/one.json" "$tmp/two.json"
    is "$(python3 - "$tmp/one.json" <<'END'
import json, sys
bill = json.load(open(sys.argv[1]))
names = {p["name"] for p in bill["packages"]}
ids = {p["SPDXID"] for p in bill["packages"]} | {bill["SPDXID"]}
print(bill["spdxVersion"], {"fidlio", "libfftw3-dev", "uplot/uPlot.iife.min.js"} <= names,
      all({r["spdxElementId"], r["relatedSpdxElement"]} <= ids for r in bill["relationships"]))
END
    )" "SPDX-2.3 True True" "it has libraries and what is vendored, and relates what it has"
else
    skip "the bill of materials" "no dpkg"
fi
tap_done
