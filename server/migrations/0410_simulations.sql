-- What is going on with an order of a sandbox: the steps of a script, of which each is one transaction. It counts the steps in the
-- transaction of each, so a process that is killed leaves the next one to the job queue, and none is done twice.
create table sandbox_simulations (
  order_id uuid not null,
  -- A live order is never simulated.
  client_id uuid not null check (client_id >= 'ffffffff-0000-0000-0000-000000000000'),
  script text not null
    check (script in ('happy', 'reject', 'fail_then_deliver', 'fail_and_cancel', 'partial_refusal')),
  -- The rest of the script, from the status that the order had.
  actions text[] not null,
  step_seconds integer not null check (step_seconds between 0 and 60),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- How many steps are done.
  done integer not null default 0,
  problem_code text,
  problem_detail text,
  -- Of the request that started it, under which the steps are in the audit log.
  request_id text not null,
  started_at timestamptz(3) not null default now(),
  primary key (order_id, client_id),
  foreign key (order_id, client_id) references orders (id, client_id)
);
