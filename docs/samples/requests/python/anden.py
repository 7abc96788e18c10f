import json
import os
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ["ANDEN_URL"]  # https://portal.example.com/api/v1/portal
KEY = os.environ["ANDEN_API_KEY"]


class Problem(Exception):
    """An error of the service: `body` is its problem document."""

    def __init__(self, status, headers, body):
        super().__init__(f"{status} {body['title']}: {body['detail']} ({body['request_id']})")
        self.status, self.headers, self.body = status, headers, body


def send(method, path, data=None, headers=None, query=None):
    """Returns the raw answer as a file, or raises Problem."""
    address = URL + path + ("?" + urllib.parse.urlencode(query) if query else "")
    headers = {"Authorization": f"Bearer {KEY}", **(headers or {})}
    try:
        return urllib.request.urlopen(
            urllib.request.Request(address, data, headers, method=method), timeout=30
        )
    except urllib.error.HTTPError as error:
        raise Problem(error.code, error.headers, json.load(error)) from None


def call(method, path, body=None, headers=None, **query):
    """Sends JSON, and returns the JSON of the answer."""
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **(headers or {})}
    with send(method, path, data, headers, query) as answer:
        return json.load(answer)
