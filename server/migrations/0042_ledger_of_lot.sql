-- outside a transaction
-- The trace of a lot: its entries page by page, and their sums by cause from the index alone.
create index concurrently if not exists stock_ledger_of_lot on stock_ledger (lot_id, seq) include (delta, cause);
