-- The requests of clients of the last 14 days: a row for every write and every error, counts for the rest. Written in
-- batches after the responses. A row's id is that of its request, so that a request is found by its id with the key.

create table requests (
  id uuid not null,
  client_id uuid not null references clients,
  method text not null check (char_length(method) <= 20),
  path text not null check (char_length(path) <= 500),
  query text check (char_length(query) <= 500),
  status integer not null,
  duration_ms integer not null,
  -- More than 1 only for rejections by a rate limit, of which there is one row per key, tier, hour and process.
  count integer not null default 1,
  -- The names are copied: a row says what was true at the time. One of both is null.
  key_id uuid,
  key_prefix text,
  user_id uuid,
  user_email text,
  problem json check (octet_length(problem::text) <= 4096),
  created_at timestamptz(3) not null,
  primary key (client_id, id)
);

create index requests_newest on requests (client_id, created_at, id);
create index requests_by_status on requests (client_id, status, created_at, id);
create index requests_by_method on requests (client_id, method, created_at, id);
create index requests_by_status_and_method on requests (client_id, status, method, created_at, id);
create index requests_by_key on requests (client_id, key_id, created_at, id) where key_id is not null;
create index requests_by_key_and_status on requests (client_id, key_id, status, created_at, id)
  where key_id is not null;
create index requests_by_key_and_method on requests (client_id, key_id, method, created_at, id)
  where key_id is not null;
create index requests_by_key_status_and_method on requests (client_id, key_id, status, method, created_at, id)
  where key_id is not null;

-- One row per key and hour, whatever the number of processes and requests.
create table request_hours (
  client_id uuid not null references clients,
  key_id uuid not null,
  hour timestamptz(0) not null,
  ok integer not null,
  ok_reads integer not null,
  client_errors integer not null,
  server_errors integer not null,
  rate_limited integer not null,
  -- Admitted by the rate limits, in each tier and in each minute.
  reads integer not null,
  writes integer not null,
  by_minute integer[] not null check (cardinality(by_minute) = 60),
  primary key (client_id, key_id, hour)
) with (fillfactor = 70);

create index request_hours_oldest on request_hours (hour);

-- Successful reads of a client, with any of its keys and by its users.
create table request_reads (
  client_id uuid not null references clients,
  hour timestamptz(0) not null,
  count integer not null,
  primary key (client_id, hour)
) with (fillfactor = 70);

create index request_reads_oldest on request_reads (hour);
