-- The timeline of an order was read from the audit log, which is for auditing.

-- A row is a step of an order: its creation, or a change of its status, by whom and why. It is written by the statement that creates or
-- changes the order, so the triggers of orders touch the topic. Steps are found by their order, and never changed.
create table order_steps (
  id uuid not null,
  client_id uuid not null,
  order_id uuid not null,
  -- null for the creation.
  from_status text,
  status text not null,
  reason text,
  actor text not null,
  created_at timestamptz(3) not null default now(),
  primary key (order_id, id),
  foreign key (client_id, order_id) references orders (client_id, id)
);

create trigger order_steps_are_append_only before update or delete on order_steps
  for each statement execute function refuse_change();

insert into order_steps (id, client_id, order_id, from_status, status, reason, actor, created_at)
select entry.id, orders.client_id, orders.id, entry.before ->> 'status', entry.after ->> 'status', entry.after ->> 'reason',
  entry.actor, entry.created_at
from audit_entries entry
join orders on orders.id = entry.subject_id
where entry.action like 'orders.%';
