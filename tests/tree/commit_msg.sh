#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/dev/commit-msg: which messages of commits it refuses, and that scripts/bootstrap makes it a hook
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

check () # check WHAT STATUS REASON LINE...: the message of these lines
{
    what=$1 status=$2 reason=$3
    shift 3
    printf '%s\n' "$@" >"$tmp/message"
    "$srcdir/scripts/dev/commit-msg" "$tmp/message" >"$tmp/out" 2>&1
    is "$?" "$status" "$what: status $status"
    like "$(cat "$tmp/out")" "$reason" "  and the reason"
}
seventy_two=$(printf '%072d' 0)
why='Problem: clocks of twelve hours were refused.'
check "a good message" 0 '^$' "readers/mpstat: accept 12-hour clocks" "" "$why" "" "They are read."
check "72 characters" 0 '^$' "$seventy_two" "" "$why"
check "73 characters" 1 '73 characters' "x$seventy_two" "" "$why"
check "72 characters of two bytes each" 0 '^$' "$(echo "$seventy_two" | sed 's/0/ä/g')" "" "$why"
check "no problem" 1 'no paragraph begins with "Problem:"' "readers: more" "" "More clocks."
check "a problem without words" 1 'no paragraph' "readers: more" "" "Problem: "
check "a problem inside a paragraph" 1 'no paragraph' "readers: more" "" "It was a" "Problem: really"
check "a problem in the subject" 1 'no paragraph' "Problem: none"
check "a subject of two lines" 1 'is not blank' "readers:" "more" "" "$why"
check "nothing" 1 'there is no message' "" "# a comment"
check "a problem in a comment" 1 'no paragraph' "readers: more" "" "#" "#Problem: none"
check "a problem in the changes shown" 1 'no paragraph' "readers: more" \
    "# ------------------------ >8 ------------------------" "" "$why"
check "a merge" 0 '^$' "Merge branch 'x'"
check "a fixup" 0 '^$' "fixup! readers: more"
check "comments before the subject" 0 '^$' "# a comment" "" "readers: more" "" "$why"

"$srcdir/scripts/dev/commit-msg" "$tmp/none" 2>"$tmp/out"
is "$?" 2 "no file: status 2"

command -v git >/dev/null || skip_all "git is missing"
mkdir -p "$tmp/tree/scripts/dev" "$tmp/bin"
cp "$srcdir/scripts/bootstrap" "$tmp/tree/scripts"
cp "$srcdir/scripts/dev/commit-msg" "$tmp/tree/scripts/dev"
printf '#!/bin/sh\n' >"$tmp/bin/autoreconf"
chmod +x "$tmp/bin/autoreconf"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_CEILING_DIRECTORIES="$tmp"
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
commit () # commit LINE...: whether git takes the message
{
    git -C "$tmp/tree" -c user.name=x -c user.email=x@example.org commit -q --allow-empty \
        -m "$1" ${2:+-m "$2"} >"$tmp/out" 2>&1
}
ok "scripts/bootstrap works without git's folder" env PATH="$tmp/bin:$PATH" "$tmp/tree/scripts/bootstrap"
git -C "$tmp/tree" init -q
ok "and with it" env PATH="$tmp/bin:$PATH" "$tmp/tree/scripts/bootstrap"
commit "more"
is "$?" 1 "then git refuses a message"
ok "takes another" commit "more" "$why"
echo '#!/bin/sh' >"$tmp/tree/.git/hooks/commit-msg"
ok "again" env PATH="$tmp/bin:$PATH" "$tmp/tree/scripts/bootstrap"
is "$(cat "$tmp/tree/.git/hooks/commit-msg")" '#!/bin/sh' "a hook that is there stays"
rm -r "$tmp/tree/.git/hooks" && : >"$tmp/tree/.git/hooks"
ok "hooks that cannot be written do not stop it" env PATH="$tmp/bin:$PATH" "$tmp/tree/scripts/bootstrap"
tap_done
