-- PostgreSQL parses the condition of a trigger again in every statement that changes the table. The condition that looks into the
-- setting itself took 4 % of PostgreSQL's CPU time for an order to parse. A call of a function is shorter, but costs more per row: so
-- lots, products and stock, of which an import writes 100,000, keep theirs.

-- Returns whether this is the transaction's first touch. A rollback to a savepoint also restores the setting.
create or replace function touch(of_client uuid, of_topics text) returns boolean language plpgsql as $$
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

create function touch_on_changes(shown regclass, topics text[], condition text) returns void language plpgsql as $$
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

create or replace function add_table_to_topics(shown regclass, variadic shown_in text[]) returns void language sql as $$
  select touch_on_changes(shown, shown_in, 'touch(%1$s.client_id, %2$L)')
$$;

-- For a table of which one statement may write 100,000 rows: the client is looked for in the setting before `touch` is called.
create function add_imported_table_to_topics(shown regclass, variadic shown_in text[]) returns void language sql as $$
  select touch_on_changes(shown, shown_in,
    'strpos(current_setting(''anden.touched'', true), %1$s.client_id::text || %3$L) > 0 is not true
       and touch(%1$s.client_id, %2$L)')
$$;

lock table account_entries, destinatarios, order_attachments, order_items, orders, remito_items, remitos, webhook_endpoints
  in access exclusive mode;
select add_table_to_topics('account_entries', 'account');
select add_table_to_topics('destinatarios', 'destinatarios');
select add_table_to_topics('order_attachments', 'orders');
select add_table_to_topics('order_items', 'orders');
select add_table_to_topics('orders', 'orders');
select add_table_to_topics('remito_items', 'remitos');
select add_table_to_topics('remitos', 'remitos');
select add_table_to_topics('webhook_endpoints', 'webhooks');
