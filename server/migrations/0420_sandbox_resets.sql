-- A row is the last reset of a sandbox. The job that does it counts here, in the transaction of each batch, so a process that is killed
-- leaves the rest to the next one.
create table sandbox_resets (
  -- A live client is never reset.
  client_id uuid primary key references clients check (client_id >= 'ffffffff-0000-0000-0000-000000000000'),
  data text not null check (data in ('empty', 'products', 'demo')),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- Rows that are deleted or made; total is an estimate until all are deleted.
  done integer not null default 0,
  total integer not null default 0,
  problem_code text,
  problem_detail text,
  -- Of the request or the run that asked for it, under which it is in the audit log.
  actor text not null,
  request_id text not null,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  check ((state = 'running') = (finished_at is null)),
  check ((problem_code is null) = (problem_detail is null))
);
