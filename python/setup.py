"""The version is that of fidlio.h, which the package contains."""

import re
from pathlib import Path

from setuptools import setup

header = Path(__file__).with_name("fidlio").joinpath("fidlio.h").read_text(encoding="utf-8")
setup(version=".".join(re.findall(r"#define FID_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header)))
