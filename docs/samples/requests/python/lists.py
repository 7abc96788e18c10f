import shutil

from anden import call, send


def rows(path, **filters):
    while True:
        page = call("GET", path, **filters)
        yield from page["data"]
        if not page["has_more"]:
            return
        filters["cursor"] = page["next_cursor"]


for order in rows("/orders", status="pending,approved"):
    print(order["order_number"], order["status"])

# All rows as one file: it ends without an error only if it is complete.
with send("GET", "/orders.csv", query={"from": "2026-01-01T00:00:00Z"}) as csv, open("orders.csv", "wb") as file:
    shutil.copyfileobj(csv, file)
