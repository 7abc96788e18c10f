-- outside a transaction
-- Of the audit entries, only those of imports are looked up by their subject, now that orders have steps. Every other entry has one index
-- less.
create index concurrently if not exists audit_entries_of_import on audit_entries (subject_id)
  where action = 'stock.import';
drop index concurrently if exists audit_entries_of_subject;
