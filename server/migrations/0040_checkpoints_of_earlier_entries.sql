-- outside a transaction
-- Products that had ledger entries before 0033 get their checkpoints, in batches.
-- step: rebuild-checkpoints
analyze stock_checkpoints;
