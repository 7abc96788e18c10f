curl -s -H "Authorization: Bearer $KEY" -H "Idempotency-Key: order-$(date +%s)-$RANDOM" \
  -H 'Content-Type: application/json' \
  -d "{\"destinatario_id\":\"$DESTINATARIO\",\"reference\":\"OC-2026-0117\",\"items\":[{\"product_id\":\"$PRODUCT\",\"quantity\":1}]}" \
  "$BASE/orders"
