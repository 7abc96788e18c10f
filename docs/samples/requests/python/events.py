from pathlib import Path

from anden import call

stored = Path("cursor.txt")
position = {"cursor": stored.read_text()} if stored.exists() else {}
while True:
    page = call("GET", "/events", order="asc", **position)
    for event in page["data"]:
        print(event["type"], event["id"])
    # Better in your database, in the transaction of your own changes.
    if page["next_cursor"]:
        position = {"cursor": page["next_cursor"]}
        stored.write_text(page["next_cursor"])
    if not page["has_more"]:
        break  # run again a minute later
