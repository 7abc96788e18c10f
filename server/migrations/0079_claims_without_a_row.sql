-- A request that waits for an answer of the database claimed its Idempotency-Key by a record without a response, and added that
-- later: two versions of a row and of its index entries. Now it claims the key by a lock, and inserts the record when it has the
-- response.

-- Fails as inserting the record would, if there is one. In the function, the record is looked for after the lock was granted.
create function claim_key(of_scope text, of_key text, wait text) returns void language plpgsql as $$
declare
  setting text := set_config('lock_timeout', wait, true);
begin
  perform pg_advisory_xact_lock(hashtextextended(of_scope || ' ' || of_key, 0));
  setting := set_config('lock_timeout', '0', true);
  if exists (select from idempotency_records where scope = of_scope and key = of_key) then
    raise unique_violation using constraint = 'idempotency_records_pkey',
      message = 'duplicate key value violates unique constraint "idempotency_records_pkey"';
  end if;
end $$;
