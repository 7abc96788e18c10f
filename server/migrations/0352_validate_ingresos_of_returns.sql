-- outside a transaction
-- Goods come back once.
create unique index concurrently if not exists remitos_of_return on remitos (return_id) where return_id is not null;
alter table remitos validate constraint remitos_return_fkey;
alter table remitos validate constraint remitos_with_return;
