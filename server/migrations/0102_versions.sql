-- The version of each topic of each client. It tells a reader whether a page that it has kept is still what the database would
-- say. Every transaction that changes what the reads of a topic show increments the version of that topic. Triggers do it, so
-- that no code path can forget it, and they do it when the transaction commits: incremented earlier, a version would stay
-- locked for the whole transaction, and would deadlock with the locks on products.

-- The topics that exist. A migration adds one with add_topic. A function and not a table: the service's role may execute it at
-- once, but would have to be granted the use of a new table. Stable and not immutable, because add_topic replaces it.
create function topics() returns text[] language sql stable as
  'select ''{stock,orders,remitos,account,destinatarios,webhooks}''::text[]';

-- A row counts the changes of one topic of one client. Rows are updated often and never grow: half-empty pages have room for
-- the new version of a row.
create table client_versions (
  client_id uuid not null references clients,
  topic text not null,
  version bigint not null default 1,
  -- The transaction that changed it last. Compared with a snapshot, it shows the live stream what has been committed since,
  -- however late.
  changed_in xid8 not null default pg_current_xact_id(),
  primary key (client_id, topic)
) with (fillfactor = 50);

create index client_versions_changed on client_versions (changed_in);

create trigger topic_exists before insert or update of topic on client_versions
  for each row when (new.topic <> all (topics())) execute function refuse_value('topic');

-- A new client starts with all topics.
create function start_client_versions() returns trigger language plpgsql as $$
begin
  insert into client_versions (client_id, topic)
  select new.id, topic from unnest(topics()) as topic;
  return null;
end $$;

create trigger start_client_versions after insert on clients
  for each row execute function start_client_versions();

-- Clients cannot be created until the migration that adds a topic commits: one created by a transaction that sees the old list
-- would miss the new version.
create function add_topic(added text) returns void language plpgsql as $$
begin
  lock table clients in share row exclusive mode;
  execute format('create or replace function topics() returns text[] language sql stable as %L',
    format('select %L::text[]', topics() || added));
  insert into client_versions (client_id, topic)
  select id, added from clients;
end $$;

-- What a transaction has touched is a setting of that transaction, a list of "<client> <topics>;", which costs no row. Returns
-- whether this is the transaction's first touch. A rollback to a savepoint also restores the setting.
create function touch(of_client uuid, of_topics text) returns boolean language plpgsql as $$
declare
  touched text := current_setting('anden.touched', true);
  entry text := of_client || ' ' || of_topics || ';';
begin
  if strpos(touched, entry) > 0 then
    return false;
  end if;
  entry := set_config('anden.touched', concat(touched, entry), true);
  return coalesce(touched, '') = '';
end $$;

-- Increments the versions of everything that the transaction has touched, once, however many deferred triggers it fires, and
-- then applies the totals that lots have noted (total_changes). Versions come first, and in one order: whoever changes a total
-- has then locked the topic that shows it, so that two transactions never wait for each other in a circle, whatever the order
-- of their totals.
create function bump_versions() returns boolean language plpgsql as $$
declare
  touched text[] := string_to_array(rtrim(current_setting('anden.touched', true), ';'), ';');
  one text;
  next record;
  result numeric;
begin
  if coalesce(cardinality(touched), 0) = 0 then
    return false;
  end if;
  one := set_config('anden.touched', '', true);
  if cardinality(touched) > 2 or strpos(touched[1], ',') > 0 or strpos(touched[2], ',') > 0 then
    touched := array(
      select distinct left(entry, 37) || topic
      from unnest(touched) as entry, string_to_table(substr(entry, 38), ',') as topic
      order by 1);
  elsif touched[1] > touched[2] then
    -- The same order in every transaction, so that no two of them deadlock.
    touched := array[touched[2], touched[1]];
  end if;
  foreach one in array touched loop
    update client_versions set version = version + 1, changed_in = pg_current_xact_id()
    where client_id = left(one, 36)::uuid and topic = substr(one, 38);
  end loop;

  if current_setting('anden.noted_totals', true) = 'on' then
    one := set_config('anden.noted_totals', 'off', true);
    for next in
      select client_id, total, key, sum(change) as change from total_changes
      where transaction_id = pg_current_xact_id()
      group by client_id, total, key
    loop
      continue when next.change = 0;
      result := add_to_total(next.client_id, next.total, next.key, next.change);
    end loop;
    delete from total_changes where transaction_id = pg_current_xact_id();
  end if;
  return true;
end $$;

create function bump_touched() returns trigger language plpgsql as $$
declare
  is_first boolean := bump_versions();
begin
  return null;
end $$;

-- Creates the triggers of a table whose rows the reads of some topics show; replaces those that it had. PostgreSQL evaluates the
-- condition of a deferred trigger at once, for each row, so that one event is queued for a transaction, not one per row.
create function touch_on_changes(shown regclass, topics text[], condition text) returns void language plpgsql as
$$
declare
  event record;
  names text := array_to_string(topics, ',');
begin
  if not topics <@ topics() then
    raise exception 'one of the topics % does not exist: add it first', topics;
  end if;
  for event in
    select * from (values ('inserted', 'insert', 'new'), ('updated', 'update', 'new'), ('deleted', 'delete', 'old'))
      as list (past, verb, row)
  loop
    execute format('drop trigger if exists touch_%s on %s', event.past, shown);
    execute format(
      'create constraint trigger touch_%s after %s on %s deferrable initially deferred
         for each row when (%s) execute function bump_touched()',
      event.past, event.verb, shown, format(condition, event.row, names, format(' %s;', names)));
  end loop;
end $$;

-- Takes all the topics of a table. The table needs a column client_id.
create function add_table_to_topics(shown regclass, variadic shown_in text[]) returns void language sql as
$$
  select touch_on_changes(shown, shown_in, 'touch(%1$s.client_id, %2$L)')
$$;

-- The same for a table of which one statement may write 100,000 rows: the client is looked for in the setting before touch is
-- called.
create function add_imported_table_to_topics(shown regclass, variadic shown_in text[]) returns void language sql as
$$
  select touch_on_changes(shown, shown_in,
    'strpos(current_setting(''anden.touched'', true), %1$s.client_id::text || %3$L) > 0 is not true
       and touch(%1$s.client_id, %2$L)')
$$;
