# Sends a body slowly, with Python's own HTTP client, and prints the status of the response.
# Arguments: URL, number of pieces, bytes per piece, seconds between two of them, headers as JSON.
import json, sys, time, urllib.error, urllib.request

url, pieces, size, pause, headers = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), json.loads(sys.argv[5])


def body():
    for _ in range(pieces):
        yield b"0" * size
        time.sleep(pause)


headers["Content-Length"] = str(pieces * size)
try:
    with urllib.request.urlopen(urllib.request.Request(url, data=body(), headers=headers, method="POST")) as response:
        print(response.status)
except urllib.error.HTTPError as refusal:
    print(refusal.code, json.load(refusal)["type"])
