import os
import time
from urllib.error import URLError

from anden import Problem, call

# The number of the order in your own system: store it before the first attempt.
own_number = os.environ.get("NUMBER", "web-1001")
order = {
    "destinatario_id": os.environ["DESTINATARIO"],
    "items": [{"product_id": os.environ["PRODUCT"], "quantity": 1}],
}


def place(attempts=5):
    for attempt in range(1, attempts + 1):
        wait = 2**attempt
        try:
            return call("POST", "/orders", order, {"Idempotency-Key": own_number})
        except Problem as problem:
            if problem.status not in (429, 500, 503) or attempt == attempts:
                raise
            wait = int(problem.headers.get("Retry-After", wait))
        except (URLError, ConnectionError, TimeoutError):
            if attempt == attempts:
                raise
        time.sleep(wait)


print(place()["order_number"])
print(place()["order_number"])  # the same order
