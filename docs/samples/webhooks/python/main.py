"""Verifies a delivery that was saved to files:
ANDEN_WEBHOOK_SECRETS=whsec_… python3 main.py headers.txt body.json
"""
import json
import os
import sys
from pathlib import Path

from verify_webhook import SignatureError, verify_webhook

secrets = [secret for secret in os.environ.get("ANDEN_WEBHOOK_SECRETS", "").split(",") if secret]
signature = None
for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
    name, _, value = line.partition(":")
    if name.lower() == "service-signature":
        signature = value
body = Path(sys.argv[2]).read_bytes()

try:
    verify_webhook(signature, body, secrets)
except SignatureError as error:
    print("invalid", error)
    sys.exit(1)
event = json.loads(body)
print("valid", event["type"], event["id"])
