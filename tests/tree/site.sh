#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The documents as a web site: every page is made, links lead somewhere, nothing is loaded.
. "$srcdir/tests/tap.sh"
command -v mkdocs >/dev/null || skip_all "mkdocs is not installed"
site () { python3 "$srcdir/scripts/dev/site" "$@"; }

man=()
[ -f "$builddir/doc/fidlio-compare.1" ] && command -v mandoc >/dev/null && man=(--man "$builddir/doc")
ok "the site is made, and no link leads nowhere" site "${man[@]}" "$tmp/site"
for page in index tutorial answer c-api python-api schemas ${man:+man-fidlio-compare}; do
    ok "it has the page $page" test -s "$tmp/site/$page.html"
done
like "$(cat "$tmp/site/c-api.html")" 'fid_run_open' "functions of fidlio.h"
like "$(cat "$tmp/site/python-api.html")" 'class Result' "classes of Python"
like "$(cat "$tmp/site/schemas.html")" 'answer.worst.scenario' "members of results"
ok "pages can be searched" test -s "$tmp/site/search/search_index.json"
loaded=$(grep -rhoE '<(script|img)[^>]* src="(https?:)?//[^"]*|<link [^>]*href="(https?:)?//[^"]*' "$tmp/site" \
    --include='*.html' | grep -v 'rel="canonical"')
is "$loaded" "" "no page loads anything from elsewhere"

missing=$(grep -rhoE '<script[^>]* src="[^"]*|<img[^>]* src="[^":]*|<link [^>]*rel="stylesheet"[^>]*' "$tmp/site" --include='*.html' |
    sed 's/.*\(src\|href\)="//; s/[?"].*//' | sort -u | while read -r file; do
        case $file in http*:* | '') ;; *) [ -e "$tmp/site/$file" ] || echo "$file" ;; esac
    done)
is "$missing" "" "scripts, styles and pictures that pages load are there"
like "$(cat "$tmp/site/index.html")" 'src="js/jquery-[0-9.]*min.js"' "with what menus need"

# --- that a link can lead nowhere
mkdir "$tmp/tree" && ln -s "$srcdir"/{src,python,NOTES,NEWS,CONTRIBUTING.md,README.md} "$tmp/tree"
cp -r "$srcdir/doc" "$tmp/tree/doc"
echo 'See [there](nowhere.md).' >>"$tmp/tree/doc/glossary.md"
exits 1 "a link to a page that is not there" site --source "$tmp/tree" "$tmp/other"
tap_done
