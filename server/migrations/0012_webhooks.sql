-- Where clients want to be told of events, and what became of each telling.

-- UUID v7, for rows that are made in numbers by one statement. PostgreSQL has one of its own from 18 on.
create function new_id() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

create table webhook_endpoints (
  id uuid primary key,
  client_id uuid not null references clients,
  url text not null check (char_length(url) between 1 and 2000),
  description text,
  events text[] not null check (cardinality(events) between 1 and 16),
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
  -- Whoever is sending it just now, and until when the others leave it alone. By the database's clock.
  lease uuid,
  leased_until timestamptz(3),
  foreign key (client_id, endpoint_id) references webhook_endpoints (client_id, id)
) with (fillfactor = 80);

create index deliveries_due on deliveries (endpoint_id, next_attempt_at) where status = 'pending';
create index deliveries_newest on deliveries (endpoint_id, created_at, id);
create index deliveries_newest_by_status on deliveries (endpoint_id, status, created_at, id);
create index deliveries_newest_by_type on deliveries (endpoint_id, event_type, created_at, id);
create index deliveries_newest_by_both on deliveries (endpoint_id, status, event_type, created_at, id);
create index deliveries_of_event on deliveries (event_id);

create table delivery_attempts (
  delivery_id uuid not null references deliveries on delete cascade,
  number integer not null,
  started_at timestamptz(3) not null,
  response_status integer,
  duration_ms integer not null,
  error text,
  response_excerpt text,
  primary key (delivery_id, number)
);

create index events_oldest on events (created_at);

-- Scheduled work that is done once a day, whatever the number of processes.
create table daily_runs (
  job text not null,
  day date not null,
  finished_at timestamptz(3) not null default now(),
  primary key (job, day)
);

create index lots_by_expiry on lots (expiry_date, id) where quantity > 0;
