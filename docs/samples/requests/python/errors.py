import os
import uuid

from anden import Problem, call


def place(quantity):
    order = {
        "destinatario_id": os.environ["DESTINATARIO"],
        "items": [{"product_id": os.environ["PRODUCT"], "quantity": quantity}],
    }
    try:
        return call("POST", "/orders", order, {"Idempotency-Key": str(uuid.uuid4())})
    except Problem as problem:
        if problem.body["type"].endswith("/orders/insufficient-stock"):
            for shortage in problem.body["shortages"]:
                print(f"{shortage['requested']} requested, {shortage['available']} available")
        elif "errors" in problem.body:
            for fault in problem.body["errors"]:
                print(fault["pointer"], fault["detail"])
        else:
            raise


place(-1)
place(1_000_000)
