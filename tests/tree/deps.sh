#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/install-deps-deb.sh asks for what is missing, and only if it may.
. "$srcdir/tests/tap.sh"

# fake NAME TEXT: a program on PATH
fake ()
{
    printf '#!/bin/sh\n%s\n' "$2" >"$tmp/bin/$1"
    chmod +x "$tmp/bin/$1"
}
mkdir "$tmp/bin"
ln -s "$(command -v sh)" "$(command -v env)" "$(command -v cat)" "$tmp/bin"
install_deps ()
{
    : >"$tmp/asked"
    status=0
    out=$(PATH=$tmp/bin "$srcdir/scripts/install-deps-deb.sh" 2>"$tmp/err") || status=$?
}
fake apt-get "echo \"\$DEBIAN_FRONTEND \$*\" >>'$tmp/asked'"
fake id "echo 0"

fake dpkg-query 'echo "installed "'
install_deps
is "$status $out$(cat "$tmp/asked")" "0 " "nothing missing, nothing asked for"

fake dpkg-query 'case "$*" in *gsl* | *mandoc*) echo "config-files "; exit 1 ;; *) echo "installed " ;; esac'
install_deps
is "$status" 0 "root installs"
like "$(cat "$tmp/asked")" '^noninteractive .* update$' "with fresh lists"
like "$(cat "$tmp/asked")" '^noninteractive .*-y .*install .*--no-install-recommends libgsl-dev mandoc$' \
    "what is missing, nothing else"

fake apt-get "case \"\$*\" in *update*) exit 100 ;; esac; echo \"\$*\" >>'$tmp/asked'"
install_deps
is "$status" 0 "lists that cannot be had do not end it"
fake apt-get "echo \"\$*\" >>'$tmp/asked'; exit 100"
install_deps
is "$status" 100 "a failing installation does"

fake id "echo 1000"
install_deps
is "$status $out" "1 apt-get install -y --no-install-recommends libgsl-dev mandoc" "no root, no sudo: the command to type"
is "$(cat "$tmp/asked")" "" "and nothing is tried"
fake sudo '[ "$1" = -n ] || exit 1; shift; exec "$@"'
fake true ''
fake apt-get "echo \"\$DEBIAN_FRONTEND \$*\" >>'$tmp/asked'"
install_deps
like "$(cat "$tmp/asked")" '^noninteractive .*libgsl-dev mandoc$' "sudo without a password will do"
fake sudo 'exit 1'
install_deps
is "$status$(cat "$tmp/asked")" 1 "sudo with one will not"

fake id "echo 0"
fake dpkg-query 'case "$*" in *chromium* | *nodejs* | *npm*) echo "not-installed "; exit 1 ;; *) echo "installed " ;; esac'
fake apt-get "echo \"\$*\" >>'$tmp/asked'"
install_deps
like "$(cat "$tmp/asked")" '--no-install-recommends chromium nodejs npm$' "a browser and what drives it"
fake node ''
install_deps
like "$(cat "$tmp/asked")" '--no-install-recommends chromium$' "a node that is there is left alone"
fake apt-get 'case "$*" in *install*) exit 100 ;; esac'
install_deps
is "$status" 0 "a browser that cannot be had does not end it"
like "$(cat "$tmp/err")" 'tests will be skipped' "but is said"

rm "$tmp/bin/apt-get"
install_deps
is "$status" 1 "no Debian"
like "$(cat "$tmp/err")" 'libgsl-dev' "gets the list to go by"
tap_done
