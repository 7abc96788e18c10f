-- outside a transaction
-- The staff look up what was done with an order or a remito by its number. Entries about anything else are not written here.
create index concurrently if not exists audit_entries_about_documents on audit_entries (subject_id, created_at, id)
  where split_part(action, '.', 1) in ('orders', 'remitos');
