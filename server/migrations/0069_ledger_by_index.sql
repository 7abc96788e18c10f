-- An import writes 10,000 entries in a statement. A connection kept the plan of this trigger from when the tables were
-- small, and then read all lots and all stock for each statement: 0.2 s of each 0.3 s beside 500,000 lots. Looking up each
-- row by its index costs the same whatever the size of the tables.
alter function apply_stock_ledger() set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off;
