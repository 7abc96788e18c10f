-- outside a transaction
create index concurrently if not exists remitos_of_notice on remitos (inbound_id, created_at, id) where inbound_id is not null;
alter table remitos validate constraint remitos_inbound_fkey;
alter table remitos validate constraint remitos_with_notice;
alter table remito_items validate constraint remito_items_inbound_item_fkey;
