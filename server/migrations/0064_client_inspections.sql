-- A person of the staff sees the portal as a client sees it, read only. The permission belongs to one session, and ends
-- with it.
create table client_inspections (
  id uuid not null primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  client_id uuid not null references clients (id),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  unique (client_id, id),
  constraint client_inspections_of_session unique (session_id, client_id)
);
