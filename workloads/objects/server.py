#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""server - objects below a folder over HTTP, as an S3 store serves them, with a log of its requests

    server.py FOLDER LOG

GET (whole or with a Range), HEAD and PUT of /BUCKET/KEY, which is the file FOLDER/KEY; nothing is signed.
A line of LOG is what `mc admin trace --json` prints of a request to MinIO.  The first line of standard
output is the server's address; it serves until it is killed.
"""
import datetime
import http.server
import json
import os
import re
import sys
import threading
import time

APIS = {"GET": "s3.GetObject", "HEAD": "s3.HeadObject", "PUT": "s3.PutObject"}


class Requests(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    folder, log, lock = "", None, threading.Lock()

    def file_of(self):
        """The file of a key; None outside of the folder."""
        key = self.path.lstrip("/").partition("/")[2]
        path = os.path.realpath(os.path.join(self.folder, key))
        return path if path.startswith(self.folder + "/") else None

    def answer(self, status, body=b"", more=()):
        self.send_response(status)
        for name, value in more:
            self.send_header(name, value)
        if "Content-Length" not in dict(more):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        return status, len(body)

    def read(self):
        path = self.file_of()
        if not path or not os.path.isfile(path):
            return self.answer(404)
        size = os.path.getsize(path)
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        first = int(wanted[1]) if wanted else 0
        last = min(int(wanted[2]) if wanted and wanted[2] else size - 1, size - 1)
        if self.command == "HEAD":
            return self.answer(200, more=[("Content-Length", str(size))])[0], 0
        if wanted and first > last:
            return self.answer(416)
        with open(path, "rb") as f:
            f.seek(first)
            body = f.read(last - first + 1)
        more = [("Content-Range", "bytes %d-%d/%d" % (first, last, size))] if wanted else []
        return self.answer(206 if wanted else 200, body, more)

    def write(self):
        path, size = self.file_of(), int(self.headers.get("Content-Length", "0"))
        body = self.rfile.read(size)
        if not path:
            return self.answer(403)[0], 0
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(body)
        return self.answer(200)[0], 0

    def serve(self):
        begin = time.time_ns()
        status, sent = self.write() if self.command == "PUT" else self.read()
        end, received = time.time_ns(), int(self.headers.get("Content-Length", "0"))
        at = datetime.datetime.fromtimestamp(begin // 10**9, datetime.timezone.utc)
        line = json.dumps({
            "time": "%s.%09dZ" % (at.strftime("%Y-%m-%dT%H:%M:%S"), begin % 10**9),
            "callStats": {"rx": received, "tx": sent, "duration": end - begin}, "api": APIS[self.command],
            "path": self.path, "statusCode": status, "type": "S3"}, separators=(",", ":"))
        with self.lock:
            self.log.write(line + "\n")
            self.log.flush()

    do_GET = do_HEAD = do_PUT = serve

    def log_message(self, *_):
        """The log has the requests."""


def main():
    Requests.folder = os.path.realpath(sys.argv[1])
    with open(sys.argv[2], "w", encoding="utf-8") as Requests.log:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Requests)
        server.daemon_threads = True
        print("127.0.0.1:%d" % server.server_port, flush=True)
        server.serve_forever()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("server.py: a folder and a log, please")
    main()
