# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the package: a wheel that has the C library and what that needs.

The version is that of fidlio.h, which the package contains.  FIDLIO_LIBRARY names a libfidlio
that is built already; otherwise the tree around this folder is built.  FIDLIO_LIBRARY=system
makes a package for any machine that has the library installed (Debian's python3-fidlio).
"""

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution
from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
SONAME = "libfidlio.so.0"
#: what every Linux has (PEP 600); all else goes into the wheel
SYSTEM = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+))\.so\.\d+$")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True,
                          env={**os.environ, "LC_ALL": "C"}).stdout


def of_system():
    return os.environ.get("FIDLIO_LIBRARY") == "system"


def built(place):
    """The library, built in that folder unless one is named."""
    named = os.environ.get("FIDLIO_LIBRARY")
    if named:
        return Path(named)
    top = HERE.parent
    if not (top / "scripts" / "bootstrap").exists():
        raise SystemExit(f"fidlio: {HERE} is in no source tree: name a libfidlio.so in FIDLIO_LIBRARY")
    place.mkdir(parents=True, exist_ok=True)
    if not (top / "configure").exists():
        subprocess.run([top / "scripts" / "bootstrap"], check=True)
    if not (place / "Makefile").exists():
        subprocess.run([top / "configure", "-q"], check=True, cwd=place)
    subprocess.run(["make", "-s", f"-j{os.cpu_count() or 1}", "libfidlio.la"], check=True, cwd=place)
    return place / ".libs" / SONAME


def needed(library):
    """{name: path} of the libraries that one needs, and those need, without the system's."""
    found = {}
    for name, path in re.findall(r"^\s*(\S+) => (.*?)(?: \(0x[0-9a-f]+\))?$", output("ldd", library), re.M):
        if SYSTEM.match(name):
            continue
        if not path.startswith("/"):
            raise SystemExit(f"fidlio: {library} needs {name}: {path}")
        found[name] = path
    return found


def glibc(libraries):
    """The newest version of glibc that they ask for."""
    asked = re.findall(r"\(GLIBC_(\d+)\.(\d+)", "".join(output("objdump", "-T", p) for p in libraries))
    return max((int(a), int(b)) for a, b in asked)


class Build(build_py):
    def run(self):
        super().run()
        if of_system():
            return
        to = Path(self.build_lib) / "fidlio" / "libs"
        library = built(Path(self.get_finalized_command("build").build_temp).resolve() / "c")
        shutil.rmtree(to, ignore_errors=True)
        to.mkdir(parents=True)
        others = needed(library)
        for name, path in {**others, SONAME: library}.items():
            shutil.copyfile(path, to / name)
            subprocess.run(["strip", "--strip-unneeded", to / name], check=True)
        # what is needed comes before what needs it, and so needs less itself
        order = sorted(others, key=lambda name: len(needed(others[name])))
        (to / "order").write_text("".join(name + "\n" for name in order), encoding="utf-8")


class Wheel(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = of_system()

    def get_tag(self):
        if of_system():
            return super().get_tag()
        libs = Path(self.get_finalized_command("build").build_lib) / "fidlio" / "libs"
        return "py3", "none", "manylinux_%d_%d_%s" % (*glibc(libs.glob("*.so*")), platform.machine())


class Binary(Distribution):
    def has_ext_modules(self):
        return not of_system()


header = HERE.joinpath("fidlio", "fidlio.h").read_text(encoding="utf-8")
setup(version=".".join(re.findall(r"#define FID_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header)),
      cmdclass={"build_py": Build, "bdist_wheel": Wheel}, distclass=Binary)
