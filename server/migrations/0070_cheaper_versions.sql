-- A third of PostgreSQL's CPU time for a payment was spent in triggers: a row in `touched` for each topic, read, applied and
-- deleted when the transaction commits, and once more looked for. What a transaction has touched is now a setting of that
-- transaction, which costs no row. The first touch queues one deferred trigger, which increments all versions at the end.

-- Whether this is the transaction's first touch. A rollback to a savepoint also restores the setting.
create function touch(of_client uuid, of_topics text[]) returns boolean language plpgsql as $$
declare
  touched text := coalesce(current_setting('anden.touched', true), '');
  added text := '';
  topic text;
begin
  foreach topic in array of_topics loop
    if strpos(touched, of_client || ' ' || topic || ',') = 0 then
      added := added || of_client || ' ' || topic || ',';
    end if;
  end loop;
  if added = '' then
    return false;
  end if;
  added := set_config('anden.touched', touched || added, true);
  return touched = '';
end $$;

-- PostgreSQL evaluates the condition of a deferred trigger at once, for each row: one event is queued, not one per row.
create or replace function add_table_to_topics(shown regclass, variadic shown_in text[]) returns void
language plpgsql as $$
declare
  event record;
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
      'create constraint trigger touch_%s after %s on %s deferrable initially deferred
         for each row when (touch(%s.client_id, %L)) execute function bump_touched()',
      event.past, event.verb, shown, event.row, shown_in);
  end loop;
end $$;

-- From here on nothing that a topic shows is written until the migration commits, and no transaction is about to commit.
lock table account_entries, destinatarios, lots, order_attachments, order_items, orders, products, remito_items, remitos,
  stock, webhook_endpoints, touched in access exclusive mode;

select add_table_to_topics('account_entries', 'account');
select add_table_to_topics('destinatarios', 'destinatarios');
select add_table_to_topics('lots', 'stock', 'remitos');
select add_table_to_topics('order_attachments', 'orders');
select add_table_to_topics('order_items', 'orders');
select add_table_to_topics('orders', 'orders');
select add_table_to_topics('products', 'stock', 'orders', 'remitos');
select add_table_to_topics('remito_items', 'remitos');
select add_table_to_topics('remitos', 'remitos');
select add_table_to_topics('stock', 'stock');
select add_table_to_topics('webhook_endpoints', 'webhooks');
drop table touched;
drop function touch();

-- Versions first, in one order: whoever changes a total has then locked the topic that shows it, so two transactions never
-- wait for each other in a circle, whatever the order of their totals.
create or replace function bump_versions() returns boolean language plpgsql as $$
declare
  touched text[] := string_to_array(rtrim(current_setting('anden.touched', true), ','), ',');
  one text;
  next record;
  result numeric;
begin
  if coalesce(cardinality(touched), 0) = 0 then
    return false;
  end if;
  one := set_config('anden.touched', '', true);
  if cardinality(touched) > 1 then
    touched := array(select unnest(touched) order by 1);
  end if;
  foreach one in array touched loop
    update client_versions set version = version + 1, changed_in = pg_current_xact_id()
    where client_id = left(one, 36)::uuid and topic = substr(one, 38);
  end loop;

  if current_setting('anden.noted_totals', true) = 'on' then
    one := set_config('anden.noted_totals', 'off', true);
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
end $$;

create or replace function note_lot_totals() returns trigger language plpgsql as $$
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
end $$;

-- The totals of an account, by type and by month, when the transaction commits. Payments of one client then wait for each
-- other only for that long, not from the insert on.
create or replace function count_account_entry() returns trigger language plpgsql as $$
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
end $$;
drop trigger apply_account_entries on account_entries;
drop function apply_account_entries();

-- A CHECK is parsed and planned again by each statement, also if its column does not change. These two lists were a third of
-- the time of each update of a version or a total.
create function refuse_value() returns trigger language plpgsql as $$
begin
  raise check_violation using message = format('%s.%s has a value that does not exist', tg_table_name, tg_argv[0]);
end $$;

alter table client_versions drop constraint client_versions_topic_check;
create trigger topic_exists before insert or update of topic on client_versions
  for each row when (new.topic <> all (topics())) execute function refuse_value('topic');

alter table client_totals drop constraint client_totals_total_check;
create trigger total_exists before insert or update of total on client_totals
  for each row
  when (new.total <> all (array['orders_by_status', 'orders_by_week', 'lots_by_expiry', 'balance_by_month']))
  execute function refuse_value('total');
