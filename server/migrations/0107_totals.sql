-- Totals that the overview shows and that would otherwise be counted over all history: orders by status and by week, lots in
-- stock by expiry date, and the change of the balance by month. They change when the transaction commits, after the versions: a
-- total that is locked while a transaction works would make all writes of a client wait for each other.

-- The only row has the time zone of the warehouse, whose weeks and months are counted. The service writes its TIME_ZONE here when it
-- starts, and counts again if that has changed.
create table warehouse_clock (
  singleton boolean primary key default true check (singleton),
  time_zone text not null
);

insert into warehouse_clock (time_zone) values ('America/Argentina/Buenos_Aires');

-- A row is a total of a client, unless it is 0. key: a status, a day (the Monday of a week), or a month as 2026-11.
create table client_totals (
  client_id uuid not null references clients,
  total text collate "C" not null,
  key text collate "C" not null,
  amount numeric(15, 2) not null,
  primary key (client_id, total, key)
) with (fillfactor = 50);

create trigger total_exists before insert or update of total on client_totals
  for each row
  when (new.total <> all (array['orders_by_status', 'orders_by_week', 'lots_by_expiry', 'balance_by_month']))
  execute function refuse_value('total');

-- Most of the time the total exists; "on conflict" writes a lock record before it updates.
create function add_to_total(of_client uuid, of_total text, of_key text, change numeric) returns numeric
language plpgsql as $$
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
end $$;

-- Stable, because a function that depends on a time zone and is declared immutable cannot be inlined.
create function week_of(moment timestamptz, time_zone text) returns text language sql stable as $$
  select to_char(date_trunc('week', moment at time zone time_zone), 'YYYY-MM-DD')
$$;

create function month_of(moment timestamptz, time_zone text) returns text language sql stable as $$
  select to_char(moment at time zone time_zone, 'YYYY-MM')
$$;

create function balance_change(type text, amount numeric) returns numeric language sql immutable as $$
  select case type when 'credit_sale' then amount else -amount end
$$;

-- Orders are written one by one, so each is added to its totals directly.
create function count_order() returns trigger language plpgsql as $$
declare
  is_first boolean := bump_versions();
  result numeric;
  week text;
begin
  if tg_op = 'INSERT' then
    update client_totals set amount = amount + 1
    where client_id = new.client_id and total = 'orders_by_status' and key = new.status;
    if not found then
      result := add_to_total(new.client_id, 'orders_by_status', new.status, 1);
    end if;
    week := (select week_of(new.created_at, time_zone) from warehouse_clock);
    update client_totals set amount = amount + 1
    where client_id = new.client_id and total = 'orders_by_week' and key = week;
    if not found then
      result := add_to_total(new.client_id, 'orders_by_week', week, 1);
    end if;
    return null;
  end if;

  result := add_to_total(old.client_id, 'orders_by_status', old.status, -1);
  if tg_op = 'UPDATE' then
    result := add_to_total(new.client_id, 'orders_by_status', new.status, 1);
    if (old.client_id, old.created_at) = (new.client_id, new.created_at) then
      return null;
    end if;
  end if;
  result := add_to_total(old.client_id, 'orders_by_week',
    (select week_of(old.created_at, time_zone) from warehouse_clock), -1);
  if tg_op = 'UPDATE' then
    result := add_to_total(new.client_id, 'orders_by_week',
      (select week_of(new.created_at, time_zone) from warehouse_clock), 1);
  end if;
  return null;
end $$;

create constraint trigger count_inserted after insert on orders
  deferrable initially deferred for each row execute function count_order();
create constraint trigger count_updated after update on orders
  deferrable initially deferred for each row
  when ((old.client_id, old.status, old.created_at) <> (new.client_id, new.status, new.created_at))
  execute function count_order();
create constraint trigger count_deleted after delete on orders
  deferrable initially deferred for each row execute function count_order();

-- Entries of an account are written one by one as well. Payments of one client wait for each other only during the commit.
create function count_account_entry() returns trigger language plpgsql as $$
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

create constraint trigger count_inserted after insert on account_entries
  deferrable initially deferred for each row execute function count_account_entry();
create constraint trigger count_updated after update on account_entries
  deferrable initially deferred for each row execute function count_account_entry();
create constraint trigger count_deleted after delete on account_entries
  deferrable initially deferred for each row execute function count_account_entry();

-- A row is a change of a total that a running transaction has still to apply. Lots are written by the thousand: their changes are
-- noted here, grouped, and applied once by bump_versions. Unlogged, because no row outlives its transaction.
create unlogged table total_changes (
  transaction_id xid8 not null,
  client_id uuid not null,
  total text collate "C" not null,
  key text collate "C" not null,
  change numeric(15, 2) not null
);

create index total_changes_of_transaction on total_changes (transaction_id);

create function note_lot_totals() returns trigger language plpgsql as $$
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

create trigger note_inserted after insert on lots
  referencing new table as changed for each statement execute function note_lot_totals();
create trigger note_updated after update on lots
  referencing old table as before_update new table as after_update
  for each statement execute function note_lot_totals();
create trigger note_deleted after delete on lots
  referencing old table as changed for each statement execute function note_lot_totals();

-- For a new time zone, and for rows that were written without triggers. Writers wait until it commits, so that what it counts is
-- complete.
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
