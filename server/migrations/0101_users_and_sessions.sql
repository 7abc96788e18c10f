-- People who sign in. The library that signs them in keeps its rows in these tables, under our names.

-- A row is a person, who belongs to one client or, without a client, to the staff.
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

-- A row is a browser in which a person is signed in. Only the hash of its token is stored.
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

-- A person has at most 20 sessions: one more ends the one that was used longest ago. The lock on the user makes concurrent
-- sign-ins wait for each other, so that each sees the sessions of the others; a foreign key's lock does not conflict with it.
create function end_surplus_sessions() returns trigger language plpgsql as $$
declare
  max_sessions constant int := 20;
begin
  perform from users where id = new.user_id for no key update;
  delete from sessions where id in (
    select id from sessions
    where user_id = new.user_id and id <> new.id
    order by last_used_at desc, created_at desc, id desc
    offset max_sessions - 1);
  return null;
end $$;

create trigger end_surplus_sessions after insert on sessions
  for each row execute function end_surplus_sessions();

-- A row is a user's password. A user who has not yet followed the invitation has none.
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

-- A row is a link or a challenge that can still be used, once. The identifier is a hash of what the person holds.
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

-- A row is the second factor of a user: the secret of the authenticator and the recovery codes, both encrypted.
create table two_factors (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz(3)
);

-- A row is a code of an authenticator that was used. Codes are valid for 90 seconds, and each is accepted once.
create table used_totp_codes (
  user_id uuid not null references users on delete cascade,
  code text not null check (char_length(code) = 6),
  used_at timestamptz(3) not null default now(),
  primary key (user_id, code)
);

-- A row counts how often the administrators of a client have tried to invite somebody, in the hour that began with the first
-- try. Refused tries count, too, because each of them could tell whether an address has an account.
create table invitation_tries (
  client_id uuid primary key references clients on delete cascade,
  started_at timestamptz not null default now(),
  tries integer not null default 1,
  constraint invitation_tries_tries_check check (tries > 0)
);

-- A row is the permission of a session of the staff to see the portal as one client sees it, read only. It ends with the session.
create table client_inspections (
  id uuid not null primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  client_id uuid not null references clients (id),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  unique (client_id, id),
  constraint client_inspections_of_session unique (session_id, client_id)
);

-- A row is a saved view of one of the dashboard's lists. client_id is that of the user, null for the staff.
create table saved_views (
  id uuid not null primary key,
  client_id uuid references clients (id),
  user_id uuid not null references users (id) on delete cascade,
  page text not null,
  name text not null,
  search text not null,
  columns text[],
  shared boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id),
  constraint saved_views_name unique (user_id, page, name)
);

create index saved_views_shared on saved_views (client_id, page, id) where shared;
