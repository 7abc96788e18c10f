-- outside a transaction
-- Documents found by their number, products that can be archived, ledger entries with their reason, and an audit
-- log that can be filtered by action and actor.

-- Every client has its PED-000001, so a number alone has as many orders as there are clients. Without a status
-- the list is merged from one scan per status.
create index concurrently if not exists orders_all_by_number on orders (order_number, status, created_at, id);

-- A remito may have several numbers, and few remitos share one. Without a pending list, which every search
-- would read through and some unlucky write would have to empty.
create index concurrently if not exists remitos_by_number on remitos using gin (remito_number)
  with (fastupdate = off);

alter table products add column if not exists archived boolean not null default false;
create index concurrently if not exists products_of_client on products (client_id, archived, sku, id);
drop index concurrently if exists products_by_sku;

-- A copy of products.archived on the row that every movement locks: whoever waited for that lock reads the
-- present value, and the check refuses goods and reservations of an archived product, whatever the code does.
alter table stock add column if not exists archived boolean not null default false;
alter table stock
  drop constraint if exists stock_is_empty_when_archived,
  add constraint stock_is_empty_when_archived
    check (not archived or (quantity = 0 and reserved_quantity = 0));

create or replace function copy_archived_to_stock() returns trigger language plpgsql as $$
begin
  update stock set archived = new.archived where product_id = new.id;
  return null;
end $$;

create or replace trigger copy_archived_to_stock after update of archived on products
  for each row when (old.archived <> new.archived) execute function copy_archived_to_stock();

-- Why goods moved. Reasons given so far are in the audit log and on voided remitos. One statement, and so one
-- transaction: the ledger is append-only for everybody else throughout.
alter table stock_ledger add column if not exists reason text;
do $$
begin
  alter table stock_ledger disable trigger stock_ledger_is_append_only;
  update stock_ledger
  set reason = entry.after ->> 'reason'
  from audit_entries entry
  where stock_ledger.cause in ('adjustment', 'transfer') and entry.action in ('stock.adjust', 'stock.transfer')
    and entry.subject_id = stock_ledger.document_id;
  update stock_ledger
  set reason = remitos.void_reason
  from remitos
  where stock_ledger.cause = 'remito_void' and remitos.id = stock_ledger.document_id;
  alter table stock_ledger enable trigger stock_ledger_is_append_only;
end $$;

-- Four indexes for the six new combinations of client, action and actor: an entry takes 1.9 kB of WAL with them,
-- 1.2 without; with one for each combination it would be 2.2. Lists of an actor without an action are merged
-- from one scan per action of that actor. Client and actor are one key: as two columns they let the planner
-- walk all that the actor did for other clients.
create index concurrently if not exists audit_entries_newest_by_action on audit_entries (action, created_at, id);
create index concurrently if not exists audit_entries_newest_of_client_by_action
  on audit_entries (client_id, action, created_at, id);
create index concurrently if not exists audit_entries_newest_by_actor
  on audit_entries (actor, action, created_at, id);
create index concurrently if not exists audit_entries_newest_of_client_by_actor
  on audit_entries ((client_id::text || actor), action, created_at, id);
