import os
import uuid

from anden import call

found = call("GET", "/destinatarios", name="Bar Zonda")["data"]
recipient = found[0] if found else call("POST", "/destinatarios", {"name": "Bar Zonda", "address": "Colón 50"})

order = call(
    "POST",
    "/orders",
    {
        "destinatario_id": recipient["id"],
        "reference": "OC-2026-0117",
        "items": [{"sku": os.environ["SKU"], "quantity": 2}],
    },
    {"Idempotency-Key": str(uuid.uuid4())},
)
print(order["reference"], order["status"])
if order["duplicate_of"]:
    print("the reference is used already")

cancelled = call("PATCH", f"/orders/{order['id']}", {"action": "cancel", "reason": "Pedido de prueba"})
print(cancelled["reference"], cancelled["status"])
