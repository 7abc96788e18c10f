-- outside a transaction
-- Most orders may have none. The newest order with a reference is also what tells a client that it sends one again.
create index concurrently if not exists orders_by_reference on orders
  (client_id, lower(reference) collate "C", created_at, id) where reference is not null;
