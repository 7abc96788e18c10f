-- The sandbox of a client is a client of its own, so whatever is scoped to a client is scoped to it as well. Its id says what it is: it is
-- in a range that no other id falls into. So every row with a client_id says whether it is live, in a comparison that indexes
-- and CHECKs can have, without a column, a join or a trigger.
alter table clients
  -- Whose sandbox it is; null: it is live.
  add column sandbox_of uuid references clients,
  -- How many days the sandbox's day is ahead of the warehouse's.
  add column days_ahead integer not null default 0 check (days_ahead between 0 and 36500),
  add constraint clients_sandbox_id check ((id >= 'ffffffff-0000-0000-0000-000000000000') = (sandbox_of is not null)),
  add constraint clients_sandbox_without_cuit check (sandbox_of is null or cuit_dni is null),
  add constraint clients_live_day check (sandbox_of is not null or days_ahead = 0);

create unique index clients_sandbox_of on clients (sandbox_of) where sandbox_of is not null;

-- A sandbox has no users: those of its owner switch to it.
alter table users
  add constraint users_of_live_clients check (client_id < 'ffffffff-0000-0000-0000-000000000000');

-- The prefix of a test key is longer, because its kind takes more of it.
alter table api_keys
  drop constraint api_keys_key_prefix_check,
  add constraint api_keys_key_prefix_check check (
    case when client_id >= 'ffffffff-0000-0000-0000-000000000000' then key_prefix ~ '^pk_test_.{7}$'
    else char_length(key_prefix) = 10 end);

-- A sandbox is called, addressed and suspended as its owner is.
create function copy_to_sandbox() returns trigger language plpgsql as $$
begin
  update clients
  set name = new.name, email = new.email, address = new.address, iva_condition = new.iva_condition,
    status = new.status, updated_at = now()
  where sandbox_of = new.id;
  return null;
end $$;

create trigger copy_to_sandbox after update of name, email, address, iva_condition, status on clients
  for each row when (new.sandbox_of is null and (old.name, old.email, old.address, old.iva_condition, old.status)
    is distinct from (new.name, new.email, new.address, new.iva_condition, new.status))
  execute function copy_to_sandbox();

-- A row is a sandbox: what happens to it as a whole. Requests note their use of it at most once every half minute.
create table sandboxes (
  client_id uuid primary key references clients,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  -- When the administrators were told that it will be emptied; null: it is in use.
  announced_at timestamptz(3),
  emptied_at timestamptz(3)
);

create index sandboxes_by_use on sandboxes (last_used_at) where emptied_at is null;
