-- The clients of the warehouse, and the keys with which their programs and those of the staff come in.

-- UUID v7, for rows that one statement creates in numbers. PostgreSQL has a function of its own from version 18 on.
create function new_id() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- For tables whose rows are never changed: the triggers that call it make sure of that, whatever the code does.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- For triggers that stand in for a CHECK. PostgreSQL parses and plans every CHECK again for each statement, also if its column
-- does not change; the condition of a trigger "of" a column is only looked at if that column is written.
create function refuse_value() returns trigger language plpgsql as $$
begin
  raise check_violation using message = format('%s.%s has a value that does not exist', tg_table_name, tg_argv[0]);
end $$;

-- A row is a client: a company that keeps goods in the warehouse. Clients are suspended, never deleted.
create table clients (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  cuit_dni text check (cuit_dni ~ '^([0-9]{11}|[0-9]{7,8})$'),
  email text not null check (char_length(email) between 3 and 320),
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- 0, unless clients shared a CUIT or DNI before it was unique: those are numbered, so that the index covers them, too.
  cuit_copy integer not null default 0,
  -- Address and IVA condition are printed on remitos.
  address text check (char_length(address) between 1 and 300),
  iva_condition text check (iva_condition in (
    'responsable_inscripto', 'exento', 'consumidor_final', 'monotributo', 'no_categorizado', 'proveedor_exterior',
    'cliente_exterior', 'liberado_ley_19640', 'monotributo_social', 'no_alcanzado', 'monotributo_promovido'))
);

create index clients_newest on clients (created_at, id);
create unique index clients_by_cuit on clients (cuit_dni, cuit_copy);

-- A row is a key of a client. Only the hash of its token is stored.
create table api_keys (
  id uuid primary key,
  client_id uuid not null references clients,
  name text not null check (char_length(name) between 1 and 200),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  key_prefix text not null check (char_length(key_prefix) = 10),
  scopes text[] not null,
  -- Limits of its own; without them those of the settings apply.
  read_per_hour integer check (read_per_hour > 0),
  write_per_hour integer check (write_per_hour > 0),
  burst_per_minute integer check (burst_per_minute > 0),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3)
);

create index api_keys_of_client on api_keys (client_id, created_at, id);

-- A row is a key of the staff's programs. It is not limited unless it is given limits of its own.
create table staff_keys (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  key_prefix text not null check (char_length(key_prefix) = 10),
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  read_per_hour integer check (read_per_hour > 0),
  write_per_hour integer check (write_per_hour > 0),
  burst_per_minute integer check (burst_per_minute > 0)
);

create index staff_keys_newest on staff_keys (created_at, id);
