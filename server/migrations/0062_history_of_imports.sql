-- outside a transaction
-- What an import changed, and one import by its id. Only imports write these indexes.
create index concurrently if not exists stock_ledger_of_import on stock_ledger (document_id, seq)
  where cause = 'csv_import';
create index concurrently if not exists audit_entries_of_import on audit_entries (subject_id)
  where action = 'stock.import';
