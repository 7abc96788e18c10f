-- The schema after all migrations. Generated: change migrations/, then run npm run db:dump.
set check_function_bodies = off;

create extension pg_trgm;

CREATE OR REPLACE FUNCTION public.actor_name(actor text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(
    (select users.name from users where actor like 'user %' and users.email = substr(actor, 6)),
    regexp_replace(regexp_replace(actor, '^(user|staff|client|driver|recipient) ', ''), ' \([ps]k_\w+\)$', ''))
$function$;

CREATE OR REPLACE FUNCTION public.add_table_to_topics(shown regclass, VARIADIC shown_in text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  event record;
  names text := array_to_string(shown_in, ',');
begin
  if not shown_in <@ topics() then
    raise exception 'one of the topics % does not exist: add it first', shown_in;
  end if;
  for event in
    select * from (values ('inserted', 'insert', 'new'), ('updated', 'update', 'new'), ('deleted', 'delete', 'old'))
      as list (past, verb, row)
  loop
    execute format('drop trigger if exists touch_%s on %s', event.past, shown);
    execute format(
      'create constraint trigger touch_%1$s after %2$s on %3$s deferrable initially deferred for each row
         when (strpos(coalesce(current_setting(''anden.touched'', true), ''''), %4$s.client_id || %5$L) = 0
           and touch(%4$s.client_id, %6$L))
         execute function bump_touched()',
      event.past, event.verb, shown, event.row, format(' %s;', names), names);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.add_table_to_warehouse(shown regclass, topic text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  event record;
begin
  if not exists (select from warehouse_versions where warehouse_versions.topic = add_table_to_warehouse.topic) then
    raise exception 'the warehouse has no topic %', topic;
  end if;
  for event in
    select * from (values ('inserted', 'insert'), ('updated', 'update'), ('deleted', 'delete')) as list (past, verb)
  loop
    execute format(
      'create constraint trigger warehouse_%s after %s on %s deferrable initially deferred
         for each row when (touch(warehouse_id(), %L)) execute function bump_touched()',
      event.past, event.verb, shown, topic);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.add_to_total(of_client uuid, of_total text, of_key text, change numeric)
 RETURNS numeric
 LANGUAGE plpgsql
AS $function$
declare
  result numeric;
begin
  update client_totals set amount = amount + change
  where client_id = of_client and total = of_total and key = of_key
  returning amount into result;
  if not found then
    insert into client_totals (client_id, total, key, amount)
    values (of_client, of_total, of_key, change)
    on conflict (client_id, total, key) do update set amount = client_totals.amount + excluded.amount
    returning amount into result;
  end if;
  if result = 0 then
    delete from client_totals where client_id = of_client and total = of_total and key = of_key;
  end if;
  return result;
end $function$;

CREATE OR REPLACE FUNCTION public.add_topic(added text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  lock table clients in share row exclusive mode;
  execute format('create or replace function topics() returns text[] language sql stable as %L',
    format('select %L::text[]', topics() || added));
  insert into client_versions (client_id, topic)
  select id, added from clients;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_reserved_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    update stock
    set reserved_quantity = stock.reserved_quantity + change.quantity
    from (select product_id, sum(quantity) as quantity from added where reserved group by product_id) as change
    where stock.product_id = change.product_id;
  elsif tg_op = 'DELETE' then
    update stock
    set reserved_quantity = stock.reserved_quantity - change.quantity
    from (select product_id, sum(quantity) as quantity from removed where reserved group by product_id) as change
    where stock.product_id = change.product_id;
  else
    update stock
    set reserved_quantity = stock.reserved_quantity + change.quantity
    from (
      select product_id, sum(quantity) as quantity
      from (
        select product_id, quantity from after_update where reserved
        union all
        select product_id, -quantity from before_update where reserved) as changed
      group by product_id) as change
    where stock.product_id = change.product_id and change.quantity <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_stock_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  update lots
  set quantity = lots.quantity + change.delta, updated_at = now()
  from (select lot_id, sum(delta) as delta from entries group by lot_id) as change
  where lots.id = change.lot_id and change.delta <> 0;

  -- An entry can have the time of an existing checkpoint, in the next batch of an import or in the same millisecond, or an
  -- earlier one, if the clock was set back.
  update stock_checkpoints
  set quantity = quantity + (
    select sum(delta) from entries
    where entries.product_id = stock_checkpoints.product_id
      and entries.created_at <= stock_checkpoints.recorded_until)
  from (select product_id, min(created_at) as first_created_at from entries group by product_id) as change
  where stock_checkpoints.product_id = change.product_id
    and stock_checkpoints.recorded_until >= change.first_created_at;

  -- Also if the quantity stays the same: the entries count towards the next checkpoint.
  with changed as (
    update stock
    set quantity = stock.quantity + change.delta,
      updated_at = case when change.delta = 0 then stock.updated_at else now() end,
      entries_since_checkpoint = case
        when stock.entries_since_checkpoint + change.entry_count < entries_per_checkpoint()
        then stock.entries_since_checkpoint + change.entry_count
        else 0 end
    from (
      select product_id, sum(delta) as delta, count(*) as entry_count from entries group by product_id
    ) as change
    where stock.product_id = change.product_id
    returning stock.product_id, stock.quantity, stock.entries_since_checkpoint
  )
  insert into stock_checkpoints (product_id, recorded_until, quantity)
  select changed.product_id, (
    select max(created_at) from stock_ledger where stock_ledger.product_id = changed.product_id), changed.quantity
  from changed
  where changed.entries_since_checkpoint = 0
  -- One of the same millisecond includes these entries already.
  on conflict (product_id, recorded_until) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.balance_change(type text, amount numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case type when 'credit_sale' then amount else -amount end
$function$;

CREATE OR REPLACE FUNCTION public.bump_touched()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_first boolean := bump_versions();
begin
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.bump_versions()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  touched text := coalesce(current_setting('anden.touched', true), '');
  next record;
  result numeric;
  setting text;
begin
  if touched = '' then
    return false;
  end if;
  setting := set_config('anden.touched', '', true);
  for next in
    select distinct left(entry, 36)::uuid as client_id, topic
    from unnest(string_to_array(rtrim(touched, ';'), ';')) as entry, unnest(string_to_array(substr(entry, 38), ',')) as topic
    order by client_id, topic
  loop
    if next.client_id = warehouse_id() then
      update warehouse_versions set version = version + 1, changed_in = pg_current_xact_id()
      where topic = next.topic;
    else
      update client_versions set version = version + 1, changed_in = pg_current_xact_id()
      where client_id = next.client_id and topic = next.topic;
    end if;
  end loop;

  if current_setting('anden.noted_totals', true) = 'on' then
    setting := set_config('anden.noted_totals', 'off', true);
    for next in
      select client_id, total, key, sum(change) as change from total_changes
      where transaction_id = pg_current_xact_id()
      group by client_id, total, key
    loop
      continue when next.change = 0;
      result := add_to_total(next.client_id, next.total, next.key, next.change);
    end loop;
    delete from total_changes where transaction_id = pg_current_xact_id();
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.city_key(city text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select lower(translate(btrim(city), 'ÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇáàâäãéèêëíìîïóòôöõúùûüñç',
    'AAAAAEEEEIIIIOOOOOUUUUNCaaaaaeeeeiiiiooooouuuunc'))
$function$;

CREATE OR REPLACE FUNCTION public.claim_key(of_scope text, of_key text, wait text, ttl_seconds double precision)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.copy_archived_to_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update stock set archived = new.archived where product_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.copy_to_sandbox()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update clients
  set name = new.name, email = new.email, address = new.address, iva_condition = new.iva_condition,
    status = new.status, updated_at = now()
  where sandbox_of = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_account_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_first boolean := bump_versions();
  result numeric;
begin
  if tg_op <> 'INSERT' then
    result := add_to_total(old.client_id, 'balance_by_month',
      (select month_of(old.created_at, time_zone) from warehouse_clock), -balance_change(old.type, old.amount));
  end if;
  if tg_op <> 'DELETE' then
    result := add_to_total(new.client_id, 'balance_by_month',
      (select month_of(new.created_at, time_zone) from warehouse_clock), balance_change(new.type, new.amount));
  end if;
  if tg_op = 'INSERT' then
    update account_totals set total = total + new.amount where client_id = new.client_id and type = new.type;
    if not found then
      insert into account_totals (client_id, type, total) values (new.client_id, new.type, new.amount)
      on conflict (client_id, type) do update set total = account_totals.total + excluded.total;
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_first boolean := bump_versions();
  zone text := (select time_zone from warehouse_clock);
  is_moved boolean := tg_op <> 'UPDATE' or (old.client_id, old.created_at) <> (new.client_id, new.created_at);
  result numeric;
begin
  if tg_op <> 'INSERT' then
    result := add_to_total(old.client_id, 'orders_by_status', old.status, -1);
    if is_moved then
      result := add_to_total(old.client_id, 'orders_by_week', week_of(old.created_at, zone), -1);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    result := add_to_total(new.client_id, 'orders_by_status', new.status, 1);
    if is_moved then
      result := add_to_total(new.client_id, 'orders_by_week', week_of(new.created_at, zone), 1);
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.end_surplus_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  max_sessions constant int := 20;
begin
  perform from users where id = new.user_id for no key update;
  delete from sessions where id in (
    select id from sessions
    where user_id = new.user_id and id <> new.id
    order by last_used_at desc, created_at desc, id desc
    offset max_sessions - 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.entries_per_checkpoint()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$select 20$function$;

CREATE OR REPLACE FUNCTION public.gtin_terms(gtin text)
 RETURNS TABLE(term text, word smallint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select right(lpad(gtin, 14, '0'), length), 0::smallint
  from unnest(array[8, 12, 13, 14]) as length
  where gtin is not null and lpad(gtin, 14, '0') = lpad(right(lpad(gtin, 14, '0'), length), 14, '0')
$function$;

CREATE OR REPLACE FUNCTION public.index_client()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from search_terms where client_id = old.id and kind = 'client';
  end if;
  insert into search_terms (client_id, kind, term, word, subject_id)
  select new.id, 'client', terms.term, terms.word, new.id
  from party_terms(search_fold(new.name), new.cuit_dni) as terms;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.index_destinatarios()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from search_terms
    using (
      select before_update.client_id, before_update.id, terms.term, terms.word
      from before_update
      join after_update on after_update.id = before_update.id
      cross join lateral party_terms(before_update.name_folded, before_update.cuit_dni) as terms
      where (before_update.name_folded, before_update.cuit_dni)
          is distinct from (after_update.name_folded, after_update.cuit_dni)
        or after_update.deleted_at is not null
    ) as stale
    where search_terms.client_id = stale.client_id and search_terms.kind = 'destinatario'
      and search_terms.term = stale.term and search_terms.word = stale.word
      and search_terms.subject_id = stale.id;
    insert into search_terms (client_id, kind, term, word, subject_id)
    select after_update.client_id, 'destinatario', terms.term, terms.word, after_update.id
    from after_update
    join before_update on before_update.id = after_update.id
    cross join lateral party_terms(after_update.name_folded, after_update.cuit_dni) as terms
    where (before_update.name_folded, before_update.cuit_dni)
        is distinct from (after_update.name_folded, after_update.cuit_dni)
      and after_update.deleted_at is null;
  else
    insert into search_terms (client_id, kind, term, word, subject_id)
    select added.client_id, 'destinatario', terms.term, terms.word, added.id
    from added
    cross join lateral party_terms(added.name_folded, added.cuit_dni) as terms
    where added.deleted_at is null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.index_lots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_terms (client_id, kind, term, word, subject_id)
  select added.client_id, 'lot', search_fold(added.lot_number), 0, added.id
  from added;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.index_products()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from search_terms
    using (
      select before_update.client_id, before_update.id, terms.term, terms.word
      from before_update
      join after_update on after_update.id = before_update.id
      cross join lateral product_terms(before_update.sku, before_update.name_folded, before_update.gtin) as terms
      where (before_update.sku, before_update.name_folded, before_update.gtin)
        is distinct from (after_update.sku, after_update.name_folded, after_update.gtin)
    ) as stale
    where search_terms.client_id = stale.client_id and search_terms.kind = 'product' and search_terms.term = stale.term
      and search_terms.word = stale.word and search_terms.subject_id = stale.id;
    insert into search_terms (client_id, kind, term, word, subject_id)
    select after_update.client_id, 'product', terms.term, terms.word, after_update.id
    from after_update
    join before_update on before_update.id = after_update.id
    cross join lateral product_terms(after_update.sku, after_update.name_folded, after_update.gtin) as terms
    where (before_update.sku, before_update.name_folded, before_update.gtin)
      is distinct from (after_update.sku, after_update.name_folded, after_update.gtin);
  else
    insert into search_terms (client_id, kind, term, word, subject_id)
    select added.client_id, 'product', terms.term, terms.word, added.id
    from added
    cross join lateral product_terms(added.sku, added.name_folded, added.gtin) as terms
    order by added.client_id, terms.term, terms.word, added.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.index_remitos()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_terms (client_id, kind, term, word, subject_id)
  select added.client_id, 'remito', terms.term, terms.word, added.id
  from added
  cross join lateral remito_terms(added.remito_number) as terms;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.index_trip()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    delete from search_terms
    using trip_terms(old.number, old.driver_folded, old.plate, old.trailer_plate) as stale
    where search_terms.client_id = warehouse_id() and search_terms.kind = 'trip' and search_terms.term = stale.term
      and search_terms.word = stale.word and search_terms.subject_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into search_terms (client_id, kind, term, word, subject_id)
    select warehouse_id(), 'trip', terms.term, terms.word, new.id
    from trip_terms(new.number, new.driver_folded, new.plate, new.trailer_plate) as terms;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_of_sandbox(of_client uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select hashtextextended('sandbox ' || of_client, 0)
$function$;

CREATE OR REPLACE FUNCTION public.month_of(moment timestamp with time zone, time_zone text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select to_char(moment at time zone time_zone, 'YYYY-MM')
$function$;

CREATE OR REPLACE FUNCTION public.new_id()
 RETURNS uuid
 LANGUAGE sql
AS $function$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.note_lot_totals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  noted text;
begin
  if tg_op = 'UPDATE' then
    insert into total_changes (transaction_id, client_id, total, key, change)
    select pg_current_xact_id(), client_id, 'lots_by_expiry', expiry_date::text, sum(sign)
    from (
      select client_id, expiry_date, -1 as sign from before_update where quantity > 0 and expiry_date is not null
      union all
      select client_id, expiry_date, 1 from after_update where quantity > 0 and expiry_date is not null) as changed
    group by client_id, expiry_date
    having sum(sign) <> 0;
  else
    insert into total_changes (transaction_id, client_id, total, key, change)
    select pg_current_xact_id(), client_id, 'lots_by_expiry', expiry_date::text,
      count(*) * case tg_op when 'INSERT' then 1 else -1 end
    from changed
    where quantity > 0 and expiry_date is not null
    group by client_id, expiry_date;
  end if;
  if found then
    noted := set_config('anden.noted_totals', 'on', true);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.party_terms(name_folded text, cuit_dni text)
 RETURNS TABLE(term text, word smallint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select term, word from search_words(name_folded, 16)
  union
  select cuit_dni, 0::smallint where cuit_dni is not null
$function$;

CREATE OR REPLACE FUNCTION public.passes_filter(filter jsonb, event_type text, body text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  family constant text := split_part(event_type, '.', 1);
  object constant jsonb := body::jsonb #> '{data,object}';
begin
  if family = 'order' and (
    filter ? 'destinatario_id' and not filter -> 'destinatario_id' @> (object -> 'destinatario_id')
      and not (event_type = 'order.updated' and exists (
        select from jsonb_array_elements(object #> '{changes,0,fields}') as changed
        where changed ->> 'field' = 'destinatario_id' and filter -> 'destinatario_id' @> (changed -> 'before')))
    or filter ? 'status' and not filter -> 'status' @> (object -> 'status')
  ) then
    return false;
  end if;
  if not filter ? 'product_id' then
    return true;
  end if;
  return case
    when family in ('stock', 'lot') then filter -> 'product_id' @> (object -> 'product_id')
    when family in ('order', 'remito') then exists (
        select from jsonb_array_elements(object -> ('distribution_' || family || '_items')) as item
        where filter -> 'product_id' @> (item -> 'product_id'))
      or (event_type = 'order.updated' and exists (
        select from jsonb_array_elements(object #> '{changes,0,lines}') as line
        where filter -> 'product_id' @> (line -> 'product_id')))
    else true
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.product_terms(sku text, name_folded text, gtin text)
 RETURNS TABLE(term text, word smallint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select term, word from search_words(search_fold(sku), 4)
  union
  select term, word from search_words(name_folded, 12)
  union
  select term, word from gtin_terms(gtin)
$function$;

CREATE OR REPLACE FUNCTION public.rebuild_stock_checkpoints(product_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from stock where product_id = any(product_ids) order by product_id for update;
  delete from stock_checkpoints where product_id = any(product_ids);
  insert into stock_checkpoints (product_id, recorded_until, quantity)
  select product_id, created_at, quantity
  from (
    select product_id, created_at,
      -- Includes all entries of the same time.
      sum(delta) over (partition by product_id order by created_at) as quantity,
      row_number() over (partition by product_id order by created_at, seq) as position
    from stock_ledger
    where product_id = any(product_ids)
  ) as entries
  where position % entries_per_checkpoint() = 0
  on conflict (product_id, recorded_until) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.recount_totals()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  zone text := (select time_zone from warehouse_clock);
begin
  delete from client_totals;
  insert into client_totals (client_id, total, key, amount)
  select client_id, 'orders_by_status', status, count(*) from orders group by client_id, status
  union all
  select client_id, 'orders_by_week', week_of(created_at, zone), count(*)
  from orders group by client_id, week_of(created_at, zone)
  union all
  select client_id, 'lots_by_expiry', expiry_date::text, count(*)
  from lots where quantity > 0 and expiry_date is not null group by client_id, expiry_date
  union all
  select client_id, 'balance_by_month', month_of(created_at, zone), sum(balance_change(type, amount))
  from account_entries group by client_id, month_of(created_at, zone)
  having sum(balance_change(type, amount)) <> 0;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_filled_lot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a lot is made empty, and filled by entries of the ledger';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_live_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a row of % is live: only a sandbox is emptied', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_value()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise check_violation using message = format('%s.%s has a value that does not exist', tg_table_name, tg_argv[0]);
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_while_resetting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(lock_of_sandbox(new.client_id));
  if exists (select from sandbox_resets where client_id = new.client_id and state <> 'done') then
    raise exception 'the sandbox is being reset' using errcode = 'AN409';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.remito_numbering_lock()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select 7263548113 $function$;

CREATE OR REPLACE FUNCTION public.remito_terms(numbers text[])
 RETURNS TABLE(term text, word smallint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(number collate "C"), 0::smallint from unnest(numbers) as number
  union
  select ltrim(substr(number, 1 + length(number) - strpos(reverse(number), '-') + 1), '0'), 1::smallint
  from unnest(numbers) as number
  where strpos(number, '-') > 0
$function$;

CREATE OR REPLACE FUNCTION public.search_fold(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when octet_length(given) = char_length(given) then lower(given collate "C")
    else translate(
      lower(normalize(regexp_replace(normalize(given, nfd), '[\u0300-\u036f]', '', 'g'), nfc) collate "C"),
      'ÆÐØÞĐĦĲĿŁŊŒŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
      'æðøþđħĳŀłŋœŧαβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюя') end
$function$;

CREATE OR REPLACE FUNCTION public.search_words(folded text, most integer)
 RETURNS TABLE(term text, word smallint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select substr(folded, start, 80), (row_number() over (order by ordinal) - 1)::smallint
  from (
    select piece, ordinal,
      (ordinal + sum(char_length(piece)) over (order by ordinal rows unbounded preceding) - char_length(piece))::integer
        as start
    from string_to_table(translate(folded, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)), ' ')
      with ordinality as pieces (piece, ordinal)
  ) as words
  where piece <> '' or start = 1
  order by ordinal
  limit most
$function$;

CREATE OR REPLACE FUNCTION public.start_client_versions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into client_versions (client_id, topic)
  select new.id, topic from unnest(topics()) as topic;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.start_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stock (product_id, client_id) select id, client_id from created;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.take_egreso_number(own_point_of_sale integer, day date)
 RETURNS TABLE(point_of_sale integer, number integer, cai text, cai_expires_on date)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  book_id uuid;
begin
  loop
    -- A book whose last number was taken while this waited for it is passed over: the condition is checked again under the lock.
    select book.id into book_id
    from remito_books book
    where book.has_numbers and book.cai_expires_on >= day
    order by book.created_at, book.id
    limit 1
    for no key update;
    if found then
      return query
        update remito_books book
        set next_number = book.next_number + 1, has_numbers = book.next_number < book.last_number
        where book.id = book_id
        returning book.point_of_sale, book.next_number - 1, book.cai, book.cai_expires_on;
      return;
    end if;
    if exists (select from remito_books) then
      -- A book may have been entered while this waited for another one.
      continue when exists (select from remito_books book where book.has_numbers and book.cai_expires_on >= day);
      return;
    end if;
    perform pg_advisory_xact_lock_shared(remito_numbering_lock());
    if not exists (select from remito_books) then
      return query
        insert into remito_series as series (point_of_sale, last_number) values (own_point_of_sale, 1)
        on conflict (point_of_sale) do update set last_number = series.last_number + 1
        returning series.point_of_sale, series.last_number::integer, null::text, null::date;
      return;
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.topics()
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$select '{stock,orders,remitos,account,destinatarios,webhooks,inbound}'::text[]$function$;

CREATE OR REPLACE FUNCTION public.touch(of_client uuid, of_topics text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  touched text := coalesce(current_setting('anden.touched', true), '');
  now_touched text := set_config('anden.touched', touched || of_client || ' ' || of_topics || ';', true);
begin
  return touched = '';
end $function$;

CREATE OR REPLACE FUNCTION public.trip_terms(number text, driver_folded text, plate text, trailer_plate text)
 RETURNS TABLE(term text, word smallint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(number collate "C"), 0::smallint
  union
  select term, word from search_words(driver_folded, 16)
  union
  select lower(given collate "C"), 0::smallint from unnest(array[plate, trailer_plate]) as given where given is not null
$function$;

CREATE OR REPLACE FUNCTION public.warehouse_id()
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$select 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid$function$;

CREATE OR REPLACE FUNCTION public.week_of(moment timestamp with time zone, time_zone text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select to_char(date_trunc('week', moment at time zone time_zone), 'YYYY-MM-DD')
$function$;

create table acceptance_files (
  id uuid not null,
  client_id uuid not null,
  acceptance_id uuid,
  kind text not null,
  "position" integer not null,
  content_type text not null,
  width integer,
  height integer,
  size_bytes integer not null,
  sha256 bytea not null,
  state text not null default 'uploading'::text,
  created_at timestamp(3) with time zone not null default now(),
  constraint acceptance_files_pkey PRIMARY KEY (id),
  constraint acceptance_files_check CHECK (state <> 'ready'::text OR acceptance_id IS NOT NULL),
  constraint acceptance_files_content_type_check CHECK (content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text, 'application/pdf'::text])),
  constraint acceptance_files_kind_check CHECK (kind = ANY (ARRAY['signature'::text, 'photo'::text, 'scan'::text])),
  constraint acceptance_files_sha256_check CHECK (octet_length(sha256) = 32),
  constraint acceptance_files_state_check CHECK (state = ANY (ARRAY['uploading'::text, 'ready'::text, 'removed'::text]))
);
CREATE INDEX acceptance_files_of_acceptance ON acceptance_files USING btree (acceptance_id, kind, "position") WHERE acceptance_id IS NOT NULL;
CREATE INDEX acceptance_files_of_sandboxes ON acceptance_files USING btree (client_id) WHERE client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX acceptance_files_removed ON acceptance_files USING btree (created_at) WHERE state = 'removed'::text;
CREATE INDEX acceptance_files_uploading ON acceptance_files USING btree (created_at) WHERE state = 'uploading'::text;
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON acceptance_files FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table account_entries (
  id uuid not null,
  client_id uuid not null,
  type text not null,
  amount numeric(14,2) not null,
  payment_method text not null,
  number text,
  description text,
  reverses uuid,
  created_at timestamp(3) with time zone not null default now(),
  paid_on date,
  constraint account_entries_pkey PRIMARY KEY (id, client_id),
  constraint account_entries_amount_check CHECK (amount > 0::numeric OR amount < 0::numeric AND reverses IS NOT NULL),
  constraint account_entries_method_of_type CHECK (type = 'payment'::text AND (payment_method = ANY (ARRAY['efectivo'::text, 'tarjeta'::text, 'transferencia'::text, 'qr'::text, 'cheque'::text])) OR type = 'credit_sale'::text AND payment_method = 'fiado'::text OR type = 'credit_note'::text AND payment_method = 'nota_credito'::text),
  constraint account_entries_paid_on CHECK (paid_on IS NULL OR type = 'payment'::text AND paid_on >= '2000-01-01'::date)
);
CREATE INDEX account_entries_newest ON account_entries USING btree (client_id, created_at, id);
CREATE INDEX account_entries_newest_by_method ON account_entries USING btree (client_id, type, payment_method, created_at, id);
CREATE INDEX account_entries_newest_by_type ON account_entries USING btree (client_id, type, created_at, id);
CREATE UNIQUE INDEX account_entries_reverses_key ON account_entries USING btree (reverses) WHERE reverses IS NOT NULL;
CREATE TRIGGER account_entries_are_append_only BEFORE UPDATE ON account_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_entries_keep_their_rows BEFORE DELETE ON account_entries FOR EACH STATEMENT WHEN (current_setting('anden.emptying_sandbox'::text, true) IS DISTINCT FROM 'on'::text) EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER count_deleted AFTER DELETE ON account_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_account_entry();
CREATE CONSTRAINT TRIGGER count_inserted AFTER INSERT ON account_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_account_entry();
CREATE CONSTRAINT TRIGGER count_updated AFTER UPDATE ON account_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_account_entry();
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON account_entries FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON account_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' account;'::text) = 0 AND touch(old.client_id, 'account'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON account_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' account;'::text) = 0 AND touch(new.client_id, 'account'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON account_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' account;'::text) = 0 AND touch(new.client_id, 'account'::text)) EXECUTE FUNCTION bump_touched();

create table account_totals (
  client_id uuid not null,
  type text not null,
  total numeric(15,2) not null default 0,
  constraint account_totals_pkey PRIMARY KEY (client_id, type)
) with (fillfactor=50);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON account_totals FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table api_keys (
  id uuid not null,
  client_id uuid not null,
  name text not null,
  token_hash bytea not null,
  key_prefix text not null,
  scopes text[] not null,
  read_per_hour integer,
  write_per_hour integer,
  burst_per_minute integer,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_token_hash_key UNIQUE (token_hash),
  constraint api_keys_burst_per_minute_check CHECK (burst_per_minute > 0),
  constraint api_keys_key_prefix_check CHECK (
CASE
    WHEN client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid THEN key_prefix ~ '^pk_test_.{7}$'::text
    ELSE char_length(key_prefix) = 10
END),
  constraint api_keys_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  constraint api_keys_read_per_hour_check CHECK (read_per_hour > 0),
  constraint api_keys_token_hash_check CHECK (octet_length(token_hash) = 32),
  constraint api_keys_write_per_hour_check CHECK (write_per_hour > 0)
);
CREATE INDEX api_keys_of_client ON api_keys USING btree (client_id, created_at, id);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON api_keys FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table attachment_directory (
  singleton boolean not null default true,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint attachment_directory_pkey PRIMARY KEY (singleton),
  constraint attachment_directory_singleton_check CHECK (singleton)
);

create table audit_entries (
  id uuid not null,
  client_id uuid,
  actor text not null,
  action text not null,
  subject_id uuid,
  before jsonb,
  after jsonb,
  request_id text,
  created_at timestamp(3) with time zone not null default now(),
  constraint audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_about_documents ON audit_entries USING btree (subject_id, created_at, id) WHERE split_part(action, '.'::text, 1) = ANY (ARRAY['orders'::text, 'remitos'::text]);
CREATE INDEX audit_entries_live_newest ON audit_entries USING btree (created_at, id) WHERE (client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT FALSE;
CREATE INDEX audit_entries_live_newest_by_action ON audit_entries USING btree (action, created_at, id) WHERE (client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT FALSE;
CREATE INDEX audit_entries_live_newest_by_actor ON audit_entries USING btree (actor, action, created_at, id) WHERE (client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT FALSE;
CREATE INDEX audit_entries_live_of_client ON audit_entries USING btree (client_id, created_at, id) WHERE (client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT FALSE;
CREATE INDEX audit_entries_live_of_client_by_action ON audit_entries USING btree (client_id, action, created_at, id) WHERE (client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT FALSE;
CREATE INDEX audit_entries_live_of_client_by_actor ON audit_entries USING btree ((client_id::text || actor), action, created_at, id) WHERE (client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT FALSE;
CREATE INDEX audit_entries_of_import ON audit_entries USING btree (subject_id) WHERE action = 'stock.import'::text;
CREATE TRIGGER audit_entries_are_append_only BEFORE UPDATE ON audit_entries FOR EACH STATEMENT WHEN (current_setting('anden.removing_names'::text, true) IS DISTINCT FROM 'on'::text) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_keep_their_rows BEFORE DELETE ON audit_entries FOR EACH STATEMENT WHEN (current_setting('anden.removing_names'::text, true) IS DISTINCT FROM 'on'::text AND current_setting('anden.emptying_sandbox'::text, true) IS DISTINCT FROM 'on'::text) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON audit_entries FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE TRIGGER refuse_while_resetting BEFORE INSERT ON audit_entries FOR EACH ROW WHEN (new.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid AND new.action !~~ 'keys.%'::text AND current_setting('anden.emptying_sandbox'::text, true) IS DISTINCT FROM 'on'::text) EXECUTE FUNCTION refuse_while_resetting();

create table client_inspections (
  id uuid not null,
  session_id uuid not null,
  client_id uuid not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint client_inspections_pkey PRIMARY KEY (id),
  constraint client_inspections_client_id_id_key UNIQUE (client_id, id),
  constraint client_inspections_of_session UNIQUE (session_id, client_id)
);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON client_inspections FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table client_totals (
  client_id uuid not null,
  total text collate "C" not null,
  key text collate "C" not null,
  amount numeric(15,2) not null,
  constraint client_totals_pkey PRIMARY KEY (client_id, total, key)
) with (fillfactor=50);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON client_totals FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE TRIGGER total_exists BEFORE INSERT OR UPDATE OF total ON client_totals FOR EACH ROW WHEN (new.total <> ALL (ARRAY['orders_by_status'::text, 'orders_by_week'::text, 'lots_by_expiry'::text, 'balance_by_month'::text])) EXECUTE FUNCTION refuse_value('total');

create table client_versions (
  client_id uuid not null,
  topic text not null,
  version bigint not null default 1,
  changed_in xid8 not null default pg_current_xact_id(),
  constraint client_versions_pkey PRIMARY KEY (client_id, topic)
) with (fillfactor=50);
CREATE INDEX client_versions_changed ON client_versions USING btree (changed_in);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON client_versions FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE TRIGGER topic_exists BEFORE INSERT OR UPDATE OF topic ON client_versions FOR EACH ROW WHEN (new.topic <> ALL (topics())) EXECUTE FUNCTION refuse_value('topic');

create table clients (
  id uuid not null,
  name text not null,
  cuit_dni text,
  email text not null,
  status text not null default 'active'::text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  cuit_copy integer not null default 0,
  address text,
  iva_condition text,
  mail_remitos boolean not null default false,
  sandbox_of uuid,
  days_ahead integer not null default 0,
  constraint clients_pkey PRIMARY KEY (id),
  constraint clients_address_check CHECK (char_length(address) >= 1 AND char_length(address) <= 300),
  constraint clients_cuit_dni_check CHECK (cuit_dni ~ '^([0-9]{11}|[0-9]{7,8})$'::text),
  constraint clients_days_ahead_check CHECK (days_ahead >= 0 AND days_ahead <= 36500),
  constraint clients_email_check CHECK (char_length(email) >= 3 AND char_length(email) <= 320),
  constraint clients_iva_condition_check CHECK (iva_condition = ANY (ARRAY['responsable_inscripto'::text, 'exento'::text, 'consumidor_final'::text, 'monotributo'::text, 'no_categorizado'::text, 'proveedor_exterior'::text, 'cliente_exterior'::text, 'liberado_ley_19640'::text, 'monotributo_social'::text, 'no_alcanzado'::text, 'monotributo_promovido'::text])),
  constraint clients_live_day CHECK (sandbox_of IS NOT NULL OR days_ahead = 0),
  constraint clients_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  constraint clients_sandbox_id CHECK ((id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) = (sandbox_of IS NOT NULL)),
  constraint clients_sandbox_without_cuit CHECK (sandbox_of IS NULL OR cuit_dni IS NULL),
  constraint clients_status_check CHECK (status = ANY (ARRAY['active'::text, 'suspended'::text]))
);
CREATE UNIQUE INDEX clients_by_cuit ON clients USING btree (cuit_dni, cuit_copy);
CREATE INDEX clients_live_newest ON clients USING btree (created_at, id) WHERE id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE UNIQUE INDEX clients_sandbox_of ON clients USING btree (sandbox_of) WHERE sandbox_of IS NOT NULL;
CREATE TRIGGER copy_to_sandbox AFTER UPDATE OF name, email, address, iva_condition, status ON clients FOR EACH ROW WHEN (new.sandbox_of IS NULL AND (old.name IS DISTINCT FROM new.name OR old.email IS DISTINCT FROM new.email OR old.address IS DISTINCT FROM new.address OR old.iva_condition IS DISTINCT FROM new.iva_condition OR old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION copy_to_sandbox();
CREATE TRIGGER index_inserted AFTER INSERT ON clients FOR EACH ROW EXECUTE FUNCTION index_client();
CREATE TRIGGER index_renamed AFTER UPDATE OF name, cuit_dni ON clients FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.cuit_dni IS DISTINCT FROM new.cuit_dni) EXECUTE FUNCTION index_client();
CREATE TRIGGER start_client_versions AFTER INSERT ON clients FOR EACH ROW EXECUTE FUNCTION start_client_versions();

create table credit_note_numbers (
  client_id uuid not null,
  number text not null,
  entry_id uuid not null,
  constraint credit_note_numbers_pkey PRIMARY KEY (client_id, number)
);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON credit_note_numbers FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table daily_runs (
  job text not null,
  day date not null,
  finished_at timestamp(3) with time zone not null default now(),
  constraint daily_runs_pkey PRIMARY KEY (job, day)
);

create table deliveries (
  id uuid not null,
  client_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  status text not null,
  attempts integer not null default 0,
  response_status integer,
  duration_ms integer,
  created_at timestamp(3) with time zone not null default now(),
  delivered_at timestamp(3) with time zone,
  next_attempt_at timestamp(3) with time zone,
  lease uuid,
  leased_until timestamp(3) with time zone,
  attempt_log jsonb not null default '[]'::jsonb,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'abandoned'::text]))
) with (fillfactor=40);
CREATE INDEX deliveries_due ON deliveries USING btree (endpoint_id, next_attempt_at) WHERE status = 'pending'::text;
CREATE INDEX deliveries_newest_by_both ON deliveries USING btree (endpoint_id, status, event_type, created_at, id);
CREATE INDEX deliveries_newest_by_status ON deliveries USING btree (endpoint_id, status, created_at, id);
CREATE INDEX deliveries_of_event ON deliveries USING btree (event_id);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON deliveries FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table destinatarios (
  id uuid not null,
  client_id uuid not null,
  name text not null,
  name_folded text collate "C" not null,
  address text,
  phone text,
  city text,
  province text,
  postal_code text,
  email text,
  cuit_dni text,
  iva_condition text,
  delivery_schedule text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  constraint destinatarios_pkey PRIMARY KEY (id),
  constraint destinatarios_client_id_id_key UNIQUE (client_id, id),
  constraint destinatarios_cuit_dni_check CHECK (cuit_dni ~ '^([0-9]{11}|[0-9]{7,8})$'::text),
  constraint destinatarios_delivery_schedule_check CHECK (char_length(delivery_schedule) <= 200),
  constraint destinatarios_iva_condition_check CHECK (iva_condition = ANY (ARRAY['responsable_inscripto'::text, 'exento'::text, 'consumidor_final'::text, 'monotributo'::text, 'no_categorizado'::text, 'proveedor_exterior'::text, 'cliente_exterior'::text, 'liberado_ley_19640'::text, 'monotributo_social'::text, 'no_alcanzado'::text, 'monotributo_promovido'::text])),
  constraint destinatarios_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 200)
);
CREATE INDEX destinatarios_by_document ON destinatarios USING btree (client_id, cuit_dni COLLATE "C", id) WHERE deleted_at IS NULL AND cuit_dni IS NOT NULL;
CREATE INDEX destinatarios_by_name ON destinatarios USING btree (client_id, name_folded, id) WHERE deleted_at IS NULL;
CREATE INDEX destinatarios_name_trigrams ON destinatarios USING gin (name_folded gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE TRIGGER index_inserted AFTER INSERT ON destinatarios REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_destinatarios();
CREATE TRIGGER index_updated AFTER UPDATE ON destinatarios REFERENCING OLD TABLE AS before_update NEW TABLE AS after_update FOR EACH STATEMENT EXECUTE FUNCTION index_destinatarios();
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON destinatarios FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON destinatarios DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' destinatarios,orders;'::text) = 0 AND touch(old.client_id, 'destinatarios,orders'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON destinatarios DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' destinatarios,orders;'::text) = 0 AND touch(new.client_id, 'destinatarios,orders'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON destinatarios DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' destinatarios,orders;'::text) = 0 AND touch(new.client_id, 'destinatarios,orders'::text)) EXECUTE FUNCTION bump_touched();

create table driver_links (
  trip_id uuid not null,
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint driver_links_pkey PRIMARY KEY (trip_id),
  constraint driver_links_token_hash UNIQUE (token_hash),
  constraint driver_links_token_hash_check CHECK (octet_length(token_hash) = 32)
);

create table events (
  id uuid not null,
  client_id uuid not null,
  type text not null,
  body text not null,
  transaction_id bigint not null default pg_current_xact_id()::text::bigint,
  created_at timestamp(3) with time zone not null default now(),
  object_id uuid,
  traceparent text default NULLIF(current_setting('anden.traceparent'::text, true), ''::text),
  constraint events_pkey PRIMARY KEY (id)
);
CREATE INDEX events_feed ON events USING btree (client_id, transaction_id, id);
CREATE INDEX events_feed_by_type ON events USING btree (client_id, type, transaction_id, id);
CREATE INDEX events_newest ON events USING btree (client_id, created_at, id) INCLUDE (transaction_id);
CREATE INDEX events_newest_by_type ON events USING btree (client_id, type, created_at, id) INCLUDE (transaction_id);
CREATE INDEX events_of_object ON events USING btree (client_id, object_id, created_at, id) WHERE object_id IS NOT NULL;
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON events FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table idempotency_records (
  scope text not null,
  key text not null,
  body_hash bytea not null,
  status integer,
  location text,
  body bytea,
  created_at timestamp(3) with time zone not null default now(),
  constraint idempotency_records_pkey PRIMARY KEY (scope, key),
  constraint idempotency_records_key_check CHECK (char_length(key) >= 1 AND char_length(key) <= 255)
);
CREATE INDEX idempotency_records_of_sandboxes ON idempotency_records USING btree (scope COLLATE "C") WHERE (scope COLLATE "C") >= 'ffffffff-'::text;
CREATE INDEX idempotency_records_oldest ON idempotency_records USING btree (created_at);

create table imported_orders (
  client_id uuid not null,
  reference text collate "C" not null,
  content_hash bytea not null,
  order_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint imported_orders_pkey PRIMARY KEY (client_id, reference),
  constraint imported_orders_content_hash_check CHECK (octet_length(content_hash) = 32),
  constraint imported_orders_reference_check CHECK (char_length(reference) >= 1 AND char_length(reference) <= 64)
);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON imported_orders FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table inbound_items (
  id uuid not null,
  client_id uuid not null,
  notice_id uuid not null,
  "position" integer not null,
  product_id uuid not null,
  quantity numeric(15,3) not null,
  lot_number text,
  expiry_date date,
  vintage_year integer,
  received numeric(15,3) not null default 0,
  difference_reason text,
  difference_note text,
  constraint inbound_items_pkey PRIMARY KEY (id, client_id),
  constraint inbound_items_notice_id_position_key UNIQUE (notice_id, "position"),
  constraint inbound_items_difference_reason_check CHECK (difference_reason = ANY (ARRAY['missing'::text, 'damaged'::text, 'surplus'::text, 'other_lot'::text])),
  constraint inbound_items_quantity_check CHECK (quantity >= 0::numeric),
  constraint inbound_items_received_check CHECK (received >= 0::numeric),
  constraint inbound_items_vintage_year_check CHECK (vintage_year >= 1900 AND vintage_year <= 2200)
);
CREATE INDEX inbound_items_of_sandboxes ON inbound_items USING btree (client_id) WHERE client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON inbound_items FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON inbound_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' inbound;'::text) = 0 AND touch(old.client_id, 'inbound'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON inbound_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' inbound;'::text) = 0 AND touch(new.client_id, 'inbound'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON inbound_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' inbound;'::text) = 0 AND touch(new.client_id, 'inbound'::text)) EXECUTE FUNCTION bump_touched();

create table inbound_notices (
  id uuid not null,
  client_id uuid not null,
  number text not null,
  reference text not null,
  status text not null default 'announced'::text,
  revision integer not null default 1,
  expected_on date not null,
  carrier text,
  remito_number text[] not null default '{}'::text[],
  packages integer,
  notes text,
  cancel_reason text,
  arrived_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint inbound_notices_pkey PRIMARY KEY (id, client_id),
  constraint inbound_notices_packages_check CHECK (packages > 0),
  constraint inbound_notices_reference_check CHECK (char_length(reference) >= 1 AND char_length(reference) <= 64),
  constraint inbound_notices_status_check CHECK (status = ANY (ARRAY['announced'::text, 'arrived'::text, 'receiving'::text, 'received'::text, 'received_with_differences'::text, 'cancelled'::text]))
);
CREATE INDEX inbound_notices_by_day ON inbound_notices USING btree (client_id, expected_on, id);
CREATE UNIQUE INDEX inbound_notices_by_number ON inbound_notices USING btree (client_id, number COLLATE "C");
CREATE INDEX inbound_notices_by_reference ON inbound_notices USING btree (client_id, lower(reference) COLLATE "C", expected_on, id);
CREATE INDEX inbound_notices_by_status ON inbound_notices USING btree (client_id, status, expected_on, id);
CREATE INDEX inbound_notices_live_by_day ON inbound_notices USING btree (expected_on, id) WHERE client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX inbound_notices_live_by_number ON inbound_notices USING btree (number COLLATE "C", id) WHERE client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX inbound_notices_live_by_reference ON inbound_notices USING btree (lower(reference) COLLATE "C", expected_on, id) WHERE client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX inbound_notices_live_by_status ON inbound_notices USING btree (status, expected_on, id) WHERE client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE UNIQUE INDEX inbound_notices_open_reference ON inbound_notices USING btree (client_id, lower(reference) COLLATE "C") WHERE status <> 'cancelled'::text;
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON inbound_notices FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON inbound_notices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' inbound;'::text) = 0 AND touch(old.client_id, 'inbound'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON inbound_notices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' inbound;'::text) = 0 AND touch(new.client_id, 'inbound'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON inbound_notices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' inbound;'::text) = 0 AND touch(new.client_id, 'inbound'::text)) EXECUTE FUNCTION bump_touched();

create table inbound_series (
  client_id uuid not null,
  last_number bigint not null default 0,
  constraint inbound_series_pkey PRIMARY KEY (client_id)
);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON inbound_series FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table ingreso_numbers (
  client_id uuid not null,
  number text not null,
  remito_id uuid not null,
  constraint ingreso_numbers_pkey PRIMARY KEY (client_id, number)
);
CREATE INDEX ingreso_numbers_of_remito ON ingreso_numbers USING btree (remito_id);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON ingreso_numbers FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table invitation_tries (
  client_id uuid not null,
  started_at timestamp with time zone not null default now(),
  tries integer not null default 1,
  constraint invitation_tries_pkey PRIMARY KEY (client_id),
  constraint invitation_tries_tries_check CHECK (tries > 0)
);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON invitation_tries FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table lots (
  id uuid not null,
  client_id uuid not null,
  product_id uuid not null,
  lot_number text not null,
  quantity numeric(15,3) not null default 0,
  expiry_date date,
  vintage_year integer,
  source_type text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  expires_on date not null generated always as (COALESCE(expiry_date, 'infinity'::date)) stored,
  hold_reason text,
  held_since timestamp(3) with time zone,
  constraint lots_pkey PRIMARY KEY (id, client_id, product_id),
  constraint lots_product_id_lot_number_expiry_date_vintage_year_key UNIQUE NULLS NOT DISTINCT (product_id, lot_number, expiry_date, vintage_year),
  constraint lots_hold_check CHECK ((hold_reason IS NULL) = (held_since IS NULL) AND char_length(hold_reason) >= 1 AND char_length(hold_reason) <= 500),
  constraint lots_lot_number_check CHECK (char_length(lot_number) >= 1 AND char_length(lot_number) <= 64),
  constraint lots_quantity_check CHECK (quantity >= 0::numeric),
  constraint lots_source_type_check CHECK (source_type = ANY (ARRAY['remito_ingreso'::text, 'transfer'::text, 'adjustment'::text, 'csv_import'::text])),
  constraint lots_vintage_year_check CHECK (vintage_year >= 1900 AND vintage_year <= 2200)
) with (fillfactor=80);
CREATE INDEX lots_depleted ON lots USING btree (client_id, expires_on, id) WHERE quantity = 0::numeric;
CREATE INDEX lots_depleted_of_product ON lots USING btree (client_id, product_id, expires_on, id) WHERE quantity = 0::numeric;
CREATE INDEX lots_first_to_expire ON lots USING btree (client_id, expires_on, id) WHERE quantity > 0::numeric;
CREATE INDEX lots_held ON lots USING btree (client_id, product_id) WHERE held_since IS NOT NULL;
CREATE INDEX lots_of_product ON lots USING btree (client_id, product_id, expires_on, id) WHERE quantity > 0::numeric;
CREATE INDEX lots_on_hold ON lots USING btree (client_id, product_id, expires_on) WHERE quantity > 0::numeric AND held_since IS NOT NULL;
CREATE TRIGGER index_inserted AFTER INSERT ON lots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_lots();
CREATE TRIGGER lots_are_made_empty BEFORE INSERT ON lots FOR EACH ROW WHEN (new.quantity <> 0::numeric AND new.source_type <> 'csv_import'::text) EXECUTE FUNCTION refuse_filled_lot();
CREATE TRIGGER note_deleted AFTER DELETE ON lots REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_lot_totals();
CREATE TRIGGER note_inserted AFTER INSERT ON lots REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_lot_totals();
CREATE TRIGGER note_updated AFTER UPDATE ON lots REFERENCING OLD TABLE AS before_update NEW TABLE AS after_update FOR EACH STATEMENT EXECUTE FUNCTION note_lot_totals();
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON lots FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON lots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' stock,remitos;'::text) = 0 AND touch(old.client_id, 'stock,remitos'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON lots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' stock,remitos;'::text) = 0 AND touch(new.client_id, 'stock,remitos'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON lots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' stock,remitos;'::text) = 0 AND touch(new.client_id, 'stock,remitos'::text)) EXECUTE FUNCTION bump_touched();

create table order_attachments (
  id uuid not null,
  client_id uuid not null,
  order_id uuid,
  file_name text not null,
  size_bytes bigint,
  state text not null default 'uploading'::text,
  created_at timestamp(3) with time zone not null default now(),
  constraint order_attachments_pkey PRIMARY KEY (id),
  constraint order_attachments_file_name_check CHECK (char_length(file_name) >= 1 AND char_length(file_name) <= 255),
  constraint order_attachments_of_order CHECK (order_id IS NOT NULL OR state = 'removed'::text),
  constraint order_attachments_state_check CHECK (state = ANY (ARRAY['uploading'::text, 'ready'::text, 'removed'::text]))
);
CREATE INDEX order_attachments_of_order ON order_attachments USING btree (order_id, created_at, id);
CREATE INDEX order_attachments_removed ON order_attachments USING btree (created_at) WHERE state = 'removed'::text;
CREATE INDEX order_attachments_uploading ON order_attachments USING btree (created_at) WHERE state = 'uploading'::text;
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON order_attachments FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON order_attachments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' orders;'::text) = 0 AND touch(old.client_id, 'orders'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON order_attachments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' orders;'::text) = 0 AND touch(new.client_id, 'orders'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON order_attachments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' orders;'::text) = 0 AND touch(new.client_id, 'orders'::text)) EXECUTE FUNCTION bump_touched();

create table order_changes (
  client_id uuid not null,
  order_id uuid not null,
  revision integer not null,
  by_warehouse boolean not null,
  actor text not null,
  reason text,
  fields jsonb not null,
  lines jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint order_changes_pkey PRIMARY KEY (order_id, revision)
);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON order_changes FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE TRIGGER order_changes_are_append_only BEFORE UPDATE ON order_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_changes_keep_their_rows BEFORE DELETE ON order_changes FOR EACH STATEMENT WHEN (current_setting('anden.emptying_sandbox'::text, true) IS DISTINCT FROM 'on'::text) EXECUTE FUNCTION refuse_change();

create table order_items (
  id uuid not null,
  client_id uuid not null,
  order_id uuid not null,
  "position" integer not null,
  product_id uuid not null,
  quantity numeric(15,3) not null,
  vintage_year integer,
  notes text,
  reserved boolean not null default false,
  placed_at timestamp(3) with time zone not null default now(),
  constraint order_items_pkey PRIMARY KEY (order_id, id),
  constraint order_items_quantity_check CHECK (quantity > 0::numeric),
  constraint order_items_vintage_year_check CHECK (vintage_year >= 1900 AND vintage_year <= 2200)
);
CREATE INDEX order_items_newest_of_product ON order_items USING btree (product_id, placed_at, order_id);
CREATE INDEX order_items_reserved_vintages ON order_items USING btree (product_id, vintage_year) WHERE reserved AND vintage_year IS NOT NULL;
CREATE TRIGGER apply_lines_deleted AFTER DELETE ON order_items REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION apply_reserved_lines();
CREATE TRIGGER apply_lines_inserted AFTER INSERT ON order_items REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION apply_reserved_lines();
CREATE TRIGGER apply_lines_updated AFTER UPDATE ON order_items REFERENCING OLD TABLE AS before_update NEW TABLE AS after_update FOR EACH STATEMENT EXECUTE FUNCTION apply_reserved_lines();
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON order_items FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON order_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' orders;'::text) = 0 AND touch(old.client_id, 'orders'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON order_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' orders;'::text) = 0 AND touch(new.client_id, 'orders'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON order_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' orders;'::text) = 0 AND touch(new.client_id, 'orders'::text)) EXECUTE FUNCTION bump_touched();

create table order_series (
  client_id uuid not null,
  last_number bigint not null default 0,
  constraint order_series_pkey PRIMARY KEY (client_id)
);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON order_series FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table order_steps (
  id uuid not null,
  client_id uuid not null,
  order_id uuid not null,
  from_status text,
  status text not null,
  reason text,
  actor text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint order_steps_pkey PRIMARY KEY (order_id, id)
);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON order_steps FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE TRIGGER order_steps_are_append_only BEFORE UPDATE ON order_steps FOR EACH STATEMENT WHEN (current_setting('anden.removing_names'::text, true) IS DISTINCT FROM 'on'::text) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_steps_keep_their_rows BEFORE DELETE ON order_steps FOR EACH STATEMENT WHEN (current_setting('anden.removing_names'::text, true) IS DISTINCT FROM 'on'::text AND current_setting('anden.emptying_sandbox'::text, true) IS DISTINCT FROM 'on'::text) EXECUTE FUNCTION refuse_change();

create table orders (
  id uuid not null,
  client_id uuid not null,
  order_number text not null,
  status text not null default 'pending'::text,
  status_reason text,
  delivery_type text not null default 'envio'::text,
  destinatario_id uuid not null,
  notes text,
  delivery_address text,
  delivery_city text,
  delivery_province text,
  delivery_contact text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  reference text,
  packages integer,
  packed_at timestamp(3) with time zone,
  checked boolean,
  revision integer not null default 1,
  changed_at timestamp(3) with time zone,
  constraint orders_pkey PRIMARY KEY (id, client_id),
  constraint orders_delivery_type_check CHECK (delivery_type = ANY (ARRAY['envio'::text, 'retiro'::text])),
  constraint orders_packages_check CHECK (packages >= 1 AND packages <= 9999),
  constraint orders_packed_check CHECK ((packages IS NULL) = (packed_at IS NULL) AND (packages IS NULL) = (checked IS NULL)),
  constraint orders_reference_check CHECK (char_length(reference) >= 1 AND char_length(reference) <= 64),
  constraint orders_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'in_preparation'::text, 'in_transit'::text, 'delivered'::text, 'failed_delivery'::text, 'rejected'::text, 'cancelled'::text]))
);
CREATE INDEX orders_by_last_change ON orders USING btree (client_id, updated_at);
CREATE UNIQUE INDEX orders_by_number ON orders USING btree (client_id, order_number COLLATE "C");
CREATE INDEX orders_by_reference ON orders USING btree (client_id, lower(reference) COLLATE "C", created_at, id) WHERE reference IS NOT NULL;
CREATE INDEX orders_live_by_number_and_status ON orders USING btree (order_number COLLATE "C", status, created_at, id) WHERE client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX orders_live_by_reference_and_status ON orders USING btree (lower(reference) COLLATE "C", status, created_at, id) WHERE reference IS NOT NULL AND client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX orders_live_for_trips ON orders USING btree (status, created_at, id) WHERE delivery_type = 'envio'::text AND (status = ANY (ARRAY['approved'::text, 'in_preparation'::text, 'failed_delivery'::text])) AND client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX orders_live_newest ON orders USING btree (created_at, id) WHERE client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX orders_live_newest_by_city ON orders USING btree (city_key(delivery_city), status, created_at, id) WHERE delivery_city IS NOT NULL AND client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX orders_live_newest_by_status ON orders USING btree (status, created_at, id) WHERE client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX orders_newest ON orders USING btree (client_id, created_at, id);
CREATE INDEX orders_newest_by_city ON orders USING btree (client_id, city_key(delivery_city), status, created_at, id) WHERE delivery_city IS NOT NULL;
CREATE INDEX orders_newest_by_destinatario ON orders USING btree (client_id, destinatario_id, created_at, id);
CREATE INDEX orders_newest_by_destinatario_and_status ON orders USING btree (client_id, (status || destinatario_id::text), created_at, id);
CREATE INDEX orders_newest_by_status ON orders USING btree (client_id, status, created_at, id);
CREATE CONSTRAINT TRIGGER count_deleted AFTER DELETE ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_order();
CREATE CONSTRAINT TRIGGER count_inserted AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_order();
CREATE CONSTRAINT TRIGGER count_updated AFTER UPDATE ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.client_id <> new.client_id OR old.status <> new.status OR old.created_at <> new.created_at) EXECUTE FUNCTION count_order();
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON orders FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' orders;'::text) = 0 AND touch(old.client_id, 'orders'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' orders;'::text) = 0 AND touch(new.client_id, 'orders'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' orders;'::text) = 0 AND touch(new.client_id, 'orders'::text)) EXECUTE FUNCTION bump_touched();

create table products (
  id uuid not null,
  client_id uuid not null,
  name text not null,
  sku text collate "C" not null,
  unit_type text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name_folded text collate "C" not null default ''::text,
  archived boolean not null default false,
  gtin text collate "C",
  location text collate "C",
  weight_kg numeric(9,3),
  constraint products_pkey PRIMARY KEY (id, client_id),
  constraint products_client_id_sku_key UNIQUE (client_id, sku),
  constraint products_gtin_check CHECK (gtin ~ '^([0-9]{8}|[0-9]{12,14})$'::text),
  constraint products_location_check CHECK (char_length(location) >= 1 AND char_length(location) <= 40),
  constraint products_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  constraint products_sku_check CHECK (char_length(sku) >= 1 AND char_length(sku) <= 64),
  constraint products_unit_type_check CHECK (unit_type = ANY (ARRAY['unidad'::text, 'caja'::text, 'bulto'::text, 'pallet'::text, 'kg'::text, 'litro'::text])),
  constraint products_weight_kg_check CHECK (weight_kg > 0::numeric)
);
CREATE UNIQUE INDEX products_gtin ON products USING btree (client_id, lpad(gtin, 14, '0'::text)) WHERE gtin IS NOT NULL;
CREATE INDEX products_of_client ON products USING btree (client_id, archived, sku, id);
CREATE TRIGGER copy_archived_to_stock AFTER UPDATE OF archived ON products FOR EACH ROW WHEN (old.archived <> new.archived) EXECUTE FUNCTION copy_archived_to_stock();
CREATE TRIGGER index_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_products();
CREATE TRIGGER index_updated AFTER UPDATE ON products REFERENCING OLD TABLE AS before_update NEW TABLE AS after_update FOR EACH STATEMENT EXECUTE FUNCTION index_products();
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON products FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE TRIGGER start_stock AFTER INSERT ON products REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION start_stock();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' stock,orders,remitos,inbound;'::text) = 0 AND touch(old.client_id, 'stock,orders,remitos,inbound'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' stock,orders,remitos,inbound;'::text) = 0 AND touch(new.client_id, 'stock,orders,remitos,inbound'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' stock,orders,remitos,inbound;'::text) = 0 AND touch(new.client_id, 'stock,orders,remitos,inbound'::text)) EXECUTE FUNCTION bump_touched();

create table remito_acceptance_lines (
  client_id uuid not null,
  acceptance_id uuid not null,
  remito_item_id uuid not null,
  accepted numeric(15,3) not null,
  missing numeric(15,3) not null,
  damaged numeric(15,3) not null,
  refused numeric(15,3) not null,
  note text,
  constraint remito_acceptance_lines_pkey PRIMARY KEY (acceptance_id, remito_item_id),
  constraint remito_acceptance_lines_accepted_check CHECK (accepted >= 0::numeric),
  constraint remito_acceptance_lines_damaged_check CHECK (damaged >= 0::numeric),
  constraint remito_acceptance_lines_missing_check CHECK (missing >= 0::numeric),
  constraint remito_acceptance_lines_note_check CHECK (char_length(note) >= 1 AND char_length(note) <= 500),
  constraint remito_acceptance_lines_refused_check CHECK (refused >= 0::numeric)
);
CREATE INDEX remito_acceptance_lines_of_item ON remito_acceptance_lines USING btree (remito_item_id);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON remito_acceptance_lines FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table remito_acceptances (
  id uuid not null,
  client_id uuid not null,
  remito_id uuid not null,
  order_id uuid not null,
  submission_id uuid not null,
  channel text not null,
  actor text not null,
  outcome text not null,
  late boolean not null,
  name text,
  document text,
  signed_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  pdf_sha256 bytea,
  settled_at timestamp(3) with time zone,
  settled_by text,
  settled_note text,
  removed_at timestamp(3) with time zone,
  dispute text not null generated always as (
CASE
    WHEN NOT late AND outcome = 'accepted'::text THEN 'none'::text
    WHEN settled_at IS NULL THEN 'open'::text
    ELSE 'settled'::text
END) stored,
  constraint remito_acceptances_pkey PRIMARY KEY (id, client_id),
  constraint remito_acceptances_submission UNIQUE (remito_id, submission_id),
  constraint remito_acceptances_channel_check CHECK (channel = ANY (ARRAY['recipient'::text, 'driver'::text, 'staff'::text])),
  constraint remito_acceptances_document_check CHECK (document ~ '^([0-9]{11}|[0-9]{7,8})$'::text),
  constraint remito_acceptances_name_check CHECK (char_length(name) >= 2 AND char_length(name) <= 100),
  constraint remito_acceptances_outcome_check CHECK (outcome = ANY (ARRAY['accepted'::text, 'with_differences'::text])),
  constraint remito_acceptances_pdf_sha256_check CHECK (octet_length(pdf_sha256) = 32),
  constraint remito_acceptances_removed CHECK (removed_at IS NOT NULL OR name IS NOT NULL),
  constraint remito_acceptances_settled CHECK ((settled_at IS NULL) = (settled_by IS NULL) AND (settled_at IS NULL) = (settled_note IS NULL)),
  constraint remito_acceptances_settled_note_check CHECK (char_length(settled_note) >= 1 AND char_length(settled_note) <= 1000)
);
CREATE INDEX disputes_live_newest ON remito_acceptances USING btree (created_at, id) WHERE dispute <> 'none'::text AND client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX disputes_live_newest_by_status ON remito_acceptances USING btree (dispute, created_at, id) WHERE dispute <> 'none'::text AND client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX disputes_of_client ON remito_acceptances USING btree (client_id, created_at, id) WHERE dispute <> 'none'::text;
CREATE INDEX disputes_of_client_by_status ON remito_acceptances USING btree (client_id, dispute, created_at, id) WHERE dispute <> 'none'::text;
CREATE UNIQUE INDEX remito_acceptances_late ON remito_acceptances USING btree (remito_id) WHERE late AND settled_at IS NULL;
CREATE INDEX remito_acceptances_of_order ON remito_acceptances USING btree (order_id) WHERE NOT late;
CREATE UNIQUE INDEX remito_acceptances_of_remito ON remito_acceptances USING btree (remito_id) WHERE NOT late;
CREATE INDEX remito_acceptances_of_sandboxes ON remito_acceptances USING btree (client_id) WHERE client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX remito_acceptances_to_remove ON remito_acceptances USING btree (created_at) WHERE removed_at IS NULL;
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON remito_acceptances FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON remito_acceptances DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' remitos,orders;'::text) = 0 AND touch(old.client_id, 'remitos,orders'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON remito_acceptances DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' remitos,orders;'::text) = 0 AND touch(new.client_id, 'remitos,orders'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON remito_acceptances DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' remitos,orders;'::text) = 0 AND touch(new.client_id, 'remitos,orders'::text)) EXECUTE FUNCTION bump_touched();

create table remito_books (
  id uuid not null,
  point_of_sale integer not null,
  first_number integer not null,
  last_number integer not null,
  next_number integer not null,
  cai text not null,
  cai_expires_on date not null,
  closed_at timestamp(3) with time zone,
  closed_before integer,
  has_numbers boolean not null default true,
  created_at timestamp(3) with time zone not null default now(),
  constraint remito_books_pkey PRIMARY KEY (id),
  constraint remito_books_cai_check CHECK (cai ~ '^[0-9]{14}$'::text),
  constraint remito_books_check CHECK (first_number <= last_number),
  constraint remito_books_closed CHECK ((closed_at IS NULL) = (closed_before IS NULL) AND COALESCE(closed_before, next_number) = next_number),
  constraint remito_books_first_number_check CHECK (first_number >= 1),
  constraint remito_books_last_number_check CHECK (last_number <= 99999999),
  constraint remito_books_next CHECK (next_number >= first_number AND next_number <= (last_number + 1)),
  constraint remito_books_not_of_sandboxes CHECK (point_of_sale < 99999),
  constraint remito_books_point_of_sale_check CHECK (point_of_sale >= 1 AND point_of_sale <= 99999),
  constraint remito_books_with_numbers CHECK (has_numbers = (closed_at IS NULL AND next_number <= last_number)),
  constraint remito_books_overlap EXCLUDE USING gist (int8range(point_of_sale * 100000000::bigint + first_number, point_of_sale * 100000000::bigint + COALESCE(closed_before, last_number + 1)) WITH &&)
);
CREATE INDEX remito_books_in_use ON remito_books USING btree (created_at, id) WHERE has_numbers;
CREATE INDEX remito_books_newest ON remito_books USING btree (created_at, id);

create table remito_items (
  id uuid not null,
  client_id uuid not null,
  remito_id uuid not null,
  "position" integer not null,
  product_id uuid not null,
  lot_id uuid not null,
  quantity numeric(15,3) not null,
  notes text,
  inbound_item_id uuid,
  constraint remito_items_pkey PRIMARY KEY (id),
  constraint remito_items_remito_id_position_key UNIQUE (remito_id, "position"),
  constraint remito_items_quantity_check CHECK (quantity > 0::numeric)
);
CREATE INDEX remito_items_of_sandboxes ON remito_items USING btree (client_id) WHERE client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON remito_items FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON remito_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' remitos;'::text) = 0 AND touch(old.client_id, 'remitos'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON remito_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' remitos;'::text) = 0 AND touch(new.client_id, 'remitos'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON remito_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' remitos;'::text) = 0 AND touch(new.client_id, 'remitos'::text)) EXECUTE FUNCTION bump_touched();

create table remito_series (
  point_of_sale integer not null,
  last_number bigint not null default 0,
  constraint remito_series_pkey PRIMARY KEY (point_of_sale),
  constraint remito_series_point_of_sale_check CHECK (point_of_sale >= 1 AND point_of_sale <= 99999)
);

create table remitos (
  id uuid not null,
  client_id uuid not null,
  type text not null,
  status text not null default 'issued'::text,
  date date not null,
  remito_number text[] not null,
  source_order_id uuid,
  void_reason text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  cai text,
  cai_expires_on date,
  voided_at timestamp(3) with time zone,
  voided_by text,
  recipient jsonb,
  reason text,
  issued_by text,
  inbound_id uuid,
  link_hash bytea,
  acceptance text,
  return_id uuid,
  constraint remitos_pkey PRIMARY KEY (id, client_id),
  constraint remitos_acceptance_check CHECK (acceptance = ANY (ARRAY['accepted'::text, 'with_differences'::text])),
  constraint remitos_check CHECK (source_order_id IS NULL OR type = 'egreso'::text),
  constraint remitos_link_hash_length CHECK (octet_length(link_hash) = 32),
  constraint remitos_recipient_without_order CHECK (recipient IS NULL AND reason IS NULL OR type = 'egreso'::text AND source_order_id IS NULL),
  constraint remitos_status_check CHECK (status = ANY (ARRAY['issued'::text, 'voided'::text])),
  constraint remitos_type_check CHECK (type = ANY (ARRAY['ingreso'::text, 'egreso'::text])),
  constraint remitos_with_cai CHECK ((cai IS NULL) = (cai_expires_on IS NULL) AND (cai IS NULL OR type = 'egreso'::text AND cai ~ '^[0-9]{14}$'::text)),
  constraint remitos_with_notice CHECK (inbound_id IS NULL OR type = 'ingreso'::text),
  constraint remitos_with_return CHECK (return_id IS NULL OR type = 'ingreso'::text AND status = 'issued'::text)
);
CREATE INDEX remitos_accepted ON remitos USING btree (client_id, created_at, id) WHERE acceptance IS NOT NULL;
CREATE UNIQUE INDEX remitos_by_link ON remitos USING btree (link_hash) WHERE link_hash IS NOT NULL;
CREATE INDEX remitos_by_number ON remitos USING gin (remito_number) WITH (fastupdate=off);
CREATE INDEX remitos_live_accepted ON remitos USING btree (created_at, id) WHERE acceptance IS NOT NULL AND client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX remitos_live_newest ON remitos USING btree (created_at, id) WHERE client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX remitos_live_newest_by_type ON remitos USING btree (type, created_at, id) WHERE client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX remitos_live_not_accepted ON remitos USING btree (created_at, id) WHERE acceptance IS NULL AND source_order_id IS NOT NULL AND status = 'issued'::text AND client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX remitos_live_with_differences ON remitos USING btree (created_at, id) WHERE acceptance = 'with_differences'::text AND client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX remitos_newest ON remitos USING btree (client_id, created_at, id);
CREATE INDEX remitos_newest_by_type ON remitos USING btree (client_id, type, created_at, id);
CREATE INDEX remitos_not_accepted ON remitos USING btree (client_id, created_at, id) WHERE acceptance IS NULL AND source_order_id IS NOT NULL AND status = 'issued'::text;
CREATE INDEX remitos_of_notice ON remitos USING btree (inbound_id, created_at, id) WHERE inbound_id IS NOT NULL;
CREATE INDEX remitos_of_order ON remitos USING btree (source_order_id) WHERE source_order_id IS NOT NULL;
CREATE UNIQUE INDEX remitos_of_return ON remitos USING btree (return_id) WHERE return_id IS NOT NULL;
CREATE INDEX remitos_with_differences ON remitos USING btree (client_id, created_at, id) WHERE acceptance = 'with_differences'::text;
CREATE INDEX remitos_without_link ON remitos USING btree (id) WHERE type = 'egreso'::text AND link_hash IS NULL;
CREATE TRIGGER index_inserted AFTER INSERT ON remitos REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_remitos();
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON remitos FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON remitos DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' remitos;'::text) = 0 AND touch(old.client_id, 'remitos'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON remitos DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' remitos;'::text) = 0 AND touch(new.client_id, 'remitos'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON remitos DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' remitos;'::text) = 0 AND touch(new.client_id, 'remitos'::text)) EXECUTE FUNCTION bump_touched();

create table request_hours (
  client_id uuid not null,
  key_id uuid not null,
  hour timestamp(0) with time zone not null,
  ok integer not null,
  ok_reads integer not null,
  client_errors integer not null,
  server_errors integer not null,
  rate_limited integer not null,
  reads integer not null,
  writes integer not null,
  by_minute integer[] not null,
  constraint request_hours_pkey PRIMARY KEY (client_id, key_id, hour),
  constraint request_hours_by_minute_check CHECK (cardinality(by_minute) = 60)
) with (fillfactor=70);
CREATE INDEX request_hours_oldest ON request_hours USING btree (hour);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON request_hours FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table request_reads (
  client_id uuid not null,
  hour timestamp(0) with time zone not null,
  count integer not null,
  constraint request_reads_pkey PRIMARY KEY (client_id, hour)
) with (fillfactor=70);
CREATE INDEX request_reads_oldest ON request_reads USING btree (hour);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON request_reads FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table requests (
  id uuid not null,
  client_id uuid not null,
  method text not null,
  path text not null,
  query text,
  status integer not null,
  duration_ms integer not null,
  count integer not null default 1,
  key_id uuid,
  key_prefix text,
  user_id uuid,
  user_email text,
  problem json,
  created_at timestamp(3) with time zone not null,
  constraint requests_pkey PRIMARY KEY (client_id, id),
  constraint requests_method_check CHECK (char_length(method) <= 20),
  constraint requests_path_check CHECK (char_length(path) <= 500),
  constraint requests_problem_check CHECK (octet_length(problem::text) <= 4096),
  constraint requests_query_check CHECK (char_length(query) <= 500)
);
CREATE INDEX requests_by_key_and_method ON requests USING btree (client_id, key_id, method, created_at, id) WHERE key_id IS NOT NULL;
CREATE INDEX requests_by_key_status_and_method ON requests USING btree (client_id, key_id, status, method, created_at, id) WHERE key_id IS NOT NULL;
CREATE INDEX requests_by_method ON requests USING btree (client_id, method, created_at, id);
CREATE INDEX requests_by_status_and_method ON requests USING btree (client_id, status, method, created_at, id);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON requests FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table return_items (
  id uuid not null,
  client_id uuid not null,
  return_id uuid not null,
  "position" integer not null,
  remito_item_id uuid not null,
  product_id uuid not null,
  lot_id uuid not null,
  expected numeric(15,3) not null,
  reason text not null,
  note text,
  restocked numeric(15,3) not null default 0,
  held numeric(15,3) not null default 0,
  written_off numeric(15,3) not null default 0,
  constraint return_items_pkey PRIMARY KEY (id, client_id),
  constraint return_items_return_id_position_key UNIQUE (return_id, "position"),
  constraint return_items_expected_check CHECK (expected > 0::numeric),
  constraint return_items_held_check CHECK (held >= 0::numeric),
  constraint return_items_no_more_than_expected CHECK ((restocked + held + written_off) <= expected),
  constraint return_items_reason_check CHECK (reason = ANY (ARRAY['damaged'::text, 'refused'::text, 'wrong_goods'::text, 'other'::text])),
  constraint return_items_restocked_check CHECK (restocked >= 0::numeric),
  constraint return_items_written_off_check CHECK (written_off >= 0::numeric)
);
CREATE INDEX return_items_of_remito_item ON return_items USING btree (remito_item_id);
CREATE INDEX return_items_of_sandboxes ON return_items USING btree (client_id) WHERE client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON return_items FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON return_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' remitos;'::text) = 0 AND touch(old.client_id, 'remitos'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON return_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' remitos;'::text) = 0 AND touch(new.client_id, 'remitos'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON return_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' remitos;'::text) = 0 AND touch(new.client_id, 'remitos'::text)) EXECUTE FUNCTION bump_touched();

create table return_series (
  client_id uuid not null,
  last_number bigint not null default 0,
  constraint return_series_pkey PRIMARY KEY (client_id)
);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON return_series FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table returns (
  id uuid not null,
  client_id uuid not null,
  number text not null,
  status text not null default 'expected'::text,
  order_id uuid not null,
  remito_id uuid not null,
  notes text,
  close_reason text,
  received_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint returns_pkey PRIMARY KEY (id, client_id),
  constraint returns_closed CHECK ((status = 'closed'::text) = (closed_at IS NOT NULL) AND (status = 'closed'::text) = (close_reason IS NOT NULL)),
  constraint returns_received CHECK ((status = 'received'::text) = (received_at IS NOT NULL)),
  constraint returns_status_check CHECK (status = ANY (ARRAY['expected'::text, 'received'::text, 'closed'::text]))
);
CREATE UNIQUE INDEX returns_by_number ON returns USING btree (client_id, number COLLATE "C");
CREATE INDEX returns_live_by_number ON returns USING btree (number COLLATE "C", id) WHERE client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX returns_live_newest ON returns USING btree (created_at, id) WHERE client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX returns_live_newest_by_status ON returns USING btree (status, created_at, id) WHERE client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX returns_newest ON returns USING btree (client_id, created_at, id);
CREATE INDEX returns_newest_by_status ON returns USING btree (client_id, status, created_at, id);
CREATE INDEX returns_of_order ON returns USING btree (order_id);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON returns FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON returns DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' remitos;'::text) = 0 AND touch(old.client_id, 'remitos'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON returns DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' remitos;'::text) = 0 AND touch(new.client_id, 'remitos'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON returns DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' remitos;'::text) = 0 AND touch(new.client_id, 'remitos'::text)) EXECUTE FUNCTION bump_touched();

create table sandbox_faults (
  id uuid not null,
  client_id uuid not null,
  kind text not null,
  route text,
  times_left integer not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint sandbox_faults_pkey PRIMARY KEY (id, client_id),
  constraint sandbox_faults_client_id_check CHECK (client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid),
  constraint sandbox_faults_kind_check CHECK (kind = ANY (ARRAY['429'::text, '500'::text, '503'::text])),
  constraint sandbox_faults_times_left_check CHECK (times_left >= 0 AND times_left <= 100)
);
CREATE UNIQUE INDEX sandbox_faults_by_route ON sandbox_faults USING btree (client_id, COALESCE(route, ''::text));
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON sandbox_faults FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table sandbox_mails (
  id uuid not null,
  client_id uuid not null,
  sent_to text not null,
  subject text not null,
  body text not null,
  attachments text[] not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint sandbox_mails_pkey PRIMARY KEY (id),
  constraint sandbox_mails_client_id_check CHECK (client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid)
);
CREATE INDEX sandbox_mails_newest ON sandbox_mails USING btree (client_id, created_at, id);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON sandbox_mails FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table sandbox_remito_series (
  client_id uuid not null,
  last_number bigint not null default 0,
  constraint sandbox_remito_series_pkey PRIMARY KEY (client_id),
  constraint sandbox_remito_series_client_id_check CHECK (client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid)
);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON sandbox_remito_series FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table sandbox_resets (
  client_id uuid not null,
  data text not null,
  state text not null default 'running'::text,
  done integer not null default 0,
  total integer not null default 0,
  problem_code text,
  problem_detail text,
  actor text not null,
  request_id text not null,
  started_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone,
  step integer not null default 0,
  tries integer not null default 0,
  constraint sandbox_resets_pkey PRIMARY KEY (client_id),
  constraint sandbox_resets_check CHECK ((state = 'running'::text) = (finished_at IS NULL)),
  constraint sandbox_resets_check1 CHECK ((problem_code IS NULL) = (problem_detail IS NULL)),
  constraint sandbox_resets_client_id_check CHECK (client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid),
  constraint sandbox_resets_data_check CHECK (data = ANY (ARRAY['empty'::text, 'products'::text, 'demo'::text])),
  constraint sandbox_resets_state_check CHECK (state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text]))
);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON sandbox_resets FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table sandbox_simulations (
  order_id uuid not null,
  client_id uuid not null,
  script text not null,
  actions text[] not null,
  step_seconds integer not null,
  state text not null default 'running'::text,
  done integer not null default 0,
  problem_code text,
  problem_detail text,
  request_id text not null,
  started_at timestamp(3) with time zone not null default now(),
  constraint sandbox_simulations_pkey PRIMARY KEY (order_id, client_id),
  constraint sandbox_simulations_client_id_check CHECK (client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid),
  constraint sandbox_simulations_script_check CHECK (script = ANY (ARRAY['happy'::text, 'reject'::text, 'fail_then_deliver'::text, 'fail_and_cancel'::text, 'partial_refusal'::text])),
  constraint sandbox_simulations_state_check CHECK (state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])),
  constraint sandbox_simulations_step_seconds_check CHECK (step_seconds >= 0 AND step_seconds <= 60)
);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON sandbox_simulations FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table sandboxes (
  client_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone not null default now(),
  announced_at timestamp(3) with time zone,
  emptied_at timestamp(3) with time zone,
  constraint sandboxes_pkey PRIMARY KEY (client_id)
);
CREATE INDEX sandboxes_by_use ON sandboxes USING btree (last_used_at) WHERE emptied_at IS NULL;
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON sandboxes FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table saved_views (
  id uuid not null,
  client_id uuid,
  user_id uuid not null,
  page text not null,
  name text not null,
  search text not null,
  columns text[],
  shared boolean not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_client_id_id_key UNIQUE (client_id, id),
  constraint saved_views_name UNIQUE (user_id, page, name)
);
CREATE INDEX saved_views_shared ON saved_views USING btree (client_id, page, id) WHERE shared;
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON saved_views FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table sealed_key (
  singleton boolean not null default true,
  sealed bytea not null,
  sealed_at timestamp(3) with time zone not null default now(),
  constraint sealed_key_pkey PRIMARY KEY (singleton),
  constraint sealed_key_singleton_check CHECK (singleton)
);

create table search_terms (
  client_id uuid not null,
  kind text collate "C" not null,
  term text collate "C" not null,
  word smallint not null,
  subject_id uuid not null,
  constraint search_terms_kind_check CHECK (kind = ANY (ARRAY['product'::text, 'lot'::text, 'remito'::text, 'destinatario'::text, 'client'::text, 'trip'::text]))
);
CREATE INDEX search_terms_live_by_word ON search_terms USING btree (kind, term, word) WHERE client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid;
CREATE INDEX search_terms_of_client ON search_terms USING btree (client_id, kind, term, word, subject_id);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON search_terms FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table sessions (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone not null default now(),
  ip_address text,
  user_agent text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX sessions_by_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_of_user ON sessions USING btree (user_id, created_at, id);
CREATE TRIGGER end_surplus_sessions AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION end_surplus_sessions();

create table staff_keys (
  id uuid not null,
  name text not null,
  token_hash bytea not null,
  key_prefix text not null,
  scopes text[] not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  read_per_hour integer,
  write_per_hour integer,
  burst_per_minute integer,
  constraint staff_keys_pkey PRIMARY KEY (id),
  constraint staff_keys_token_hash_key UNIQUE (token_hash),
  constraint staff_keys_burst_per_minute_check CHECK (burst_per_minute > 0),
  constraint staff_keys_key_prefix_check CHECK (char_length(key_prefix) = 10),
  constraint staff_keys_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  constraint staff_keys_read_per_hour_check CHECK (read_per_hour > 0),
  constraint staff_keys_token_hash_check CHECK (octet_length(token_hash) = 32),
  constraint staff_keys_write_per_hour_check CHECK (write_per_hour > 0)
);
CREATE INDEX staff_keys_newest ON staff_keys USING btree (created_at, id);

create table stock (
  product_id uuid not null,
  client_id uuid not null,
  quantity numeric(15,3) not null default 0,
  reserved_quantity numeric(15,3) not null default 0,
  updated_at timestamp(3) with time zone not null default now(),
  archived boolean not null default false,
  entries_since_checkpoint integer not null default 0,
  constraint stock_pkey PRIMARY KEY (product_id),
  constraint stock_is_empty_when_archived CHECK (NOT archived OR quantity = 0::numeric AND reserved_quantity = 0::numeric),
  constraint stock_quantity_check CHECK (quantity >= 0::numeric),
  constraint stock_reserved_quantity_check CHECK (reserved_quantity >= 0::numeric)
) with (fillfactor=80);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON stock FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON stock DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' stock;'::text) = 0 AND touch(old.client_id, 'stock'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON stock DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' stock;'::text) = 0 AND touch(new.client_id, 'stock'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON stock DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' stock;'::text) = 0 AND touch(new.client_id, 'stock'::text)) EXECUTE FUNCTION bump_touched();

create table stock_checkpoints (
  product_id uuid not null,
  recorded_until timestamp(3) with time zone not null,
  quantity numeric(15,3) not null,
  constraint stock_checkpoints_pkey PRIMARY KEY (product_id, recorded_until)
);

create table stock_ledger (
  id uuid not null,
  seq bigint not null generated always as identity,
  client_id uuid not null,
  product_id uuid not null,
  lot_id uuid not null,
  delta numeric(15,3) not null,
  cause text not null,
  document_id uuid not null,
  actor text not null,
  created_at timestamp(3) with time zone not null default statement_timestamp(),
  reason text,
  constraint stock_ledger_pkey PRIMARY KEY (lot_id, seq) INCLUDE (delta, cause),
  constraint stock_ledger_cause_check CHECK (cause = ANY (ARRAY['remito_ingreso'::text, 'remito_egreso'::text, 'remito_void'::text, 'adjustment'::text, 'transfer'::text, 'csv_import'::text])),
  constraint stock_ledger_delta_check CHECK (delta <> 0::numeric)
);
CREATE INDEX stock_ledger_of_adjustment_or_transfer ON stock_ledger USING btree (document_id) WHERE cause = ANY (ARRAY['adjustment'::text, 'transfer'::text]);
CREATE INDEX stock_ledger_of_import ON stock_ledger USING btree (document_id, seq) WHERE cause = 'csv_import'::text;
CREATE INDEX stock_ledger_of_product ON stock_ledger USING btree (product_id, created_at, seq) INCLUDE (delta);
CREATE TRIGGER apply_stock_ledger AFTER INSERT ON stock_ledger REFERENCING NEW TABLE AS entries FOR EACH STATEMENT EXECUTE FUNCTION apply_stock_ledger();
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON stock_ledger FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE TRIGGER stock_ledger_is_append_only BEFORE UPDATE ON stock_ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stock_ledger_keep_their_rows BEFORE DELETE ON stock_ledger FOR EACH STATEMENT WHEN (current_setting('anden.emptying_sandbox'::text, true) IS DISTINCT FROM 'on'::text) EXECUTE FUNCTION refuse_change();

create unlogged table total_changes (
  transaction_id xid8 not null,
  client_id uuid not null,
  total text collate "C" not null,
  key text collate "C" not null,
  change numeric(15,2) not null
);
CREATE INDEX total_changes_of_transaction ON total_changes USING btree (transaction_id);
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON total_changes FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table trip_series (
  only_row boolean not null default true,
  last_number bigint not null default 0,
  constraint trip_series_pkey PRIMARY KEY (only_row),
  constraint trip_series_only_row_check CHECK (only_row)
);

create table trip_stops (
  trip_id uuid not null,
  client_id uuid not null,
  order_id uuid not null,
  "position" integer not null,
  outcome text,
  outcome_at timestamp(3) with time zone,
  outcome_reason text,
  packages integer,
  weight_kg numeric(15,3),
  weight_known boolean,
  created_at timestamp(3) with time zone not null default now(),
  constraint trip_stops_pkey PRIMARY KEY (trip_id, order_id),
  constraint trip_stops_position UNIQUE (trip_id, "position") DEFERRABLE,
  constraint trip_stops_check CHECK ((outcome IS NULL) = (outcome_at IS NULL)),
  constraint trip_stops_of_live_clients CHECK (client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid),
  constraint trip_stops_outcome_check CHECK (outcome = ANY (ARRAY['delivered'::text, 'failed'::text, 'cancelled'::text])),
  constraint trip_stops_position_check CHECK ("position" > 0)
);
CREATE INDEX trip_stops_of_order ON trip_stops USING btree (order_id, created_at);
CREATE UNIQUE INDEX trip_stops_open ON trip_stops USING btree (order_id) WHERE outcome IS NULL;
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON trip_stops FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER warehouse_deleted AFTER DELETE ON trip_stops DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (touch(warehouse_id(), 'trips'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER warehouse_inserted AFTER INSERT ON trip_stops DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (touch(warehouse_id(), 'trips'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER warehouse_updated AFTER UPDATE ON trip_stops DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (touch(warehouse_id(), 'trips'::text)) EXECUTE FUNCTION bump_touched();

create table trips (
  id uuid not null,
  number text collate "C" not null,
  revision integer not null default 1,
  date date not null,
  status text not null default 'draft'::text,
  driver_name text not null,
  driver_folded text collate "C" not null,
  driver_dni text,
  carrier_name text,
  carrier_cuit text,
  plate text,
  trailer_plate text,
  cot text,
  notes text,
  departed_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint trips_pkey PRIMARY KEY (id),
  constraint trips_number UNIQUE (number),
  constraint trips_carrier_cuit_check CHECK (carrier_cuit ~ '^([0-9]{11}|[0-9]{7,8})$'::text),
  constraint trips_carrier_name_check CHECK (char_length(carrier_name) >= 1 AND char_length(carrier_name) <= 200),
  constraint trips_cot_check CHECK (char_length(cot) >= 1 AND char_length(cot) <= 40),
  constraint trips_driver_dni_check CHECK (driver_dni ~ '^([0-9]{11}|[0-9]{7,8})$'::text),
  constraint trips_driver_name_check CHECK (char_length(driver_name) >= 1 AND char_length(driver_name) <= 120),
  constraint trips_notes_check CHECK (char_length(notes) >= 1 AND char_length(notes) <= 2000),
  constraint trips_plate_check CHECK (plate ~ '^([A-Z]{3}[0-9]{3}|[A-Z]{2}[0-9]{3}[A-Z]{2})$'::text),
  constraint trips_status_check CHECK (status = ANY (ARRAY['draft'::text, 'departed'::text, 'closed'::text])),
  constraint trips_times CHECK ((status = 'draft'::text) = (departed_at IS NULL) AND (status <> 'closed'::text OR closed_at IS NOT NULL)),
  constraint trips_trailer_plate_check CHECK (trailer_plate ~ '^([A-Z]{3}[0-9]{3}|[A-Z]{2}[0-9]{3}[A-Z]{2})$'::text)
);
CREATE INDEX trips_newest ON trips USING btree (date, id);
CREATE INDEX trips_newest_by_driver ON trips USING btree (driver_folded, date, id);
CREATE INDEX trips_newest_by_driver_and_status ON trips USING btree (driver_folded, status, date, id);
CREATE INDEX trips_newest_by_status ON trips USING btree (status, date, id);
CREATE TRIGGER index_changed AFTER UPDATE OF driver_folded, plate, trailer_plate ON trips FOR EACH ROW WHEN (old.driver_folded IS DISTINCT FROM new.driver_folded OR old.plate IS DISTINCT FROM new.plate OR old.trailer_plate IS DISTINCT FROM new.trailer_plate) EXECUTE FUNCTION index_trip();
CREATE TRIGGER index_deleted AFTER DELETE ON trips FOR EACH ROW EXECUTE FUNCTION index_trip();
CREATE TRIGGER index_inserted AFTER INSERT ON trips FOR EACH ROW EXECUTE FUNCTION index_trip();
CREATE CONSTRAINT TRIGGER warehouse_deleted AFTER DELETE ON trips DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (touch(warehouse_id(), 'trips'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER warehouse_inserted AFTER INSERT ON trips DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (touch(warehouse_id(), 'trips'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER warehouse_updated AFTER UPDATE ON trips DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (touch(warehouse_id(), 'trips'::text)) EXECUTE FUNCTION bump_touched();

create table two_factors (
  id uuid not null,
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamp(3) with time zone,
  constraint two_factors_pkey PRIMARY KEY (id),
  constraint two_factors_user_id_key UNIQUE (user_id)
);

create table used_totp_codes (
  user_id uuid not null,
  code text not null,
  used_at timestamp(3) with time zone not null default now(),
  constraint used_totp_codes_pkey PRIMARY KEY (user_id, code),
  constraint used_totp_codes_code_check CHECK (char_length(code) = 6)
);

create table user_accounts (
  id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint user_accounts_pkey PRIMARY KEY (id),
  constraint user_accounts_user_id_provider_id_key UNIQUE (user_id, provider_id)
);

create table users (
  id uuid not null,
  client_id uuid,
  role text not null,
  scopes text[] not null default '{}'::text[],
  email text not null,
  name text not null,
  language text,
  email_verified boolean not null default false,
  two_factor_enabled boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  invited_by text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_check CHECK ((role = 'staff'::text) = (client_id IS NULL)),
  constraint users_check1 CHECK (client_id IS NULL OR cardinality(scopes) = 0),
  constraint users_email_check CHECK (char_length(email) >= 3 AND char_length(email) <= 320 AND email = lower(email)),
  constraint users_invited_by_check CHECK (char_length(invited_by) >= 1 AND char_length(invited_by) <= 200),
  constraint users_language_check CHECK (language = ANY (ARRAY['es'::text, 'en'::text])),
  constraint users_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  constraint users_of_live_clients CHECK (client_id < 'ffffffff-0000-0000-0000-000000000000'::uuid),
  constraint users_role_check CHECK (role = ANY (ARRAY['administrator'::text, 'operator'::text, 'reader'::text, 'staff'::text]))
);
CREATE INDEX users_of_client ON users USING btree (client_id, created_at, id);
CREATE INDEX users_of_staff ON users USING btree (created_at, id) WHERE client_id IS NULL;
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON users FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();

create table verifications (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_by_expiry ON verifications USING btree (expires_at);
CREATE INDEX verifications_by_identifier ON verifications USING btree (identifier, created_at);
CREATE INDEX verifications_by_value ON verifications USING btree (value);

create table warehouse_clock (
  singleton boolean not null default true,
  time_zone text not null,
  constraint warehouse_clock_pkey PRIMARY KEY (singleton),
  constraint warehouse_clock_singleton_check CHECK (singleton)
);

create table warehouse_versions (
  topic text not null,
  version bigint not null default 1,
  changed_in xid8 not null default pg_current_xact_id(),
  constraint warehouse_versions_pkey PRIMARY KEY (topic)
) with (fillfactor=50);

create table webhook_endpoints (
  id uuid not null,
  client_id uuid not null,
  url text not null,
  description text,
  events text[] not null,
  status text not null default 'active'::text,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamp(3) with time zone,
  consecutive_failures integer not null default 0,
  last_success_at timestamp(3) with time zone,
  last_failure_at timestamp(3) with time zone,
  last_failure_reason text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  last_failure jsonb,
  own_headers bytea,
  header_names text[] not null default '{}'::text[],
  filter jsonb,
  auto_resume boolean not null default false,
  auto_paused_at timestamp(3) with time zone,
  next_trial_at timestamp(3) with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_client_id_id_key UNIQUE (client_id, id),
  constraint webhook_endpoints_check CHECK ((own_headers IS NULL) = (cardinality(header_names) = 0)),
  constraint webhook_endpoints_consecutive_failures_check CHECK (consecutive_failures >= 0),
  constraint webhook_endpoints_events_check CHECK (cardinality(events) >= 1),
  constraint webhook_endpoints_status_check CHECK (status = ANY (ARRAY['active'::text, 'paused'::text])),
  constraint webhook_endpoints_url_check CHECK (char_length(url) >= 1 AND char_length(url) <= 2000)
) with (fillfactor=70);
CREATE INDEX webhook_endpoints_of_client ON webhook_endpoints USING btree (client_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX webhook_endpoints_to_try ON webhook_endpoints USING btree (next_trial_at) WHERE next_trial_at IS NOT NULL;
CREATE UNIQUE INDEX webhook_endpoints_url ON webhook_endpoints USING btree (client_id, url) WHERE deleted_at IS NULL;
CREATE TRIGGER only_of_sandboxes BEFORE DELETE ON webhook_endpoints FOR EACH ROW WHEN (current_setting('anden.emptying_sandbox'::text, true) = 'on'::text AND (old.client_id >= 'ffffffff-0000-0000-0000-000000000000'::uuid) IS NOT TRUE) EXECUTE FUNCTION refuse_live_row();
CREATE CONSTRAINT TRIGGER touch_deleted AFTER DELETE ON webhook_endpoints DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), old.client_id || ' webhooks;'::text) = 0 AND touch(old.client_id, 'webhooks'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_inserted AFTER INSERT ON webhook_endpoints DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' webhooks;'::text) = 0 AND touch(new.client_id, 'webhooks'::text)) EXECUTE FUNCTION bump_touched();
CREATE CONSTRAINT TRIGGER touch_updated AFTER UPDATE ON webhook_endpoints DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (strpos(COALESCE(current_setting('anden.touched'::text, true), ''::text), new.client_id || ' webhooks;'::text) = 0 AND touch(new.client_id, 'webhooks'::text)) EXECUTE FUNCTION bump_touched();

create view reservations as
 SELECT id AS order_item_id,
    client_id,
    order_id,
    product_id,
    vintage_year,
    quantity
   FROM order_items
  WHERE reserved;

alter table acceptance_files add constraint acceptance_files_client_id_acceptance_id_fkey FOREIGN KEY (client_id, acceptance_id) REFERENCES remito_acceptances(client_id, id);
alter table acceptance_files add constraint acceptance_files_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table account_entries add constraint account_entries_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table account_entries add constraint account_entries_client_id_reverses_fkey FOREIGN KEY (client_id, reverses) REFERENCES account_entries(client_id, id);
alter table account_totals add constraint account_totals_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table api_keys add constraint api_keys_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table audit_entries add constraint audit_entries_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table client_inspections add constraint client_inspections_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table client_inspections add constraint client_inspections_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table client_totals add constraint client_totals_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table client_versions add constraint client_versions_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table clients add constraint clients_sandbox_of_fkey FOREIGN KEY (sandbox_of) REFERENCES clients(id);
alter table credit_note_numbers add constraint credit_note_numbers_client_id_entry_id_fkey FOREIGN KEY (client_id, entry_id) REFERENCES account_entries(client_id, id);
alter table deliveries add constraint deliveries_client_id_endpoint_id_fkey FOREIGN KEY (client_id, endpoint_id) REFERENCES webhook_endpoints(client_id, id);
alter table deliveries add constraint deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table destinatarios add constraint destinatarios_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table driver_links add constraint driver_links_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE;
alter table events add constraint events_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table imported_orders add constraint imported_orders_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table imported_orders add constraint imported_orders_order_id_client_id_fkey FOREIGN KEY (order_id, client_id) REFERENCES orders(id, client_id);
alter table inbound_items add constraint inbound_items_client_id_notice_id_fkey FOREIGN KEY (client_id, notice_id) REFERENCES inbound_notices(client_id, id);
alter table inbound_items add constraint inbound_items_client_id_product_id_fkey FOREIGN KEY (client_id, product_id) REFERENCES products(client_id, id);
alter table inbound_notices add constraint inbound_notices_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table inbound_series add constraint inbound_series_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table ingreso_numbers add constraint ingreso_numbers_client_id_remito_id_fkey FOREIGN KEY (client_id, remito_id) REFERENCES remitos(client_id, id);
alter table invitation_tries add constraint invitation_tries_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE;
alter table lots add constraint lots_client_id_product_id_fkey FOREIGN KEY (client_id, product_id) REFERENCES products(client_id, id);
alter table order_attachments add constraint order_attachments_client_id_order_id_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders(client_id, id);
alter table order_changes add constraint order_changes_client_id_order_id_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders(client_id, id);
alter table order_items add constraint order_items_client_id_order_id_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders(client_id, id);
alter table order_items add constraint order_items_client_id_product_id_fkey FOREIGN KEY (client_id, product_id) REFERENCES products(client_id, id);
alter table order_series add constraint order_series_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table order_steps add constraint order_steps_client_id_order_id_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders(client_id, id);
alter table orders add constraint orders_client_id_destinatario_id_fkey FOREIGN KEY (client_id, destinatario_id) REFERENCES destinatarios(client_id, id);
alter table orders add constraint orders_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table products add constraint products_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table remito_acceptance_lines add constraint remito_acceptance_lines_client_id_acceptance_id_fkey FOREIGN KEY (client_id, acceptance_id) REFERENCES remito_acceptances(client_id, id);
alter table remito_acceptance_lines add constraint remito_acceptance_lines_remito_item_id_fkey FOREIGN KEY (remito_item_id) REFERENCES remito_items(id);
alter table remito_acceptances add constraint remito_acceptances_client_id_order_id_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders(client_id, id);
alter table remito_acceptances add constraint remito_acceptances_client_id_remito_id_fkey FOREIGN KEY (client_id, remito_id) REFERENCES remitos(client_id, id);
alter table remito_items add constraint remito_items_client_id_remito_id_fkey FOREIGN KEY (client_id, remito_id) REFERENCES remitos(client_id, id);
alter table remito_items add constraint remito_items_inbound_item_fkey FOREIGN KEY (client_id, inbound_item_id) REFERENCES inbound_items(client_id, id);
alter table remito_items add constraint remito_items_lot_fkey FOREIGN KEY (client_id, product_id, lot_id) REFERENCES lots(client_id, product_id, id);
alter table remitos add constraint remitos_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table remitos add constraint remitos_client_id_source_order_id_fkey FOREIGN KEY (client_id, source_order_id) REFERENCES orders(client_id, id);
alter table remitos add constraint remitos_inbound_fkey FOREIGN KEY (client_id, inbound_id) REFERENCES inbound_notices(client_id, id);
alter table remitos add constraint remitos_return_fkey FOREIGN KEY (client_id, return_id) REFERENCES returns(client_id, id);
alter table request_hours add constraint request_hours_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table request_reads add constraint request_reads_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table return_items add constraint return_items_client_id_return_id_fkey FOREIGN KEY (client_id, return_id) REFERENCES returns(client_id, id);
alter table return_items add constraint return_items_lot_fkey FOREIGN KEY (client_id, product_id, lot_id) REFERENCES lots(client_id, product_id, id);
alter table return_items add constraint return_items_remito_item_id_fkey FOREIGN KEY (remito_item_id) REFERENCES remito_items(id);
alter table return_series add constraint return_series_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table returns add constraint returns_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table returns add constraint returns_client_id_order_id_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders(client_id, id);
alter table returns add constraint returns_client_id_remito_id_fkey FOREIGN KEY (client_id, remito_id) REFERENCES remitos(client_id, id);
alter table sandbox_faults add constraint sandbox_faults_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table sandbox_mails add constraint sandbox_mails_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table sandbox_remito_series add constraint sandbox_remito_series_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table sandbox_resets add constraint sandbox_resets_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table sandbox_simulations add constraint sandbox_simulations_order_id_client_id_fkey FOREIGN KEY (order_id, client_id) REFERENCES orders(id, client_id);
alter table sandboxes add constraint sandboxes_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table saved_views add constraint saved_views_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table saved_views add constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table stock add constraint stock_client_id_product_id_fkey FOREIGN KEY (client_id, product_id) REFERENCES products(client_id, id);
alter table stock_checkpoints add constraint stock_checkpoints_product_id_fkey FOREIGN KEY (product_id) REFERENCES stock(product_id);
alter table stock_ledger add constraint stock_ledger_lot_fkey FOREIGN KEY (client_id, product_id, lot_id) REFERENCES lots(client_id, product_id, id) DEFERRABLE;
alter table trip_stops add constraint trip_stops_client_id_order_id_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders(client_id, id);
alter table trip_stops add constraint trip_stops_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id);
alter table two_factors add constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table used_totp_codes add constraint used_totp_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table user_accounts add constraint user_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table users add constraint users_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table webhook_endpoints add constraint webhook_endpoints_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
