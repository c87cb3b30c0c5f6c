#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Our scripts give shellcheck nothing to warn of.
. "$srcdir/tests/tap.sh"

command -v shellcheck >/dev/null || skip_all "shellcheck is not installed"

cd "$srcdir" || exit 99
for file in .ci/run scripts/* scripts/dev/* scripts/dev/completion/* tests/*.sh tests/*/*.sh; do
    [ -f "$file" ] || continue
    case $file:$(head -n 1 "$file") in
    *.bash:* | *'#!'*bash) shell='bash' ;;
    *.sh:* | *'#!'*/sh) shell='sh' ;;
    *) continue ;;
    esac
    # warnings and errors; what a sourced file defines or uses is not seen
    ok "$file" shellcheck -s "$shell" -S warning -e SC1090,SC1091,SC2034,SC2154 "$file"
done
cat >"$tmp/bad.sh" <<'END'
#!/bin/sh
cd /nowhere
rm -rf $1/*
END
exits 1 "a careless script is found" shellcheck -S warning "$tmp/bad.sh"
tap_done
