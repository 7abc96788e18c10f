-- outside a transaction
-- For the staff, who look for a reference over all clients. Many orders can share one, so it has the status before the time, as
-- the index by number does.
create index concurrently if not exists orders_all_by_reference_and_status on orders
  (lower(reference) collate "C", status, created_at, id) where reference is not null;
