-- outside a transaction
-- One index instead of two: it finds a lot by its id, and it is what the ledger and remito lines refer to with client and
-- product. Every change of a lot's quantity writes all of its indexes, so that each is one entry less.
create unique index concurrently if not exists lots_key on lots (id, client_id, product_id);
do $$
begin
  alter table stock_ledger drop constraint if exists stock_ledger_lot_fkey;
  alter table remito_items drop constraint if exists remito_items_lot_fkey;
  drop index if exists lots_of_client_and_product;
  alter table lots drop constraint if exists lots_pkey;
  alter table lots add constraint lots_pkey primary key using index lots_key;
  alter table stock_ledger add constraint stock_ledger_lot_fkey foreign key (client_id, product_id, lot_id)
    references lots (client_id, product_id, id) deferrable not valid;
  alter table remito_items add constraint remito_items_lot_fkey foreign key (client_id, product_id, lot_id)
    references lots (client_id, product_id, id) not valid;
end $$;
alter table stock_ledger validate constraint stock_ledger_lot_fkey;
alter table remito_items validate constraint remito_items_lot_fkey;
