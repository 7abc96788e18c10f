-- outside a transaction
-- Clients and staff list the remitos that were accepted, accepted with differences, or not accepted yet.
create unique index concurrently if not exists remitos_by_link on remitos (link_hash) where link_hash is not null;
-- Empty once the worker has filled in the links of the remitos from before.
create index concurrently if not exists remitos_without_link on remitos (id) where type = 'egreso' and link_hash is null;
create index concurrently if not exists remitos_accepted on remitos (client_id, created_at, id) where acceptance is not null;
create index concurrently if not exists remitos_with_differences on remitos (client_id, created_at, id)
  where acceptance = 'with_differences';
create index concurrently if not exists remitos_not_accepted on remitos (client_id, created_at, id)
  where acceptance is null and source_order_id is not null and status = 'issued';
create index concurrently if not exists remitos_all_accepted on remitos (created_at, id) where acceptance is not null;
create index concurrently if not exists remitos_all_with_differences on remitos (created_at, id)
  where acceptance = 'with_differences';
create index concurrently if not exists remitos_all_not_accepted on remitos (created_at, id)
  where acceptance is null and source_order_id is not null and status = 'issued';
