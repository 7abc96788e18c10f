"""Uses the client that openapi-python-client makes, against a service that is newer than the client."""

import os
import uuid

from anden_portal_api_client import AuthenticatedClient, Client
from anden_portal_api_client.api.events import list_events
from anden_portal_api_client.api.orders import create_order, list_orders, list_orders_csv
from anden_portal_api_client.api.sign_in import get_options, sign_in
from anden_portal_api_client.models.new_order import NewOrder
from anden_portal_api_client.models.new_order_item import NewOrderItem
from anden_portal_api_client.models.later_event import LaterEvent
from anden_portal_api_client.models.order_created_event import OrderCreatedEvent
from anden_portal_api_client.models.problem import Problem
from anden_portal_api_client.models.sign_in_credentials import SignInCredentials

base_url = f"{os.environ['ANDEN_URL']}/api/v1/portal"
client = AuthenticatedClient(base_url=base_url, token=os.environ["ANDEN_KEY"])

item = NewOrderItem(quantity=1, product_id=uuid.UUID(os.environ["PRODUCT_ID"]))
created = create_order.sync(
    client=client,
    body=NewOrder(destinatario_id=uuid.UUID(os.environ["DESTINATARIO_ID"]), items=[item]),
    idempotency_key=str(uuid.uuid4()),
)
assert created.status == "a_later_status", created
assert created.additional_properties["added_later"] is True

page = list_orders.sync(client=client)
assert page.data[0].status == "a_later_status" and page.data[0].additional_properties["added_later"] is True

rows = list_orders_csv.sync_detailed(client=client)
assert rows.content.decode().startswith("\ufeffid,order_number,"), rows.content[:80]

events = list_events.sync(client=client).data
typed = next(event for event in events if event.type_ == "order.created")
assert isinstance(typed, OrderCreatedEvent), typed
assert typed.data.object_.order_number.startswith("PED-")
assert any(isinstance(event, LaterEvent) and event.type_ == "lot.a_later_type" for event in events), events

anonymous = Client(base_url=base_url)
assert get_options.sync(client=anonymous) is not None
refused = sign_in.sync(client=anonymous, body=SignInCredentials(email="nobody@example.com", password="not the password"))
assert isinstance(refused, Problem) and refused.status in (401, 403), refused
print("ok")
