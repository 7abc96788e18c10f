-- What clients have asked for, and who has changed what.

create function is_idempotency_key(key text) returns boolean language plpgsql immutable as $$
begin
  return char_length(key) between 1 and 255;
end $$;

-- A row is a response that is sent again when its request is repeated with the same Idempotency-Key. The scope is owner, method
-- and path.
create table idempotency_records (
  scope text not null,
  key text not null,
  body_hash bytea not null,
  status integer,
  location text,
  body bytea,
  created_at timestamptz(3) not null default now(),
  primary key (scope, key),
  constraint idempotency_records_is_key check (is_idempotency_key(key))
);

create index idempotency_records_oldest on idempotency_records (created_at);

-- Claims a key by a lock, and fails as inserting the record would, if there is one. In the function, the record is looked for
-- after the lock was granted.
create function claim_key(of_scope text, of_key text, wait text) returns void language plpgsql as $$
declare
  setting text := set_config('lock_timeout', wait, true);
begin
  perform pg_advisory_xact_lock(hashtextextended(of_scope || ' ' || of_key, 0));
  setting := set_config('lock_timeout', '0', true);
  if exists (select from idempotency_records where scope = of_scope and key = of_key) then
    raise unique_violation using constraint = 'idempotency_records_pkey',
      message = 'duplicate key value violates unique constraint "idempotency_records_pkey"';
  end if;
end $$;

-- A row is a request of a client in the last 14 days: each write and each error has one; other requests are only counted. Rows are
-- written in batches after the responses, and only for clients whose key or user was found. A row's id is that of its request.
create table requests (
  id uuid not null,
  client_id uuid not null,
  method text not null check (char_length(method) <= 20),
  path text not null check (char_length(path) <= 500),
  query text check (char_length(query) <= 500),
  status integer not null,
  duration_ms integer not null,
  -- More than 1 only for rejections by a rate limit, of which there is one row per key, tier, hour and process.
  count integer not null default 1,
  -- The names are copied: a row says what was true at the time. Either the key or the user is null.
  key_id uuid,
  key_prefix text,
  user_id uuid,
  user_email text,
  problem json check (octet_length(problem::text) <= 4096),
  created_at timestamptz(3) not null,
  primary key (client_id, id)
);

-- A page that is not of one method is merged from those of all methods, which are few.
create index requests_by_method on requests (client_id, method, created_at, id);
create index requests_by_status_and_method on requests (client_id, status, method, created_at, id);
create index requests_by_key_and_method on requests (client_id, key_id, method, created_at, id) where key_id is not null;
create index requests_by_key_status_and_method on requests (client_id, key_id, status, method, created_at, id)
  where key_id is not null;

-- A row counts the requests of one key in one hour, whatever the number of processes.
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

-- A row counts the successful reads of a client in one hour, with any of its keys and by its users.
create table request_reads (
  client_id uuid not null references clients,
  hour timestamptz(0) not null,
  count integer not null,
  primary key (client_id, hour)
) with (fillfactor = 70);

create index request_reads_oldest on request_reads (hour);

-- A row is a change: who made it, when, and what was so before and after. Rows are never changed.
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
create index audit_entries_newest_by_action on audit_entries (action, created_at, id);
create index audit_entries_newest_of_client on audit_entries (client_id, created_at, id);
create index audit_entries_newest_of_client_by_action on audit_entries (client_id, action, created_at, id);
-- Lists of an actor without an action are merged from one scan per action of that actor. Client and actor are one key: with two
-- columns, the planner may read all that the actor did for other clients.
create index audit_entries_newest_by_actor on audit_entries (actor, action, created_at, id);
create index audit_entries_newest_of_client_by_actor on audit_entries ((client_id::text || actor), action, created_at, id);
create index audit_entries_of_subject on audit_entries (subject_id, created_at, id);

create trigger audit_entries_are_append_only before update or delete on audit_entries
  for each statement execute function refuse_change();
