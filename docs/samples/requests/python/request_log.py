from anden import call

for row in call("GET", "/requests", limit=5)["data"]:
    kind = row["problem"]["type"] if row["problem"] else ""
    print(row["status"], row["method"], row["path"], kind, row["request_id"])
