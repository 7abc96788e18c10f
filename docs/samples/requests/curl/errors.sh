# The name of a filter is misspelt. -i shows the status and the headers as well.
curl -s -i -H "Authorization: Bearer $KEY" "$BASE/orders?state=pending"
