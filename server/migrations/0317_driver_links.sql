-- A row is the link with which the driver of a trip opens it on a phone. A new one takes its place, so that only the last one works.
create table driver_links (
  trip_id uuid primary key references trips on delete cascade,
  -- SHA-256 of the token, which is nowhere else.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz(3) not null default now(),
  constraint driver_links_token_hash unique (token_hash)
);

-- As before, and of a driver the name and the trip.
create or replace function actor_name(actor text) returns text language sql stable parallel safe strict as $$
  select coalesce(
    (select users.name from users where actor like 'user %' and users.email = substr(actor, 6)),
    regexp_replace(regexp_replace(actor, '^(user|staff|client|driver) ', ''), ' \([ps]k_\w+\)$', ''))
$$;
