-- Failures that a client has asked for, to see what its own program does then: of the next requests to a route of its sandbox, or to any.
-- Requests take them one by one from the row, whichever process they come to.
create table sandbox_faults (
  id uuid not null,
  -- A live request never fails by this.
  client_id uuid not null references clients check (client_id >= 'ffffffff-0000-0000-0000-000000000000'),
  kind text not null check (kind in ('429', '500', '503')),
  -- Method and path with its parameters as `{id}`; null: any.
  route text,
  times_left integer not null check (times_left between 0 and 100),
  created_at timestamptz(3) not null default now(),
  primary key (id, client_id)
);

create unique index sandbox_faults_by_route on sandbox_faults (client_id, coalesce(route, ''));
