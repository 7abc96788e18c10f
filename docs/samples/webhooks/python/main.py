"""A receiver of webhooks:
ANDEN_WEBHOOK_SECRET=whsec_… python3 main.py

While a rotation overlaps, give both secrets, separated by a comma. PORT is 8080 by default.
"""
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from verify_webhook import SignatureError, verify_webhook

MAX_BODY_BYTES = 4 * 1024 * 1024

secrets = os.environ.get("ANDEN_WEBHOOK_SECRET", "").split(",")
if any(not secret.strip() for secret in secrets):
    sys.exit("ANDEN_WEBHOOK_SECRET is missing")

# Here only until the program ends. Keep the ids in your database, and insert each in the transaction of its work.
handled_ids = set()
lock = threading.Lock()


def handle(event):
    print(event["type"], event["id"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    timeout = 30

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            return self.answer(411, {"error": "Content-Length is missing"})
        if int(length) > MAX_BODY_BYTES:
            return self.answer(413, {"error": "the body is too large"})
        body = self.rfile.read(int(length))
        try:
            verify_webhook(self.headers.get("Service-Signature"), body, secrets)
            event = json.loads(body)
        except SignatureError as error:
            return self.answer(400, {"error": str(error)})
        except ValueError:
            return self.answer(400, {"error": "the body is not JSON"})
        # A test of the endpoint, with made-up data.
        if not event["id"].startswith("evt_test_"):
            with lock:
                if event["id"] not in handled_ids:
                    handle(event)
                    handled_ids.add(event["id"])
        self.answer(200, {"received": event["id"]})

    def do_GET(self):
        self.answer(405, {"error": "webhooks are sent with POST"})

    def answer(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *args):
        """One line per event is enough."""


port = int(os.environ.get("PORT", "8080"))
server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
print(f"Listening on http://127.0.0.1:{port}/hooks", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
