"""Reads the answers of a service that is newer than the models that datamodel-codegen makes."""

import json
import os
import urllib.request

import models


def get(path):
    address = f"{os.environ['ANDEN_URL']}/api/v1/portal{path}"
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {os.environ['ANDEN_KEY']}"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


order = models.OrderPage.model_validate(get("/orders")).data[0]
assert order.status == "a_later_status"
assert models.OrderDetail.model_validate(get(f"/orders/{order.id}")).distribution_order_items
assert models.StockRowPage.model_validate(get("/stock")).data
assert models.Me.model_validate(get("/me")).key

events = [event.root for event in models.EventPage.model_validate(get("/events")).data]
created = next(event for event in events if event.type == "order.created")
assert isinstance(created, models.OrderCreatedEvent), created
assert created.data.object.order_number.startswith("PED-")
assert any(isinstance(event, models.LaterEvent) and event.type == "lot.a_later_type" for event in events), events
print("ok")
