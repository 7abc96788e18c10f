-- outside a transaction
-- A reservation was a copy of a line of a pending order, with two indexes and three foreign keys of its own: for an order of five
-- lines that were ten index entries and fifteen checks. Now the line itself says whether its goods are reserved.
alter table order_items add column if not exists reserved boolean not null default false;
create index concurrently if not exists order_items_reserved on order_items (product_id, vintage_year) where reserved;

create or replace function apply_reserved_lines() returns trigger language plpgsql as $$
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
end $$;

-- For processes of the previous version, which write reservations as rows.
create or replace function write_reservation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update order_items set reserved = true where order_id = new.order_id and id = new.order_item_id;
    return new;
  end if;
  update order_items set reserved = false where order_id = old.order_id and id = old.order_item_id;
  return old;
end $$;

do $$
begin
  if (select relkind from pg_class where oid = to_regclass('reservations')) is distinct from 'r' then
    return;
  end if;
  lock table order_items, reservations in access exclusive mode;
  update order_items set reserved = true
  from reservations
  where order_items.order_id = reservations.order_id and order_items.id = reservations.order_item_id;
  -- No trigger can be added to a table with deferred triggers still to run.
  set constraints all immediate;
  drop table reservations;
  drop function apply_reservations();

  create trigger apply_lines_inserted after insert on order_items
    referencing new table as added for each statement execute function apply_reserved_lines();
  create trigger apply_lines_updated after update on order_items
    referencing old table as before_update new table as after_update
    for each statement execute function apply_reserved_lines();
  create trigger apply_lines_deleted after delete on order_items
    referencing old table as removed for each statement execute function apply_reserved_lines();

  create view reservations as
  select id as order_item_id, client_id, order_id, product_id, vintage_year, quantity
  from order_items
  where reserved;
  create trigger write_reservation instead of insert or delete on reservations
    for each row execute function write_reservation();
end $$;
