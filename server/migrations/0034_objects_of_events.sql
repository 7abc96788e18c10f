-- outside a transaction
-- The events of an order, a remito, a product or a lot. Each event has the id of the object that it carries; payments
-- and credit notes have none. Existing events get it in batches, before the index exists, so that it is built once.
alter table events add column if not exists object_id uuid;
-- step: fill-objects-of-events
create index concurrently if not exists events_of_object on events (client_id, object_id, created_at, id)
  where object_id is not null;
