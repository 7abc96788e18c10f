-- Totals that the overview shows and that would otherwise be counted over all history: orders by status and by week, lots
-- in stock by expiry date, and the change of the balance by month. A counter that is locked while a transaction works
-- would make all writes of a client wait for each other, so a transaction notes its changes and applies them when it
-- commits, just before it bumps the versions and in one order: a total is locked exactly as long as a version is.

-- Weeks and months are the warehouse's own. The service writes its TIME_ZONE here when it starts, and counts anew if that
-- has changed.
create table warehouse_clock (
  singleton boolean primary key default true check (singleton),
  time_zone text not null
);
insert into warehouse_clock (time_zone) values ('America/Argentina/Buenos_Aires');

-- A total of 0 has no row. key: a status, a day (of a week its Monday), or a month as 2026-11.
create table client_totals (
  client_id uuid not null references clients,
  total text collate "C" not null
    check (total in ('orders_by_status', 'orders_by_week', 'lots_by_expiry', 'balance_by_month')),
  key text collate "C" not null,
  amount numeric(15,2) not null,
  primary key (client_id, total, key)
) with (fillfactor = 50);

-- Unlogged: rows live only inside a transaction, a crash has nothing to recover.
create unlogged table total_changes (
  transaction_id xid8 not null,
  client_id uuid not null,
  total text collate "C" not null,
  key text collate "C" not null,
  change numeric(15,2) not null
);
create index total_changes_of_transaction on total_changes (transaction_id);

create function week_of(moment timestamptz, time_zone text) returns text language sql immutable as $$
  select to_char(date_trunc('week', moment at time zone time_zone), 'YYYY-MM-DD')
$$;

create function month_of(moment timestamptz, time_zone text) returns text language sql immutable as $$
  select to_char(moment at time zone time_zone, 'YYYY-MM')
$$;

create function balance_change(type text, amount numeric) returns numeric language sql immutable as $$
  select case type when 'credit_sale' then amount else -amount end
$$;

create function note_order_totals() returns trigger language plpgsql as $$
declare
  zone text := (select time_zone from warehouse_clock);
begin
  if tg_op = 'UPDATE' then
    insert into total_changes (transaction_id, client_id, total, key, change)
    select pg_current_xact_id(), client_id, totals.total, totals.key, sum(sign)
    from (
      select client_id, status, created_at, -1 as sign from before_update
      union all
      select client_id, status, created_at, 1 from after_update) as changed
    cross join lateral (values ('orders_by_status', status), ('orders_by_week', week_of(created_at, zone)))
      as totals (total, key)
    group by client_id, totals.total, totals.key
    having sum(sign) <> 0;
  else
    insert into total_changes (transaction_id, client_id, total, key, change)
    select pg_current_xact_id(), client_id, totals.total, totals.key,
      count(*) * case tg_op when 'INSERT' then 1 else -1 end
    from changed
    cross join lateral (values ('orders_by_status', status), ('orders_by_week', week_of(created_at, zone)))
      as totals (total, key)
    group by client_id, totals.total, totals.key;
  end if;
  return null;
end $$;

create function note_lot_totals() returns trigger language plpgsql as $$
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
  return null;
end $$;

create function note_account_totals() returns trigger language plpgsql as $$
declare
  zone text := (select time_zone from warehouse_clock);
begin
  if tg_op = 'UPDATE' then
    insert into total_changes (transaction_id, client_id, total, key, change)
    select pg_current_xact_id(), client_id, 'balance_by_month', month_of(created_at, zone),
      sum(sign * balance_change(type, amount))
    from (
      select client_id, type, amount, created_at, -1 as sign from before_update
      union all
      select client_id, type, amount, created_at, 1 from after_update) as changed
    group by client_id, month_of(created_at, zone);
  else
    insert into total_changes (transaction_id, client_id, total, key, change)
    select pg_current_xact_id(), client_id, 'balance_by_month', month_of(created_at, zone),
      sum(balance_change(type, amount)) * case tg_op when 'INSERT' then 1 else -1 end
    from changed
    group by client_id, month_of(created_at, zone);
  end if;
  return null;
end $$;

-- In sorted order, as the versions are: two transactions never wait for each other in a circle.
create function apply_total_changes() returns void language plpgsql as $$
declare
  next record;
  result numeric;
begin
  for next in
    select client_id, total, key, sum(change) as change from total_changes
    where transaction_id = pg_current_xact_id()
    group by client_id, total, key
    having sum(change) <> 0
    order by client_id, total, key
  loop
    insert into client_totals (client_id, total, key, amount)
    values (next.client_id, next.total, next.key, next.change)
    on conflict (client_id, total, key) do update set amount = client_totals.amount + excluded.amount
    returning amount into result;
    if result = 0 then
      delete from client_totals
      where client_id = next.client_id and total = next.total and key = next.key;
    end if;
  end loop;
  delete from total_changes where transaction_id = pg_current_xact_id();
end $$;

create or replace function bump_touched() returns trigger language plpgsql as $$
declare
  next record;
begin
  perform apply_total_changes();
  for next in
    select client_id, topic from touched
    where transaction_id = pg_current_xact_id()
    order by client_id, topic
  loop
    update client_versions set version = version + 1, changed_in = pg_current_xact_id()
    where client_id = next.client_id and topic = next.topic;
  end loop;
  delete from touched where transaction_id = pg_current_xact_id();
  return null;
end $$;

-- Writers wait until it commits, so that what it counts is complete.
create function recount_totals() returns void language plpgsql as $$
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
end $$;

do $$
declare
  counted record;
begin
  for counted in
    select * from (values ('orders', 'note_order_totals'), ('lots', 'note_lot_totals'),
      ('account_entries', 'note_account_totals')) as list (table_name, function_name)
  loop
    execute format(
      'create trigger note_inserted after insert on %1$I referencing new table as changed
         for each statement execute function %2$I();
       create trigger note_updated after update on %1$I referencing old table as before_update new table as after_update
         for each statement execute function %2$I();
       create trigger note_deleted after delete on %1$I referencing old table as changed
         for each statement execute function %2$I()',
      counted.table_name, counted.function_name);
  end loop;
end $$;

select recount_totals();
