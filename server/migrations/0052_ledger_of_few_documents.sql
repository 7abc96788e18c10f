-- outside a transaction
-- Only the entries of adjustments and transfers are looked up by document. Those of remitos and counts are most of the
-- ledger, and need not be in the index.
create index concurrently if not exists stock_ledger_of_adjustment_or_transfer on stock_ledger (document_id)
  where cause in ('adjustment', 'transfer');
drop index concurrently if exists stock_ledger_of_document;
