-- The scope of an Idempotency-Key is owner, method and path on every route. Orders had the client alone, the back
-- office the staff key and the path; all of them were POST.
update idempotency_records
set scope = case
  when strpos(scope, ' ') = 0 then scope || ' POST /api/v1/portal/orders'
  else regexp_replace(scope, '^(\S+) ', '\1 POST ')
end;
