-- outside a transaction
-- For a client that reads what has changed since its last visit.
create index concurrently if not exists orders_by_last_change on orders (client_id, updated_at);
