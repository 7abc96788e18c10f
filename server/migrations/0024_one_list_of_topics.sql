-- The topics were listed twice: in a check and in the trigger that gives a new client its counters. Both now read
-- topics(). A migration adds a topic with `select add_topic('returns')`, and a table whose rows the reads of some
-- topics show with `select add_table_to_topics('returns', 'returns', 'stock')`.

-- A function and not a table: the service's role may execute it at once, but would have to be granted the use of a
-- new table. Stable and not immutable, because add_topic replaces it.
create function topics() returns text[] language sql stable as
  'select ''{stock,orders,remitos,account,destinatarios}''::text[]';

create or replace function start_client_versions() returns trigger language plpgsql as $$
begin
  insert into client_versions (client_id, topic)
  select new.id, topic from unnest(topics()) as topic;
  return null;
end $$;

alter table client_versions
  drop constraint client_versions_topic_check,
  add constraint client_versions_topic_check check (topic = any (topics()));

-- Clients cannot be created until the migration commits: one created by a transaction that sees the old list would
-- miss the new counter.
create function add_topic(added text) returns void language plpgsql as $$
begin
  lock table clients in share row exclusive mode;
  execute format('create or replace function topics() returns text[] language sql stable as %L',
    format('select %L::text[]', topics() || added));
  insert into client_versions (client_id, topic)
  select id, added from clients;
end $$;

-- Takes all the topics of a table, and replaces those that it had. The table needs a column client_id.
create function add_table_to_topics(shown regclass, variadic shown_in text[]) returns void language plpgsql as $$
declare
  event record;
begin
  if not shown_in <@ topics() then
    raise exception 'one of the topics % does not exist: add it first', shown_in;
  end if;
  for event in
    select * from (values ('inserted', 'insert', 'new'), ('updated', 'update', 'new'), ('deleted', 'delete', 'old'))
      as list (past, verb, rows)
  loop
    execute format(
      'create or replace trigger touch_%s after %s on %s referencing %s table as changed
         for each statement execute function touch(%s)',
      event.past, event.verb, shown, event.rows,
      (select string_agg(quote_literal(topic), ', ') from unnest(shown_in) as topic));
  end loop;
end $$;
