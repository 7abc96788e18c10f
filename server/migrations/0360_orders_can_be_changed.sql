-- A pending order can be changed. Its revision rises with every change of the order, so that nobody acts on what he has not seen.
alter table orders
  add column revision integer not null default 1,
  -- When an update last changed what it says; null: never, and then nothing is looked up in order_changes.
  add column changed_at timestamptz(3);

-- A row is an update of a pending order: what it has changed, by whom and why. It is written by the statement that changes the
-- order, so the triggers of orders touch the topic. The names in it are those of its time. Rows are found by their order, and
-- never changed.
create table order_changes (
  client_id uuid not null,
  order_id uuid not null,
  -- Which the order got by it.
  revision integer not null,
  by_warehouse boolean not null,
  actor text not null,
  reason text,
  -- By field its value before and after.
  fields jsonb not null,
  -- The lines that were changed, added or removed, each before and after.
  lines jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (order_id, revision),
  foreign key (client_id, order_id) references orders (client_id, id)
);

create trigger order_changes_are_append_only before update or delete on order_changes
  for each statement execute function refuse_change();
