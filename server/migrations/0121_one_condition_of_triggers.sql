-- The triggers that touch topics had two forms: most tables hid in a call whether their client was touched already, and those that an
-- import writes looked for it in the condition itself. Now all do the latter.

-- What a transaction has touched is a setting of that transaction, a list of "<client> <topics>;", which costs no row. Returns whether this
-- is the transaction's first touch. A rollback to a savepoint also restores the setting.
create or replace function touch(of_client uuid, of_topics text) returns boolean language plpgsql as $$
declare
  touched text := coalesce(current_setting('anden.touched', true), '');
  now_touched text := set_config('anden.touched', touched || of_client || ' ' || of_topics || ';', true);
begin
  return touched = '';
end $$;

-- Creates the triggers of a table whose rows the reads of some topics show; replaces those that it had. Takes all the topics of the table,
-- which needs a column client_id. PostgreSQL evaluates the condition of a deferred trigger at once, for each row: a row of a client that is
-- touched already only reads the setting, and one event is queued for a transaction, not one per row.
create or replace function add_table_to_topics(shown regclass, variadic shown_in text[]) returns void
language plpgsql as $$
declare
  event record;
  names text := array_to_string(shown_in, ',');
begin
  if not shown_in <@ topics() then
    raise exception 'one of the topics % does not exist: add it first', shown_in;
  end if;
  for event in
    select * from (values ('inserted', 'insert', 'new'), ('updated', 'update', 'new'), ('deleted', 'delete', 'old'))
      as list (past, verb, row)
  loop
    execute format('drop trigger if exists touch_%s on %s', event.past, shown);
    execute format(
      'create constraint trigger touch_%1$s after %2$s on %3$s deferrable initially deferred for each row
         when (strpos(coalesce(current_setting(''anden.touched'', true), ''''), %4$s.client_id || %5$L) = 0
           and touch(%4$s.client_id, %6$L))
         execute function bump_touched()',
      event.past, event.verb, shown, event.row, format(' %s;', names), names);
  end loop;
end $$;

lock table account_entries, destinatarios, lots, order_attachments, order_items, orders, products, remito_items, remitos,
  stock, webhook_endpoints in access exclusive mode;
select add_table_to_topics('account_entries', 'account');
select add_table_to_topics('destinatarios', 'destinatarios');
select add_table_to_topics('lots', 'stock', 'remitos');
select add_table_to_topics('order_attachments', 'orders');
select add_table_to_topics('order_items', 'orders');
select add_table_to_topics('orders', 'orders');
select add_table_to_topics('products', 'stock', 'orders', 'remitos');
select add_table_to_topics('remito_items', 'remitos');
select add_table_to_topics('remitos', 'remitos');
select add_table_to_topics('stock', 'stock');
select add_table_to_topics('webhook_endpoints', 'webhooks');
drop function add_imported_table_to_topics(regclass, text[]);
drop function touch_on_changes(regclass, text[], text);
