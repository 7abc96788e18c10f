import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300


class SignatureError(Exception):
    pass


def verify_webhook(signature_header, body, secrets, now=None):
    """Raises SignatureError unless the request is a delivery.

    body is the raw one, as bytes. Pass both secrets while a rotation overlaps.
    Flask: request.get_data(); Django: request.body; FastAPI: await request.body().
    """
    # Anybody can sign with an empty secret, such as that of an unset variable.
    if not secrets or any(not secret.strip() for secret in secrets):
        raise ValueError("a signing secret is missing")
    if signature_header is None:
        raise SignatureError("no-header")
    parts = [part.strip() for part in signature_header.split(",")]
    times = [part[2:] for part in parts if part.startswith("t=")]
    signatures = [part[3:] for part in parts if re.fullmatch("v1=[0-9a-f]{64}", part)]
    if len(times) != 1 or not re.fullmatch("0|[1-9][0-9]{0,11}", times[0]) or not signatures:
        raise SignatureError("malformed")

    signed = times[0].encode() + b"." + body
    expected = [hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest() for secret in secrets]
    if not any(hmac.compare_digest(one, given) for one in expected for given in signatures):
        raise SignatureError("no-match")

    age = (int(time.time()) if now is None else now) - int(times[0])
    if age > TOLERANCE_SECONDS:
        raise SignatureError("too-old")
    if age < -TOLERANCE_SECONDS:
        raise SignatureError("too-new")
