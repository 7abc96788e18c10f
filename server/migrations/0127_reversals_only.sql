-- outside a transaction
-- An entry is reversed at most once. Only reversals need to be in the index that proves it: few entries are.
create unique index concurrently if not exists account_entries_reversals on account_entries (reverses)
  where reverses is not null;
do $$
begin
  alter table account_entries drop constraint if exists account_entries_reverses_key;
  drop index if exists account_entries_reverses_key;
  alter index account_entries_reversals rename to account_entries_reverses_key;
end $$;
