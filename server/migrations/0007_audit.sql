-- Who changed what, when, and how it was before.

create table audit_entries (
  id uuid primary key,
  client_id uuid references clients,
  actor text not null,
  action text not null,
  subject_id uuid,
  before jsonb,
  after jsonb,
  request_id text,
  created_at timestamptz(3) not null default now()
);

create index audit_entries_newest on audit_entries (created_at, id);
create index audit_entries_newest_of_client on audit_entries (client_id, created_at, id);

create trigger audit_entries_are_append_only before update or delete on audit_entries
  for each statement execute function refuse_change();
