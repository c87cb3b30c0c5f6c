# SPDX-License-Identifier: GPL-3.0-or-later
"""judge - runs the rows of table.py: judge.py FIDLIO RUNS SHARED TMP [PATTERN]; TAP"""
import concurrent.futures
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import edits  # noqa: E402
import table  # noqa: E402

RUN = re.compile(r"^((?:UNET3D|BERT|DLRM)_\w+?_r\d+)(?::([^@]*))?(?:@(\w+))?$")


class Absent(Exception):
    pass


def where(run, folders):
    for folder in folders:
        path = os.path.join(folder, run)
        if os.path.isdir(path):
            return path
    raise Absent(run)


def words(text, folders, tmp, number):
    """The arguments, with the runs that they name made."""
    out = []
    for i, word in enumerate(text.split()):
        m = RUN.match(word)
        if not m:
            out.append(word.replace("TMP", tmp).replace("HERE", os.path.dirname(os.path.abspath(__file__))))
            continue
        path = where(m[1], folders)
        if m[2] or m[3]:
            to = os.path.join(tmp, "%d.%d" % (number, i), m[3] or m[1])
            made = [e.replace("+", " ") for e in (m[2] or "").split(",") if e]
            made = [re.sub(r"^(append\w*)=(-?[0-9]+ )?(\w+)$",
                           lambda x: x[1] + "=" + (x[2] or "") + where(x[3], folders), e)
                    for e in made]
            path = edits.made(path, to, made)
        out.append(path)
    return out


def try_row(number, row, fidlio, folders, tmp):
    name, args, said, never = row
    try:
        command = [fidlio] + words(args, folders, tmp, number)
        command[2:2] = ["-v"] * (command[1] == "compare")  # all that it says
    except Absent as e:
        return "ok %d - %s # SKIP %s is not here" % (number, name, e), True
    got = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         stdin=subprocess.DEVNULL, check=False)
    text = got.stdout.decode("utf-8", "replace")
    flat = re.sub(r"\s+", " ", text)
    wrong = []
    for want in said:
        if want.startswith("STATUS="):
            if got.returncode != int(want[7:]):
                wrong.append("status %d" % got.returncode)
        elif not re.search(want, flat):
            wrong.append("does not say: " + want)
    wrong += ["says: " + re.search(bad, flat)[0] for bad in never if re.search(bad, flat)]
    if got.returncode < 0 or got.returncode == 5:
        wrong.append("status %d" % got.returncode)
    line = "%s %d - %s" % ("not ok" if wrong else "ok", number, name)
    if wrong:
        line += "".join("\n# " + w for w in wrong + [args] + text.split("\n")[:40])
    return line, not wrong


def main():
    fidlio, runs, shared, tmp = sys.argv[1:5]
    pattern = sys.argv[5] if len(sys.argv) > 5 else ""
    rows = [(i + 1, r) for i, r in enumerate(table.rows()) if re.search(pattern, r[0])]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        done = list(pool.map(lambda x: try_row(x[0], x[1], fidlio, [runs, shared], tmp), rows))
    for line, _ in done:
        print(line)
    print("1..%d" % len(rows))
    return 0 if all(good for _, good in done) else 1


if __name__ == "__main__":
    sys.exit(main())
