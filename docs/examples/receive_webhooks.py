#!/usr/bin/env python3
"""Receives webhooks of Plumbline: verifies each message, stores it in a file, responds, and only then processes it.

    PLUMBLINE_WEBHOOK_SECRET=whsec_... PLUMBLINE_TOKEN=plb_... python3 receive_webhooks.py

PLUMBLINE_WEBHOOK_SECRET is one secret, or several separated by spaces, such as the new and the old one. PLUMBLINE_URL
is the base of the URLs in messages (http://127.0.0.1:3000). The program listens on PORT (8080) of 127.0.0.1, and stores
messages in the file INBOX (webhooks.db). After a restart it continues where it stopped. It needs Python 3.9 or later
and only its standard library. docs/receiving-webhooks.md explains it.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import sqlite3
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SERVICE = os.environ.get("PLUMBLINE_URL", "http://127.0.0.1:3000").rstrip("/")
TOKEN = os.environ.get("PLUMBLINE_TOKEN", "")
SECRETS = os.environ.get("PLUMBLINE_WEBHOOK_SECRET", "").split()
TOLERANCE = 300
LARGEST_BODY = 1_048_576
PAUSE_AFTER_FAILURE = 5


class Untrusted(Exception):
    """The request is not from Plumbline, or is too old."""


def key_of(secret):
    if not secret.startswith("whsec_"):
        raise ValueError("A secret begins with whsec_.")
    return base64.b64decode(secret[len("whsec_") :], validate=True)


def verify(headers, body, keys):
    """Returns the message, if its signature matches one of the keys and it was sent within five minutes of now.

    The body is the bytes as received, before anything parses them.
    """
    message_id, sent, signatures = (headers.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not (message_id and sent and signatures):
        raise Untrusted("a header is missing")
    if not re.fullmatch("0|[1-9][0-9]{0,14}", sent):
        raise Untrusted("the timestamp is not a number")
    if abs(int(time.time()) - int(sent)) > TOLERANCE:
        raise Untrusted("the timestamp is more than five minutes off")
    signed = f"{message_id}.{sent}.".encode() + body
    for key in keys:
        expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        # In constant time, so that an attacker cannot guess the signature piece by piece.
        if any(hmac.compare_digest(expected, given.encode()) for given in signatures.split(" ")):
            return json.loads(body)
    raise Untrusted("no signature matches")


class Inbox:
    """Stores received messages on disk, each once. Plumbline does not send a message again after a 2xx response."""

    def __init__(self, file):
        self.file = file
        with self.open() as database:
            database.execute(
                "create table if not exists messages (webhook_id text primary key, body text not null, "
                "tries integer not null default 0, is_done integer not null default 0)"
            )

    @contextmanager
    def open(self):
        database = sqlite3.connect(self.file)
        try:
            with database:
                yield database
        finally:
            database.close()

    def add(self, webhook_id, body):
        """Stores a message. Ignores a duplicate, which may be processed already."""
        with self.open() as database:
            database.execute("insert or ignore into messages (webhook_id, body) values (?, ?)", (webhook_id, body))

    def first(self):
        """The next message to process, failed ones last; None if all are done."""
        with self.open() as database:
            return database.execute(
                "select webhook_id, body from messages where not is_done order by tries, rowid limit 1"
            ).fetchone()

    def done(self, webhook_id):
        with self.open() as database:
            database.execute("update messages set is_done = 1 where webhook_id = ?", (webhook_id,))

    def failed(self, webhook_id):
        with self.open() as database:
            database.execute("update messages set tries = tries + 1 where webhook_id = ?", (webhook_id,))


def record_at(url):
    """The current record; None if it is deleted."""
    if not url.startswith(f"{SERVICE}/"):
        raise ValueError(
            f"{url} does not begin with {SERVICE}, the only address that gets the token. "
            "Set PLUMBLINE_URL to the address at which messages name records."
        )
    call = urllib.request.Request(url, headers={"Authorization": f"Bearer {TOKEN}"})
    try:
        with urllib.request.urlopen(call, timeout=30) as answer:
            return next(iter(json.load(answer).values()))
    except urllib.error.HTTPError as refused:
        if refused.code == 404:
            return None
        raise


def handle(message):
    """Processes a message: put your own work here. It may run twice for a message if the program stops during it."""
    kind, record_id = message["event_type"], message["payload"]["id"]
    if kind == "webhook.test":
        print(f"{kind}: has arrived", flush=True)
        return
    record = record_at(message["payload"]["url"])
    name = "is gone" if record is None else record.get("name") or record.get("title")
    print(f"{kind} {record_id}: {name}", flush=True)


def work(inbox, arrival):
    """Processes one message after the other, forever."""
    while True:
        arrival.clear()
        first = inbox.first()
        if first is None:
            arrival.wait()
            continue
        webhook_id, body = first
        try:
            handle(json.loads(body))
        except Exception as failure:  # Whatever it is, the others have their turn before it is tried again.
            print(f"{webhook_id} later: {failure!r}", file=sys.stderr, flush=True)
            inbox.failed(webhook_id)
            time.sleep(PAUSE_AFTER_FAILURE)
        else:
            inbox.done(webhook_id)


class Receiver(BaseHTTPRequestHandler):
    # The timeout in seconds for a client that sends nothing.
    timeout = 10

    def do_POST(self):
        self.send_response(self.receive())
        self.send_header("Content-Length", "0")
        self.end_headers()

    def receive(self):
        """Stores the message, and returns the status of the response."""
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            return 411
        if int(length) > LARGEST_BODY:
            return 413
        body = self.rfile.read(int(length))
        try:
            message = verify(self.headers, body, self.server.keys)
        except (Untrusted, ValueError) as reason:
            print(f"refused: {reason}", file=sys.stderr, flush=True)
            return 400
        self.server.inbox.add(message["id"], body.decode())
        self.server.arrival.set()
        return 204

    def log_request(self, code="-", size="-"):
        """Turns off the log line of each request."""


def main():
    if not (TOKEN and SECRETS):
        sys.exit(f"Set PLUMBLINE_WEBHOOK_SECRET and PLUMBLINE_TOKEN.\n\n{__doc__}")
    try:
        keys = [key_of(secret) for secret in SECRETS]
    except ValueError as reason:
        sys.exit(f"PLUMBLINE_WEBHOOK_SECRET is not the secret of a webhook: {reason}")
    port = int(os.environ.get("PORT", "8080"))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
    except OSError as reason:
        sys.exit(f"Cannot listen on 127.0.0.1:{port}: {reason.strerror}. Set another PORT.")
    server.keys = keys
    server.inbox = Inbox(os.environ.get("INBOX", "webhooks.db"))
    server.arrival = threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    work(server.inbox, server.arrival)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
