-- What happened, as clients are told of it, where they want to be told, and what became of each delivery.

-- A row is an event. The body is the envelope, rendered once to the bytes that are listed, signed and sent.
create table events (
  id uuid primary key,
  client_id uuid not null,
  type text not null,
  body text not null,
  -- The feed follows this and not the time: a transaction that commits late must not slip in behind a cursor that was already
  -- handed out.
  transaction_id bigint not null default (pg_current_xact_id()::text::bigint),
  created_at timestamptz(3) not null default now(),
  -- The order, remito, product or lot that the event is about; payments and credit notes have none.
  object_id uuid,
  -- Which request caused the event, as the W3C header traceparent, so that a delivery by any process continues its trace. The
  -- service sets it for a transaction only if tracing is on.
  traceparent text default nullif(current_setting('anden.traceparent', true), '')
);

-- None begins with the time alone: such an index invites plans that read everybody's events for one client's page.
create index events_newest on events (client_id, created_at, id) include (transaction_id);
create index events_newest_by_type on events (client_id, type, created_at, id) include (transaction_id);
create index events_feed on events (client_id, transaction_id, id);
create index events_feed_by_type on events (client_id, type, transaction_id, id);
create index events_of_object on events (client_id, object_id, created_at, id) where object_id is not null;

-- A row is an address to which a client's events are sent. A deleted one stays for its deliveries.
create table webhook_endpoints (
  id uuid primary key,
  client_id uuid not null references clients,
  url text not null check (char_length(url) between 1 and 2000),
  description text,
  -- The contract knows the types of events, and their number grows.
  events text[] not null check (cardinality(events) >= 1),
  status text not null default 'active' check (status in ('active', 'paused')),
  -- AES-256-GCM under a key derived from the service's secret; never in the clear.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  consecutive_failures integer not null default 0 check (consecutive_failures >= 0),
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  last_failure_reason text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  unique (client_id, id)
) with (fillfactor = 70);

create index webhook_endpoints_of_client on webhook_endpoints (client_id, created_at, id) where deleted_at is null;
create unique index webhook_endpoints_url on webhook_endpoints (client_id, url) where deleted_at is null;

-- Recorded attempts update the row of their endpoint, so the topic covers them. New deliveries do not touch it: that would add a
-- version to every transaction that publishes an event. They are reported with the result of their first attempt.
select add_table_to_topics('webhook_endpoints', 'webhooks');

-- A row is the delivery of one event to one endpoint. It is written again when it is taken for sending, and grows with each
-- attempt: with room for that in its page, taking it writes to no index.
create table deliveries (
  id uuid primary key,
  client_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null references events on delete cascade,
  event_type text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed', 'abandoned')),
  attempts integer not null default 0,
  response_status integer,
  duration_ms integer,
  created_at timestamptz(3) not null default now(),
  delivered_at timestamptz(3),
  next_attempt_at timestamptz(3),
  -- Who is sending it, and until when the others leave it alone, by the database's clock.
  lease uuid,
  leased_until timestamptz(3),
  -- Part of the row, because nobody reads it without the delivery, and it goes when that goes.
  attempt_log jsonb not null default '[]',
  foreign key (client_id, endpoint_id) references webhook_endpoints (client_id, id)
) with (fillfactor = 40);

create index deliveries_due on deliveries (endpoint_id, next_attempt_at) where status = 'pending';
-- A change of status writes to every index, so lists without a status are merged from those with one.
create index deliveries_newest_by_status on deliveries (endpoint_id, status, created_at, id);
create index deliveries_newest_by_both on deliveries (endpoint_id, status, event_type, created_at, id);
create index deliveries_of_event on deliveries (event_id);
