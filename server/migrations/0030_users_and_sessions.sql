-- People who sign in: each belongs to one client or to the staff. The library that signs them in keeps its rows in
-- these tables, under our names.

create table users (
  id uuid primary key,
  client_id uuid references clients,
  role text not null check (role in ('administrator', 'reader', 'staff')),
  scopes text[] not null default '{}',
  -- In lower case, so that one person has one account however the address is typed.
  email text not null unique check (char_length(email) between 3 and 320 and email = lower(email)),
  name text not null check (char_length(name) between 1 and 200),
  language text check (language in ('es', 'en')),
  email_verified boolean not null default false,
  two_factor_enabled boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((role = 'staff') = (client_id is null)),
  check (client_id is null or cardinality(scopes) = 0)
);

create index users_of_client on users (client_id, created_at, id);
create index users_of_staff on users (created_at, id) where client_id is null;

-- Only the hash of a session's token is kept, as with keys.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null default now(),
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create index sessions_of_user on sessions (user_id, created_at, id);
create index sessions_by_expiry on sessions (expires_at);

-- A user's password. A user who has not yet followed the invitation has no row.
create table user_accounts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, provider_id)
);

-- Links and challenges under way, each usable once. The identifier is a hash of what the person holds.
create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create index verifications_by_identifier on verifications (identifier, created_at);
create index verifications_by_value on verifications (value);
create index verifications_by_expiry on verifications (expires_at);

-- The secret of the authenticator and the recovery codes, encrypted.
create table two_factors (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz(3)
);

-- Codes of an authenticator stay valid for 90 seconds; each is taken once.
create table used_totp_codes (
  user_id uuid not null references users on delete cascade,
  code text not null check (char_length(code) = 6),
  used_at timestamptz(3) not null default now(),
  primary key (user_id, code)
);
