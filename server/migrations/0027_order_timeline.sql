-- outside a transaction
-- The timeline of an order is read from its audit entries.
create index concurrently if not exists audit_entries_of_order
  on audit_entries (subject_id, created_at, id) where action like 'orders.%';
