-- A count of stock makes lots by the hundred thousand. Made empty, as anywhere else, and then filled by the
-- ledger's trigger, each would be written twice, with all its indexes. An import writes the entries first and
-- then the lots with what is in them, so it needs this check at the end of its statements, not of each of them.
-- For everybody else it stays immediate.
alter table stock_ledger alter constraint stock_ledger_product_id_lot_id_fkey deferrable initially immediate;
