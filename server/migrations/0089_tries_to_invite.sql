-- How often the administrators of a client have tried to invite somebody, in the hour that began with the first try. Every process
-- counts here, also tries that are refused, because each of them could tell whether an address has an account.
create table invitation_tries (
  client_id uuid primary key references clients on delete cascade,
  started_at timestamptz not null default now(),
  tries integer not null default 1,
  constraint invitation_tries_tries_check check (tries > 0)
);
