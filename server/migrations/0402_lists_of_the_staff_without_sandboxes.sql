-- outside a transaction
-- The staff's lists show all clients and no sandbox, and so do their indexes: whatever the sandboxes have, a page of the staff reads
-- what it shows, and a write to a sandbox enters none of them. The condition is that of `live()` in db/environment.ts; a list that
-- does not say it finds no index. Each takes the place of one over all rows.
create index concurrently if not exists orders_live_newest on orders (created_at, id)
  where client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists orders_live_newest_by_status on orders (status, created_at, id)
  where client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists orders_live_newest_by_city on orders (city_key(delivery_city), status, created_at, id)
  where delivery_city is not null and client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists orders_live_by_number_and_status on orders
  (order_number collate "C", status, created_at, id)
  where client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists orders_live_by_reference_and_status on orders
  (lower(reference) collate "C", status, created_at, id)
  where reference is not null and client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists orders_live_for_trips on orders (status, created_at, id)
  where delivery_type = 'envio' and status in ('approved', 'in_preparation', 'failed_delivery')
    and client_id < 'ffffffff-0000-0000-0000-000000000000';
drop index concurrently if exists orders_all_newest;
drop index concurrently if exists orders_all_newest_by_status;
drop index concurrently if exists orders_all_newest_by_city;
drop index concurrently if exists orders_all_by_number_and_status;
drop index concurrently if exists orders_all_by_reference_and_status;
drop index concurrently if exists orders_for_trips;

create index concurrently if not exists remitos_live_newest on remitos (created_at, id)
  where client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists remitos_live_newest_by_type on remitos (type, created_at, id)
  where client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists remitos_live_accepted on remitos (created_at, id)
  where acceptance is not null and client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists remitos_live_with_differences on remitos (created_at, id)
  where acceptance = 'with_differences' and client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists remitos_live_not_accepted on remitos (created_at, id)
  where acceptance is null and source_order_id is not null and status = 'issued'
    and client_id < 'ffffffff-0000-0000-0000-000000000000';
drop index concurrently if exists remitos_all_newest;
drop index concurrently if exists remitos_all_newest_by_type;
drop index concurrently if exists remitos_all_accepted;
drop index concurrently if exists remitos_all_with_differences;
drop index concurrently if exists remitos_all_not_accepted;

create index concurrently if not exists inbound_notices_live_by_day on inbound_notices (expected_on, id)
  where client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists inbound_notices_live_by_status on inbound_notices (status, expected_on, id)
  where client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists inbound_notices_live_by_reference on inbound_notices
  (lower(reference) collate "C", expected_on, id)
  where client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists inbound_notices_live_by_number on inbound_notices (number collate "C", id)
  where client_id < 'ffffffff-0000-0000-0000-000000000000';
drop index concurrently if exists inbound_notices_all_by_day;
drop index concurrently if exists inbound_notices_all_by_status;
drop index concurrently if exists inbound_notices_all_by_reference;
drop index concurrently if exists inbound_notices_all_by_number;

create index concurrently if not exists returns_live_newest on returns (created_at, id)
  where client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists returns_live_newest_by_status on returns (status, created_at, id)
  where client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists returns_live_by_number on returns (number collate "C", id)
  where client_id < 'ffffffff-0000-0000-0000-000000000000';
drop index concurrently if exists returns_all_newest;
drop index concurrently if exists returns_all_newest_by_status;
drop index concurrently if exists returns_all_by_number;

create index concurrently if not exists disputes_live_newest on remito_acceptances (created_at, id)
  where dispute <> 'none' and client_id < 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists disputes_live_newest_by_status on remito_acceptances (dispute, created_at, id)
  where dispute <> 'none' and client_id < 'ffffffff-0000-0000-0000-000000000000';
drop index concurrently if exists disputes_newest;
drop index concurrently if exists disputes_newest_by_status;

create index concurrently if not exists clients_live_newest on clients (created_at, id)
  where id < 'ffffffff-0000-0000-0000-000000000000';
drop index concurrently if exists clients_newest;

-- Words of trips belong to the warehouse, which has no list among the clients: they are found by search_terms_of_client.
create index concurrently if not exists search_terms_live_by_word on search_terms (kind, term, word)
  where client_id < 'ffffffff-0000-0000-0000-000000000000';
drop index concurrently if exists search_terms_of_all_by_word;

-- The log of changes is the staff's alone, also by client. An entry without a client is about the warehouse.
create index concurrently if not exists audit_entries_live_newest on audit_entries (created_at, id)
  where (client_id < 'ffffffff-0000-0000-0000-000000000000') is not false;
create index concurrently if not exists audit_entries_live_newest_by_action on audit_entries (action, created_at, id)
  where (client_id < 'ffffffff-0000-0000-0000-000000000000') is not false;
create index concurrently if not exists audit_entries_live_newest_by_actor on audit_entries (actor, action, created_at, id)
  where (client_id < 'ffffffff-0000-0000-0000-000000000000') is not false;
create index concurrently if not exists audit_entries_live_of_client on audit_entries (client_id, created_at, id)
  where (client_id < 'ffffffff-0000-0000-0000-000000000000') is not false;
create index concurrently if not exists audit_entries_live_of_client_by_action on audit_entries
  (client_id, action, created_at, id)
  where (client_id < 'ffffffff-0000-0000-0000-000000000000') is not false;
create index concurrently if not exists audit_entries_live_of_client_by_actor on audit_entries
  ((client_id::text || actor), action, created_at, id)
  where (client_id < 'ffffffff-0000-0000-0000-000000000000') is not false;
drop index concurrently if exists audit_entries_newest;
drop index concurrently if exists audit_entries_newest_by_action;
drop index concurrently if exists audit_entries_newest_by_actor;
drop index concurrently if exists audit_entries_newest_of_client;
drop index concurrently if exists audit_entries_newest_of_client_by_action;
drop index concurrently if exists audit_entries_newest_of_client_by_actor;
