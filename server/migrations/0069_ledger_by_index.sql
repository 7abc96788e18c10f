-- An import writes 10,000 entries in a statement. A connection keeps the plan of this trigger from when the tables were
-- small, and read all lots and all stock for each statement: 0.2 s of each 0.3 s beside 500,000 lots. Only the index of
-- each row keeps the cost independent of the tables.
alter function apply_stock_ledger() set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off;
