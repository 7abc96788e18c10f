-- Clients of the warehouse, the keys with which they and the staff come in, and the version counters
-- that tell a reader whether a page it has kept is still what the database would say.

create table clients (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  cuit_dni text check (cuit_dni ~ '^([0-9]{11}|[0-9]{7,8})$'),
  email text not null check (char_length(email) between 3 and 320),
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create index clients_newest on clients (created_at, id);

create table api_keys (
  id uuid primary key,
  client_id uuid not null references clients,
  name text not null check (char_length(name) between 1 and 200),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  key_prefix text not null check (char_length(key_prefix) = 10),
  scopes text[] not null,
  read_per_hour integer check (read_per_hour > 0),
  write_per_hour integer check (write_per_hour > 0),
  burst_per_minute integer check (burst_per_minute > 0),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3)
);

create index api_keys_of_client on api_keys (client_id, created_at, id);

create table staff_keys (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  key_prefix text not null check (char_length(key_prefix) = 10),
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3)
);

-- One row per client and topic, updated often and never grown: half-empty pages keep the updates in place.
create table client_versions (
  client_id uuid not null references clients,
  topic text not null check (topic in ('stock', 'orders', 'remitos', 'account', 'destinatarios')),
  version bigint not null default 1,
  primary key (client_id, topic)
) with (fillfactor = 50);

create function start_client_versions() returns trigger language plpgsql as $$
begin
  insert into client_versions (client_id, topic)
  select new.id, topic
  from unnest(array['stock', 'orders', 'remitos', 'account', 'destinatarios']) as topic;
  return null;
end $$;

create trigger start_client_versions after insert on clients
  for each row execute function start_client_versions();
