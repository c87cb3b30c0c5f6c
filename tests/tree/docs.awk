# SPDX-License-Identifier: GPL-3.0-or-later
# docs.awk - what the shell code and the links of Markdown files are
#
#   awk -v want=links -f docs.awk FILE.md      one link target a line: LINE TARGET
#   awk -v want=blocks -v out=DIR -f docs.awk FILE.md
#       each ```sh block into DIR/N.sh, and one line for each:
#       N LINE run | N LINE skip REASON | 0 LINE error TEXT

BEGIN {
    block_n = 0
}

/^(```|~~~)/ {
    if (!fence) {
        fence = substr($0, 1, 3)
        start = FNR
        if (want == "blocks" && $0 ~ /^```sh[ \t]*$/)
            open_block()
    } else if (substr($0, 1, 3) == fence) {
        if (file)
            close(file)
        fence = file = ""
    } else if (file)
        print >file
    reason = ""
    next
}

fence {
    if (file)
        print >file
    next
}

want == "links" {
    line = $0
    gsub(/`[^`]*`/, "", line)
    while (match(line, /\]\([^) ]+/)) {
        print FNR, substr(line, RSTART + 2, RLENGTH - 2)
        line = substr(line, RSTART + RLENGTH)
    }
    next
}

/^<!-- not run:/ {
    reason = $0
    sub(/^<!-- not run:[ \t]*/, "", reason)
    sub(/[ \t]*-->.*/, "", reason)
    if (reason == "")
        print 0, FNR, "error", "a block that is not run needs a reason"
    next
}

# the comment stands right above its block, but for blank lines
/[^ \t]/ {
    reason = ""
}

END {
    if (fence && want == "blocks")
        print 0, start, "error", "a code block without end"
}

function open_block() {
    block_n++
    if (reason != "") {
        print block_n, FNR, "skip", reason
        return
    }
    file = out "/" block_n ".sh"
    printf "" >file
    print block_n, FNR, "run"
}
