import json
import os
import uuid
from pathlib import Path

from anden import send

name = "purchase-order.pdf"
boundary = uuid.uuid4().hex
head = (
    f"--{boundary}\r\n"
    f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n'
    "Content-Type: application/pdf\r\n\r\n"
)
body = head.encode() + Path(name).read_bytes() + f"\r\n--{boundary}--\r\n".encode()

path = f"/orders/{os.environ['ORDER']}/attachments"
with send("POST", path, body, {"Content-Type": f"multipart/form-data; boundary={boundary}"}) as answer:
    print(json.load(answer)["file_name"])
