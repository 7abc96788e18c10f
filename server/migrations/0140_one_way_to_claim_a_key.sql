-- A request claims its Idempotency-Key in one way only: by a lock, whether or not there is an old record of the key.

drop function claim_key(text, text, text);

-- Waits for a request that has claimed the key, at most for `wait`. Then it fails as inserting a second record would, unless the
-- record has expired, which it deletes. In the function, the record is looked for after the lock was granted.
create function claim_key(of_scope text, of_key text, wait text, ttl_seconds double precision)
returns void language plpgsql as $$
declare
  recorded_at timestamptz;
begin
  perform set_config('lock_timeout', wait, true);
  perform pg_advisory_xact_lock(hashtextextended(of_scope || ' ' || of_key, 0));
  perform set_config('lock_timeout', '0', true);
  select created_at into recorded_at from idempotency_records where scope = of_scope and key = of_key;
  if recorded_at > now() - make_interval(secs => ttl_seconds) then
    raise unique_violation using constraint = 'idempotency_records_pkey',
      message = 'duplicate key value violates unique constraint "idempotency_records_pkey"';
  elsif recorded_at is not null then
    delete from idempotency_records where scope = of_scope and key = of_key;
  end if;
end $$;
