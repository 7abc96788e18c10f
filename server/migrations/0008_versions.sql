-- Every transaction that changes what a topic's reads show bumps that topic's counter of that client.
-- The database sees to it, so that no code path can forget: statement triggers note (transaction, client,
-- topic) once; a deferred trigger bumps the counters at commit, in sorted order. Bumped earlier, a counter
-- would stay locked through the whole transaction and deadlock against the product locks.

-- Unlogged: rows live only inside a transaction, a crash has nothing to recover.
create unlogged table touched (
  transaction_id xid8 not null,
  client_id uuid not null,
  topic text not null,
  primary key (transaction_id, client_id, topic)
);

create function touch() returns trigger language plpgsql as $$
begin
  insert into touched (transaction_id, client_id, topic)
  select distinct pg_current_xact_id(), client_id, topic
  from changed cross join unnest(tg_argv) as topic
  on conflict do nothing;
  return null;
end $$;

-- The first of a transaction's rows to fire bumps for all of them; the rest find nothing left to do.
create function bump_touched() returns trigger language plpgsql as $$
declare
  next record;
begin
  for next in
    select client_id, topic from touched
    where transaction_id = pg_current_xact_id()
    order by client_id, topic
  loop
    update client_versions set version = version + 1
    where client_id = next.client_id and topic = next.topic;
  end loop;
  delete from touched where transaction_id = pg_current_xact_id();
  return null;
end $$;

create constraint trigger bump_touched after insert on touched
  deferrable initially deferred for each row execute function bump_touched();

do $$
declare
  shown record;
begin
  for shown in
    select * from (values
      ('products', array['stock', 'orders', 'remitos']),
      ('stock', array['stock']),
      ('lots', array['stock', 'remitos']),
      ('destinatarios', array['destinatarios']),
      ('orders', array['orders']),
      ('order_items', array['orders']),
      ('order_attachments', array['orders']),
      ('remitos', array['remitos']),
      ('remito_items', array['remitos']),
      ('account_entries', array['account'])
    ) as list (table_name, topics)
  loop
    execute format(
      'create trigger touch_inserted after insert on %1$I referencing new table as changed
         for each statement execute function touch(%2$s);
       create trigger touch_updated after update on %1$I referencing new table as changed
         for each statement execute function touch(%2$s);
       create trigger touch_deleted after delete on %1$I referencing old table as changed
         for each statement execute function touch(%2$s)',
      shown.table_name,
      (select string_agg(quote_literal(topic), ', ') from unnest(shown.topics) as topic));
  end loop;
end $$;
