# SPDX-License-Identifier: GPL-3.0-or-later
"""The jobs of this folder, by their names."""
import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def names():
    return sorted(n for n in os.listdir(HERE) if os.path.isfile(os.path.join(HERE, n, "job.py")))


def load(name):
    spec = importlib.util.spec_from_file_location("job_" + name, os.path.join(HERE, name, "job.py"))
    job = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = job  # loader processes find its classes by this name
    spec.loader.exec_module(job)
    return job
