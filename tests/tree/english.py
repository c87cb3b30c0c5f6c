# SPDX-License-Identifier: GPL-3.0-or-later
"""english.py DIR FILE...: where texts for people have a construction that is read twice

One line a hit: "FILE: two words before, the hit, two words after"; in .def files also sentences of more than
20 words.  Read are the strings of C, JavaScript and Python, the texts of shell scripts, and documents without code.
"""
import ast
import os
import re
import sys

MOST = 20  # words of a sentence in a .def file
RIDDLES = re.compile(
    r"\bwhat (?:is|was|are|were)\b(?![^.!:;]*\?)|\bthose of\b|\bof which\b|(?<!cannot )\b(?:tells?|told)\b"
    r"|(?<!there )\b(?:is|are|was|were) (?:no|none)\b(?! longer| more)|\banother\b|\bothers\b|\bone of them\b"
    r"|\bwhere (?:there (?:is|are)|it (?:is|does|has)|that is|they (?:are|do|have)|this is)\b", re.I)
STRING = r'"((?:[^"\\\n]|\\.)*)"'


def of_c(text):
    """The literals, adjacent ones joined; not of comments and #include."""
    text = re.sub(r"'\\?\"'", " ", re.sub(r"/\*.*?\*/|^ *#include.*?$", " ", text, flags=re.S | re.M))
    found, end = [], 0
    for literal in re.finditer(STRING, text):
        joined = found and re.fullmatch(r"[\s\\]*(PRI\w+)?[\s\\]*", text[end:literal.start()])
        found.append((found.pop() if joined else "") + literal[1])
        end = literal.end()
    return [re.sub(r"\\[nt]", " ", s) for s in found]


def of_python(text):
    """Strings and the help at the head, not what functions say of themselves."""
    tree = ast.parse(text)
    own = {id(n.body[0].value) for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and
           isinstance(n.body[0], ast.Expr)}
    return [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in own]


def of_shell(text):
    here = re.findall(r"<<'?END'?\n(.*?)\nEND\n", text, flags=re.S)
    return here + re.findall(STRING, "\n".join(line for line in text.split("\n") if not line.lstrip().startswith("#")))


def of_document(text):
    """Paragraphs, rows and items, without code; names of checks in the last column of a table stay in the tests."""
    text = re.sub(r"^ *(```|~~~).*?^ *\1 *$", "", text, flags=re.S | re.M)
    text = re.sub(r"\| `[a-z]+/[a-z_]+`: [^|]*\|$", "|", text, flags=re.M)
    return re.split(r"\n\s*\n|\n(?=\s*[-*|#] |\[)", re.sub(r"`[^`]*`", "X", text))


def texts_of(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    if re.search(r"\.(c|h|def|js)$", path):
        return of_c(text)
    if path.endswith((".md", ".txt")):
        return of_document(text)
    return of_python(text) if "python" in text[:30] or path.endswith(".py") else of_shell(text)


def main():
    os.chdir(sys.argv[1])
    for path in sys.argv[2:]:
        for text in texts_of(path):
            text = re.sub(r"\s+", " ", text).strip()
            for hit in RIDDLES.finditer(text):
                before, after = text[:hit.start()].split(" ")[-3:], text[hit.end():].split(" ")[:3]
                print("%s: %s" % (path, " ".join(before) + hit[0] + " ".join(after)))
            for sentence in re.split(r"[.;:?!](?: |$)", text) if path.endswith(".def") else []:
                if len(re.findall(r"\S*\w\S*", sentence)) > MOST:
                    print("%s: long: %s" % (path, sentence.strip()))


main()
