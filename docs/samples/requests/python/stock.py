from anden import call

for row in call("GET", "/stock", min_quantity=1)["data"]:
    print(row["products"]["sku"], row["available_quantity"])

for lot in call("GET", "/stock/lots", expiring_before="2027-06-30")["data"]:
    print(lot["lot_number"], lot["expiry_date"], lot["quantity"])
