# SPDX-License-Identifier: GPL-3.0-or-later
"""':::MLLOG {json}' lines of the shape that mlperf_logging writes, on stdout."""
import json
import os
import sys
import time


class Log:
    """plain: without lines of steps and checkpoints, as most public reference trainings log."""

    def __init__(self, name, plain=False, quiet=False):
        self.name, self.plain, self.quiet = name, plain, quiet

    def _line(self, event_type, key, value, metadata):
        if self.quiet or (self.plain and key.startswith("checkpoint_")):
            return
        caller = sys._getframe(2)
        where = {"file": os.path.basename(caller.f_code.co_filename), "lineno": caller.f_lineno}
        line = {"namespace": "", "time_ms": int(time.time() * 1000), "event_type": event_type,
                "key": key, "value": value, "metadata": {**where, **metadata}}
        sys.stdout.write(":::MLLOG " + json.dumps(line) + "\n")
        sys.stdout.flush()

    def start(self, key, **metadata):
        self._line("INTERVAL_START", key + "_start", None, metadata)

    def stop(self, key, **metadata):
        self._line("INTERVAL_END", key + "_stop", None, metadata)

    def event(self, key, value=None, **metadata):
        self._line("POINT_IN_TIME", key, value, metadata)

    def begin(self, **facts):
        """Before anything is read or made."""
        self.event("submission_benchmark", self.name)
        self.start("init")
        for key, value in facts.items():
            self.event(key, value)

    def run(self):
        self.stop("init")
        self.start("run")

    def end(self):
        self.stop("run", status="success")

    def steps(self, loader, first=0, **where):
        """Batches of loader; what is done with each is a step."""
        before = time.perf_counter_ns()
        for k, batch in enumerate(loader, first):
            loaded = time.perf_counter_ns()
            yield batch
            now = time.perf_counter_ns()
            if not self.plain:
                for key, ns in (("load_batch_mem", loaded - before), ("all_compute", now - loaded),
                                ("step_end", now - before)):
                    self._line("POINT_IN_TIME", key, {"duration": ns}, {**where, "step_num": k})
            before = time.perf_counter_ns()
