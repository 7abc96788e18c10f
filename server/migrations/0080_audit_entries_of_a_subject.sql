-- outside a transaction
-- The conditions of two indexes were prepared and evaluated for every entry. One index of all subjects serves both queries.
create index concurrently if not exists audit_entries_of_subject on audit_entries (subject_id, created_at, id);
drop index concurrently if exists audit_entries_of_import;
drop index concurrently if exists audit_entries_of_order;
