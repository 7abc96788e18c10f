-- What happened, as clients are told of it. The body is the envelope, rendered once to the bytes that are
-- listed, signed and sent.

create table events (
  id uuid primary key,
  client_id uuid not null references clients,
  type text not null,
  body text not null,
  -- The feed follows this and not the time: a transaction that commits late must not slip in behind a
  -- cursor that was already handed out.
  transaction_id bigint not null default (pg_current_xact_id()::text::bigint),
  created_at timestamptz(3) not null default now()
);

create index events_newest on events (client_id, created_at, id) include (transaction_id);
create index events_newest_by_type on events (client_id, type, created_at, id) include (transaction_id);
create index events_feed on events (client_id, transaction_id, id);
create index events_feed_by_type on events (client_id, type, transaction_id, id);
