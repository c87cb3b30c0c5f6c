# SPDX-License-Identifier: GPL-3.0-or-later
# man-page.awk - see man-page, which calls it

function fail(text)
{
    print "man-page: " text >"/dev/stderr"
    failed = 1
    exit 1
}

# roff that shows the text as it is
function plain(s)
{
    gsub(/\\/, "\\e", s)
    gsub(/-/, "\\-", s)
    return s
}

# code: bold, and a page to see
function bold(s)
{
    if (s ~ /^fidlio [a-z]+/) {
        split(s, word, " ")
        mentioned[word[2]] = 1
    }
    return "\\fB" plain(s) "\\fR"
}

# `x` and `x', *x*, --x: to the end of the line
function inline(s,   out)
{
    out = ""
    while (match(s, /`[^`']+['`]|\*[A-Za-z.][^* ]*\*|(^|[ (])--?[a-zA-Z][a-z-]*/)) {
        out = out plain(substr(s, 1, RSTART - 1))
        piece = substr(s, RSTART, RLENGTH)
        s = substr(s, RSTART + RLENGTH)
        if (piece ~ /^`/)
            out = out bold(substr(piece, 2, length(piece) - 2))
        else if (piece ~ /^\*/)
            out = out "\\fI" plain(substr(piece, 2, length(piece) - 2)) "\\fR"
        else if (piece ~ /^-/)
            out = out bold(piece)
        else
            out = out substr(piece, 1, 1) bold(substr(piece, 2))
    }
    return out plain(s)
}

# a line of text; none begins a request of roff
function line(s)
{
    s = inline(s)
    print (s ~ /^[.']/ ? "\\&" : "") s
}

# A sentence of --help: a paragraph with a full stop
function sentence(s)
{
    gsub(/  +/, " ", s)
    line(s (s ~ /[.?!:]$/ ? "" : "."))
}

# the lines of a section, which are text
function section(key,   n, part, i, gap)
{
    n = split(own[key], part, "\n")
    gap = 0
    for (i = 1; i < n; i++) # each line ends in one
        if (part[i] == "")
            gap = 1
        else {
            if (part[i] ~ /^: /)
                print ".TP"
            else if (gap)
                print ".PP"
            line(part[i] ~ /^: / ? substr(part[i], 3) : part[i])
            gap = 0
        }
}

function examples(   n, part, i)
{
    print ".EX"
    n = split(own["examples"], part, "\n")
    for (i = 1; i < n; i++)
        if (part[i] != "" || i < n - 1)
            print (part[i] ~ /^[.']/ ? "\\&" : "") plain(part[i])
    print ".EE"
}

# "-o, --output=FILE", and what --help and the folder say of it
function option(names, argument, text,   n, part, i, tag, key)
{
    n = split(names, part, ",")
    tag = ""
    for (i = 1; i <= n; i++) {
        tag = tag (i > 1 ? ", " : "") "\\fB" plain(part[i]) "\\fR"
        if (argument != "" && part[i] ~ /^--/)
            tag = tag (argument ~ /^\[/ ? "[=\\fI" plain(substr(argument, 2, length(argument) - 2)) "\\fR]" \
                : "=\\fI" plain(argument) "\\fR")
        if (part[i] ~ /^--/ && key == "")
            key = part[i]
    }
    print ".TP"
    print tag
    sentence(text)
    if (key in own) {
        section(key)
        used[key] = 1
    } else if (key in shared) {
        own[key] = shared[key]
        section(key)
        used[key] = 1
    }
}

function head(   name, i, s)
{
    name = "fidlio" (command == "" ? "" : "-" command)
    print ".\\\" Made by scripts/dev/man-page from --help and doc/man"
    print ".TH " toupper(plain(name)) " 1 " date " \"fidlio " version "\" \"User Commands\""
    print ".SH NAME"
    s = own["name"]
    sub(/\n+$/, "", s)
    print plain(name) " \\- " plain(command == "" ? s : summary[command])
    print ".SH SYNOPSIS"
    for (i = 1; i <= usage_n; i++) {
        if (i > 1)
            print ".br"
        print ".B fidlio" (command == "" ? "" : " " command)
        print "[\\fIOPTION\\fR...] " plain(usage[i])
    }
    print ".SH DESCRIPTION"
    for (i = 1; i <= text_n; i++)
        sentence(text[i])
    if ("description" in own) {
        print ".PP"
        section("description")
    }
}

function see_also(   list, i, n, s, name, page)
{
    s = own["see also"]
    gsub(/\n/, " ", s)
    list = command == "" ? "" : "fidlio(1)"
    for (i = 1; i <= command_n; i++)
        if (commands[i] in mentioned && commands[i] != command)
            list = list (list == "" ? "" : ", ") "fidlio-" commands[i] "(1)"
    list = list (list == "" || s ~ /^ *$/ ? "" : ", ") s
    gsub(/ +$/, "", list)
    n = split(list, page, /, */)
    print ".SH SEE ALSO"
    for (i = 1; i <= n; i++) {
        name = page[i]
        sub(/\(.*/, "", name)
        sub(/^[^(]*/, "", page[i])
        print ".BR " plain(name) " " page[i] (i < n ? "," : "")
    }
}

/^#/ && from != "table" { next }
from != "table" && /^\[.*\]$/ {
    key = substr($0, 2, length($0) - 2)
    if (from == "shared")
        shared[key] = ""
    else {
        if (key in own)
            fail("[" key "] is twice in the text of " (command == "" ? "fidlio" : command))
        own[key] = ""
        order[++order_n] = key
    }
    next
}
from == "shared" { shared[key] = shared[key] $0 "\n"; next }
from == "own" { own[key] = own[key] $0 "\n"; next }
$1 == "usage" { usage[++usage_n] = $2 }
$1 == "text" { text[++text_n] = $2 }
$1 == "command" { commands[++command_n] = $2; summary[$2] = $3 }
$1 == "group" || $1 == "option" { options[++option_n] = $0 }

END {
    if (failed)
        exit 1
    if (command != "" && !(command in summary))
        fail("there is no command " command)
    head()
    if (command == "") {
        print ".SH COMMANDS"
        print "Each has a page of its own."
        for (i = 1; i <= command_n; i++) {
            print ".TP"
            print ".BR fidlio\\-" commands[i] " (1)"
            sentence(summary[commands[i]])
        }
    }
    print ".SH OPTIONS"
    if (command == "")
        print "Every command has these, before or after its name."
    for (i = 1; i <= option_n; i++) {
        split(options[i], f, "\t")
        if (f[1] == "option")
            option(f[2], f[3], f[4])
        else if (i > 1)
            print ".SS " plain(f[2])
    }
    if (command != "" && !("exit status" in own)) {
        print ".SH EXIT STATUS"
        line("0 if all is done; `fidlio`(1) has the others.")
    }
    for (i = 1; i <= order_n; i++) {
        key = order[i]
        if (key ~ /^--/) {
            if (!(key in used))
                fail("fidlio " command " has no option " key)
        } else if (key != "name" && key != "description" && key != "see also") {
            print ".SH " toupper(key)
            if (key == "examples")
                examples()
            else
                section(key)
        }
    }
    see_also()
}
