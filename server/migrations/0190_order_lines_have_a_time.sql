-- Orders are found by their products, newest first: a line has the time of its order, for the index of 0191.

alter table order_items add column placed_at timestamptz(3);
alter table order_items disable trigger user;
update order_items set placed_at = orders.created_at
from orders
where orders.client_id = order_items.client_id and orders.id = order_items.order_id;
alter table order_items enable trigger user;
alter table order_items alter column placed_at set default now(), alter column placed_at set not null;
