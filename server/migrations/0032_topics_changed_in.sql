-- The live stream asks once a second which topics have changed, of any client. Each counter therefore has the
-- transaction that changed it last: compared with a snapshot, it shows what has been committed since, however late.

-- Existing counters have not changed since any snapshot. A constant default does not rewrite the table.
alter table client_versions add column changed_in xid8 not null default '0';
alter table client_versions alter column changed_in set default pg_current_xact_id();

-- It costs the update of a counter two index entries, its own and that of the primary key, once per topic and
-- transaction.
create index client_versions_changed on client_versions (changed_in);

create or replace function bump_touched() returns trigger language plpgsql as $$
declare
  next record;
begin
  for next in
    select client_id, topic from touched
    where transaction_id = pg_current_xact_id()
    order by client_id, topic
  loop
    update client_versions set version = version + 1, changed_in = pg_current_xact_id()
    where client_id = next.client_id and topic = next.topic;
  end loop;
  delete from touched where transaction_id = pg_current_xact_id();
  return null;
end $$;
