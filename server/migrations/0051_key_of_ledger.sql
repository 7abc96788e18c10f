-- outside a transaction
-- Nothing looks up an entry by its id. The index of a lot's entries can be the key, so that every movement writes one index
-- less.
create unique index concurrently if not exists stock_ledger_key on stock_ledger (lot_id, seq) include (delta, cause);
alter table stock_ledger drop constraint if exists stock_ledger_pkey,
  add constraint stock_ledger_pkey primary key using index stock_ledger_key;
drop index concurrently if exists stock_ledger_of_lot;
