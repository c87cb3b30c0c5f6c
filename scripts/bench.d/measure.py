# SPDX-License-Identifier: GPL-3.0-or-later
"""measure: what a program used, and programs in turn."""
import os
import subprocess
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Use:
    """One run of a program that must succeed: seconds by the clock and of processors,
    peak memory in MiB."""

    def __init__(self, argv):
        start = time.monotonic()
        child = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        text = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        if status:
            sys.exit("%s: %s: status %d\n%s" % (os.path.basename(sys.argv[0]), " ".join(argv),
                                               os.waitstatus_to_exitcode(status), text.decode()))
        self.wall_s = time.monotonic() - start
        self.cpu_s = usage.ru_utime + usage.ru_stime
        self.peak_mib = usage.ru_maxrss / 1024


def rounds(commands, round_n, before=None):
    """{name: [Use]}: all commands once in each round, so that what else the machine does
    falls on all of them; one round before to warm up.  before(name) is called first."""
    uses = {name: [] for name in commands}
    for k in range(round_n + 1):
        for name, argv in commands.items():
            if before:
                before(name)
            use = Use(argv)
            if k:
                uses[name].append(use)
    return uses


def size(path):
    """Bytes in a folder's files."""
    return sum(os.path.getsize(os.path.join(path, name)) for name in os.listdir(path))


def make_trace(where, events, duration, *flags):
    """A synthetic run (scripts/dev/make-trace)."""
    subprocess.run([os.path.join(TOP, "scripts", "dev", "make-trace"), "--events", str(events),
                    "--duration", str(duration), *flags, where], check=True)
