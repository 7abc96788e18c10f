# The number of the order in your own system: store it before the first attempt.
NUMBER=${NUMBER:-web-1001}
curl -s --retry 5 --retry-all-errors -H "Authorization: Bearer $KEY" -H "Idempotency-Key: $NUMBER" \
  -H 'Content-Type: application/json' \
  -d "{\"destinatario_id\":\"$DESTINATARIO\",\"items\":[{\"product_id\":\"$PRODUCT\",\"quantity\":1}]}" \
  "$BASE/orders"
