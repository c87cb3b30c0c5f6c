# SPDX-License-Identifier: GPL-3.0-or-later
"""lines - one line of a trace, one line of a log; both can be stamped later"""
import datetime
import re


class Event:
    """One line of a trace; start and length in seconds of the axis."""

    __slots__ = ("end_ns", "line", "start", "length", "size", "pid")

    def __init__(self, end_ns, line, start, length, size, pid):
        self.end_ns, self.line = end_ns, line
        self.start, self.length, self.size, self.pid = start, length, size, pid

    def copy(self):
        return Event(self.end_ns, self.line, self.start, self.length, self.size, self.pid)

    def moved(self, seconds):
        """The event so much later."""
        if not seconds:
            return self
        by_ns = round(seconds * 1e9)
        head, rest = self.line.split(None, 1)
        width = len(self.line) - len(rest) - len(head)
        new = self.copy()
        new.end_ns += by_ns
        new.start += seconds
        new.line = str(new.end_ns) + self.line[len(head):len(head) + width] + rest
        return new


class LogLine:
    """One line of the log; at is None where it has no stamp."""

    __slots__ = ("text", "at", "key", "event", "value", "write")

    def __init__(self, text):
        self.text, self.at, self.key, self.event, self.value = text, None, None, None, None
        self.write = None

    def copy(self):
        new = LogLine(self.text)
        new.at, new.key, new.event, new.value = self.at, self.key, self.event, self.value
        new.write = self.write
        return new

    def move(self, seconds):
        """Stamp the line so much later, rounded to the stamp's resolution."""
        if self.text.startswith(":::MLLOG "):
            by_ns = round(seconds * 1e3) * 1000000
            self.text = re.sub(r'("time_ms": )(\d+)',
                               lambda m: m.group(1) + str(int(m.group(2)) + by_ns // 1000000),
                               self.text, count=1)
        else:
            by_ns = round(seconds * 1e6) * 1000
            m = re.match(r"(\[\w+\] )(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6})", self.text)
            when = datetime.datetime.strptime(m.group(2), "%Y-%m-%dT%H:%M:%S.%f")
            when += datetime.timedelta(microseconds=by_ns // 1000)
            self.text = (m.group(1) + when.strftime("%Y-%m-%dT%H:%M:%S.%f")
                         + self.text[m.end():])
        self.at += by_ns / 1e9
        return by_ns

    def set_duration(self, seconds):
        """Write another duration into a step's line."""
        self.value = {"duration": round(seconds * 1e9)}
        self.text = re.sub(r'("duration": )\d+', r"\g<1>%d" % self.value["duration"], self.text,
                           count=1)


def replace_column(line, column, value):
    """line with one blank-separated column replaced, the rest as it was."""
    spans = [m.span() for m in re.finditer(r"\S+", line)]
    start, end = spans[column]
    return line[:start] + str(value) + line[end:]
