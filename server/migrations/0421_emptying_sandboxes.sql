-- A reset deletes the rows of a sandbox, those of append-only tables too. A transaction that does it says so, by the setting
-- anden.emptying_sandbox, and can delete no row of a live client then, from whatever table.
create function refuse_live_row() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % is live: only a sandbox is emptied', tg_table_name;
end $$;

-- Whoever changes a sandbox holds it shared until the commit, and whoever starts a reset alone.
create function lock_of_sandbox(of_client uuid) returns bigint language sql immutable parallel safe as $$
  select hashtextextended('sandbox ' || of_client, 0)
$$;

-- Every change has an audit entry, so this is where a change to a sandbox ends that a reset has overtaken: it would come in between the
-- deletions. Only keys are changed meanwhile, because a reset leaves them as they are.
create function refuse_while_resetting() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(lock_of_sandbox(new.client_id));
  if exists (select from sandbox_resets where client_id = new.client_id and state <> 'done') then
    raise exception 'the sandbox is being reset' using errcode = 'AN409';
  end if;
  return new;
end $$;

create trigger refuse_while_resetting before insert on audit_entries for each row
  when (new.client_id >= 'ffffffff-0000-0000-0000-000000000000' and new.action not like 'keys.%'
    and current_setting('anden.emptying_sandbox', true) is distinct from 'on')
  execute function refuse_while_resetting();

-- A removed file waits for the sweep without its order, which a reset deletes at once.
alter table order_attachments
  alter column order_id drop not null,
  add constraint order_attachments_of_order check (order_id is not null or state = 'removed') not valid;

alter table order_attachments validate constraint order_attachments_of_order;

alter table sandbox_resets
  -- The next step, of those that delete and then of those that fill.
  add column step integer not null default 0,
  -- How often the job has been taken up; it is given up when it never ends.
  add column tries integer not null default 0;
