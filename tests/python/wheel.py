# SPDX-License-Identifier: GPL-3.0-or-later
"""wheel.py WHEEL: "ok" if the libraries of the wheel need nothing but each other and glibc, ask for
no newer glibc than its name says, and are those that the installed package loads."""
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

GLIBC = re.compile(r"(libc|libm|libdl|librt|libpthread|ld-linux[\w-]*)\.so\.\d+$")

with tempfile.TemporaryDirectory() as place:
    zipfile.ZipFile(sys.argv[1]).extractall(place)
    libs = {p.name: p for p in Path(place).glob("fidlio/libs/*.so*")}
    bad = []
    asked = []
    for name, path in libs.items():
        dump = subprocess.run(["objdump", "-p", path], check=True, capture_output=True, text=True).stdout
        bad += [f"{name} needs {n}" for n in re.findall(r"NEEDED +(\S+)", dump) if n not in libs and not GLIBC.match(n)]
        asked += [tuple(map(int, v)) for v in re.findall(r"GLIBC_(\d+)\.(\d+)", dump)]
        if re.search(r"(RPATH|RUNPATH) +(?!\$ORIGIN)", dump):
            bad.append(f"{name} has a path of the machine it was built on")
    named = tuple(map(int, re.search(r"manylinux_(\d+)_(\d+)_", sys.argv[1]).groups()))
    if "libfidlio.so.0" not in libs or len(libs) < 6:
        bad.append(f"only {sorted(libs)}")
    if max(asked) > named:
        bad.append(f"glibc {max(asked)} is asked for")

import fidlio  # noqa: E402

own = str(Path(fidlio.__file__).parent / "libs")
loaded = {line.split(maxsplit=5)[5].strip() for line in Path("/proc/self/maps").read_text().splitlines() if "/" in line}
for path in loaded:
    if Path(path).name.split(".so")[0] in {n.split(".so")[0] for n in libs} and not path.startswith(own):
        if not re.match(r"lib(z|lzma)\.", Path(path).name):  # Python itself may have loaded these before
            bad.append(f"{path} is loaded")
text = fidlio.answer("tests/data/pfw/real", "tests/data/pfw/dlio", storage="nfs").summary
if text.error is None:
    bad.append("no answer")
print("\n".join(bad) or "ok")
