# SPDX-License-Identifier: GPL-3.0-or-later
# layers.awk - includes that point against the layers, and output outside program, cli and tools
#
#   awk -f layers.awk src/layers FILE...     with paths relative to the source tree
#
# Prints one "FILE:LINE: what is wrong" for each finding; nothing is good news.

NR == FNR { # src/layers: what each folder may include beside itself
    if (split($0, part, / *\| */) > 1 && part[1] != "")
        may[part[1]] = part[2]
    next
}

FNR == 1 {
    layer = layer_of(FILENAME)
    in_comment = 0
}

{
    code = without_comments($0)
    if (code ~ /^[ \t]*#[ \t]*include[ \t]*"/)
        check_include(code)
    else if (layer != "program" && layer != "cli" && layer != "tools")
        check_output(code)
}

# "metrics/dtw.c" and "src/base/span.h" are of metrics and base
function layer_of(path, part) {
    sub(/^\.\//, "", path)
    split(path, part, "/")
    return part[1] == "src" ? (part[3] == "" ? "" : part[2]) : part[1]
}

function complain(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text
}

function check_include(line, name, target, allowed, n, i) {
    name = line
    sub(/^[^"]*"/, "", name)
    sub(/".*/, "", name)
    if (name == "fidlio.h" && layer == "metrics") {
        complain("metrics may not include fidlio.h")
        return
    }
    if (name == "config.h" || name == "fidlio.h")
        return
    if (name ~ /(^|\/)\.\.?\//) {
        complain("\"" name "\" is not named from the top of the tree")
        return
    }
    target = name ~ /\// ? layer_of(name ~ /^(src|metrics)\// ? name : "src/" name) : layer
    if (target == layer)
        return
    if (!(layer in may)) {
        complain("'" layer "' has no line in src/layers")
        return
    }
    n = split(may[layer], allowed, " ")
    for (i = 1; i <= n; i++)
        if (allowed[i] == target)
            return
    complain(layer " may not include " target " (\"" name "\")")
}

# metrics/fft.c stands in for a function of FFTW that does both; children of src/plan/play.c end.
function check_output(line) {
    if (FILENAME ~ /metrics\/fft\.c$/)
        return
    gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
    if (FILENAME ~ /plan\/play\.c$/)
        gsub(/_exit/, "", line)
    if (match(line, /(^|[^A-Za-z0-9_])(printf|vprintf|puts|putchar|perror|exit|_exit|_Exit|quick_exit|abort)[ \t]*\(/))
        complain("only programs print or exit: " trim(substr(line, RSTART, RLENGTH)))
    if (match(line, /(^|[^A-Za-z0-9_])(stdout|stderr)($|[^A-Za-z0-9_])/))
        complain("only programs print: " trim(substr(line, RSTART, RLENGTH)))
}

function trim(s) {
    gsub(/^[^A-Za-z_]+|[^A-Za-z_]+$/, "", s)
    return s
}

# The line without its comments; a string that holds comment signs stays whole.
function without_comments(line, out) {
    out = ""
    while (line != "") {
        if (in_comment) {
            if (!match(line, /\*\//))
                return out
            line = substr(line, RSTART + 2)
            in_comment = 0
        } else if (match(line, /"([^"\\]|\\.)*"|'([^'\\]|\\.)*'|\/\*|\/\//)) {
            out = out substr(line, 1, RSTART - 1)
            if (substr(line, RSTART, 2) == "//")
                return out
            if (substr(line, RSTART, 2) == "/*")
                in_comment = 1
            else
                out = out substr(line, RSTART, RLENGTH)
            line = substr(line, RSTART + RLENGTH)
        } else
            return out line
    }
    return out
}
