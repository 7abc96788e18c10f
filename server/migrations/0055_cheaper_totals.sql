-- The totals of the overview were a third of what a transaction does when it commits: a note of each change, and at the end
-- the notes grouped, applied and deleted, once per topic. Orders and account entries come one by one, so a deferred trigger
-- now adds each to its totals directly. Lots come by the thousand: their changes are still noted and grouped, and applied
-- once.

-- Nearly always the total exists; "on conflict" writes a lock record before it updates.
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

-- What the transaction has touched, once, however many deferred triggers it fires. Versions first, in one order: whoever
-- changes a total has then locked the topic that shows it, so two transactions never wait for each other in a circle,
-- whatever the order of their totals.
create function bump_versions() returns boolean language plpgsql as $$
declare
  next record;
  has_lots boolean := false;
  result numeric;
begin
  for next in
    select client_id, topic from touched
    where transaction_id = pg_current_xact_id()
    order by client_id, topic
  loop
    update client_versions set version = version + 1, changed_in = pg_current_xact_id()
    where client_id = next.client_id and topic = next.topic;
    has_lots := has_lots or next.topic = 'stock';
  end loop;
  if not found then
    return false;
  end if;
  delete from touched where transaction_id = pg_current_xact_id();

  -- Only lots have noted changes, and they are shown in the stock.
  if has_lots then
    for next in
      select client_id, total, key, sum(change) as change from total_changes
      where transaction_id = pg_current_xact_id()
      group by client_id, total, key
    loop
      continue when next.change = 0;
      result := add_to_total(next.client_id, next.total, next.key, next.change);
    end loop;
    if found then
      delete from total_changes where transaction_id = pg_current_xact_id();
    end if;
  end if;
  return true;
end $$;

create function count_order() returns trigger language plpgsql as $$
declare
  is_first boolean := bump_versions();
  result numeric;
begin
  if tg_op <> 'INSERT' then
    result := add_to_total(old.client_id, 'orders_by_status', old.status, -1);
  end if;
  if tg_op <> 'DELETE' then
    result := add_to_total(new.client_id, 'orders_by_status', new.status, 1);
  end if;
  if tg_op = 'UPDATE' then
    if (old.client_id, old.created_at) = (new.client_id, new.created_at) then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    result := add_to_total(old.client_id, 'orders_by_week',
      (select week_of(old.created_at, time_zone) from warehouse_clock), -1);
  end if;
  if tg_op <> 'DELETE' then
    result := add_to_total(new.client_id, 'orders_by_week',
      (select week_of(new.created_at, time_zone) from warehouse_clock), 1);
  end if;
  return null;
end $$;

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
  return null;
end $$;

-- Declared immutable, a function that depends on a time zone cannot be inlined.
create or replace function week_of(moment timestamptz, time_zone text) returns text language sql stable as $$
  select to_char(date_trunc('week', moment at time zone time_zone), 'YYYY-MM-DD')
$$;

create or replace function month_of(moment timestamptz, time_zone text) returns text language sql stable as $$
  select to_char(moment at time zone time_zone, 'YYYY-MM')
$$;

-- From here on no order or account entry is written until the migration commits, and no transaction is about to commit.
lock table orders, account_entries, touched in access exclusive mode;

create or replace function bump_touched() returns trigger language plpgsql as $$
declare
  is_first boolean := bump_versions();
begin
  return null;
end $$;

drop trigger note_inserted on orders;
drop trigger note_updated on orders;
drop trigger note_deleted on orders;
drop trigger note_inserted on account_entries;
drop trigger note_updated on account_entries;
drop trigger note_deleted on account_entries;
drop function note_order_totals();
drop function note_account_totals();
drop function apply_total_changes();

create constraint trigger count_inserted after insert on orders
  deferrable initially deferred for each row execute function count_order();
create constraint trigger count_updated after update on orders
  deferrable initially deferred for each row
  when ((old.client_id, old.status, old.created_at) <> (new.client_id, new.status, new.created_at))
  execute function count_order();
create constraint trigger count_deleted after delete on orders
  deferrable initially deferred for each row execute function count_order();
create constraint trigger count_inserted after insert on account_entries
  deferrable initially deferred for each row execute function count_account_entry();
create constraint trigger count_updated after update on account_entries
  deferrable initially deferred for each row execute function count_account_entry();
create constraint trigger count_deleted after delete on account_entries
  deferrable initially deferred for each row execute function count_account_entry();
