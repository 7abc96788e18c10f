-- Products, their lots, and the ledger. The ledger is the only way to change a quantity: a trigger applies its entries to the
-- lot and to the product, so that quantity = sum of lots = sum of entries by construction, and the checks refuse whatever would
-- take one below zero.

-- A row is a product of a client. Primary keys of the kind (id, client_id) find a row by its id, and are what other tables refer
-- to with both, so that no row can refer to something of another client.
create table products (
  id uuid not null,
  client_id uuid not null references clients,
  name text not null check (char_length(name) between 1 and 200),
  sku text collate "C" not null check (char_length(sku) between 1 and 64),
  unit_type text not null check (unit_type in ('unidad', 'caja', 'bulto', 'pallet', 'kg', 'litro')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Folded by the service, without case and accents, for the filter by name.
  name_folded text collate "C" not null default '',
  archived boolean not null default false,
  -- The number in the bar code. An archived product keeps its own, as it keeps its SKU.
  gtin text collate "C" check (gtin ~ '^([0-9]{8}|[0-9]{12,14})$'),
  primary key (id, client_id),
  unique (client_id, sku)
);

create index products_of_client on products (client_id, archived, sku, id);
-- GTINs of different lengths are the same number with leading zeros.
create unique index products_gtin on products (client_id, lpad(gtin, 14, '0')) where gtin is not null;

select add_imported_table_to_topics('products', 'stock', 'orders', 'remitos');

-- A row has the quantities of a product. It is the mutex of the product, too: whoever changes its lots or reservations locks
-- this row first.
create table stock (
  product_id uuid primary key,
  client_id uuid not null,
  quantity numeric(15, 3) not null default 0,
  -- The sum of the reserved lines of orders (apply_reserved_lines).
  reserved_quantity numeric(15, 3) not null default 0,
  updated_at timestamptz(3) not null default now(),
  -- A copy of products.archived: whoever waited for the lock on this row reads the present value, and the check refuses goods and
  -- reservations of an archived product.
  archived boolean not null default false,
  entries_since_checkpoint integer not null default 0,
  foreign key (client_id, product_id) references products (client_id, id)
) with (fillfactor = 80);

create function is_stock(quantity numeric, reserved_quantity numeric, archived boolean) returns boolean
language plpgsql immutable as $$
begin
  return quantity >= 0 and reserved_quantity >= 0
    and (not archived or quantity = 0 and reserved_quantity = 0);
end $$;

-- PostgreSQL parses a CHECK again for each statement, but a function once per connection.
alter table stock add constraint stock_is_stock check (is_stock(quantity, reserved_quantity, archived));

select add_imported_table_to_topics('stock', 'stock');

-- Every product has its row in stock from the start.
create function start_stock() returns trigger language plpgsql as $$
begin
  insert into stock (product_id, client_id) select id, client_id from created;
  return null;
end $$;

create trigger start_stock after insert on products
  referencing new table as created for each statement execute function start_stock();

create function copy_archived_to_stock() returns trigger language plpgsql as $$
begin
  update stock set archived = new.archived where product_id = new.id;
  return null;
end $$;

create trigger copy_archived_to_stock after update of archived on products
  for each row when (old.archived <> new.archived) execute function copy_archived_to_stock();

-- A row is a lot of a product: goods with the same number, expiry date and vintage. A depleted lot stays.
create table lots (
  id uuid not null,
  client_id uuid not null,
  product_id uuid not null,
  lot_number text not null check (char_length(lot_number) between 1 and 64),
  quantity numeric(15, 3) not null default 0 check (quantity >= 0),
  expiry_date date,
  vintage_year integer check (vintage_year between 1900 and 2200),
  source_type text not null check (source_type in ('remito_ingreso', 'transfer', 'adjustment', 'csv_import')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The sort key of the lists: what never expires comes last.
  expires_on date not null generated always as (coalesce(expiry_date, 'infinity'::date)) stored,
  -- A lot on hold stays in stock, but is neither picked nor available. The client sees the reason.
  hold_reason text,
  held_since timestamptz(3),
  -- It finds a lot by its id, and is what the ledger and the lines of remitos refer to with client and product.
  primary key (id, client_id, product_id),
  unique nulls not distinct (product_id, lot_number, expiry_date, vintage_year),
  constraint lots_hold_check check (
    (hold_reason is null) = (held_since is null) and char_length(hold_reason) between 1 and 500),
  foreign key (client_id, product_id) references products (client_id, id)
) with (fillfactor = 80);

-- A list with depleted lots merges those in stock with the depleted ones, so that a lot is in one of two indexes.
create index lots_first_to_expire on lots (client_id, expires_on, id) where quantity > 0;
create index lots_of_product on lots (client_id, product_id, expires_on, id) where quantity > 0;
create index lots_depleted on lots (client_id, expires_on, id) where quantity = 0;
create index lots_depleted_of_product on lots (client_id, product_id, expires_on, id) where quantity = 0;
-- What is on hold of a product, for its available quantity.
create index lots_on_hold on lots (client_id, product_id, expires_on) where quantity > 0 and held_since is not null;
-- All lots on hold, also those of which nothing is left: goods of them can be in orders that have not left.
create index lots_held on lots (client_id, product_id) where held_since is not null;

select add_imported_table_to_topics('lots', 'stock', 'remitos');

-- Quantities are the ledger's business. Only an import, which creates lots by the hundred thousand, writes the entries first and
-- then the lots with what is in them: made empty and then filled, each would be written twice, with all its indexes.
create function refuse_filled_lot() returns trigger language plpgsql as $$
begin
  raise exception 'a lot is made empty, and filled by entries of the ledger';
end $$;

create trigger lots_are_made_empty before insert on lots
  for each row when (new.quantity <> 0 and new.source_type <> 'csv_import') execute function refuse_filled_lot();

-- A row is an entry of the ledger: so much went into a lot or out of it, and why. Entries are never changed.
create table stock_ledger (
  id uuid not null,
  -- The order in which entries were made: taken while the product is locked, so exact within a product.
  seq bigint generated always as identity,
  client_id uuid not null,
  product_id uuid not null,
  lot_id uuid not null,
  delta numeric(15, 3) not null check (delta <> 0),
  cause text not null check (cause in
    ('remito_ingreso', 'remito_egreso', 'remito_void', 'adjustment', 'transfer', 'csv_import')),
  document_id uuid not null,
  actor text not null,
  -- The entries of one movement have the same time, so that no moment shows half of it. The statement starts after the product
  -- was locked: in the order of their times, entries are in the order in which they were applied.
  created_at timestamptz(3) not null default statement_timestamp(),
  reason text,
  -- The trace of a lot: its entries page by page, and their sums by cause from the index alone. Nothing looks up an entry by its id.
  primary key (lot_id, seq) include (delta, cause),
  -- It proves the product and the client as well. Deferrable for imports, which write entries before their lots.
  constraint stock_ledger_lot_fkey foreign key (client_id, product_id, lot_id)
    references lots (client_id, product_id, id) deferrable
);

create index stock_ledger_of_product on stock_ledger (product_id, created_at, seq) include (delta);
-- Entries of remitos are most of the ledger, and are not looked up by their document.
create index stock_ledger_of_adjustment_or_transfer on stock_ledger (document_id)
  where cause in ('adjustment', 'transfer');
create index stock_ledger_of_import on stock_ledger (document_id, seq) where cause = 'csv_import';

create trigger stock_ledger_is_append_only before update or delete on stock_ledger
  for each statement execute function refuse_change();

-- A row is the quantity of a product at a past moment: the sum of its entries with a created_at up to recorded_until. The
-- quantity at any moment is that of the last checkpoint before it and the few entries after that, so it costs the same however
-- long the history is.
create table stock_checkpoints (
  product_id uuid not null references stock,
  recorded_until timestamptz(3) not null,
  quantity numeric(15, 3) not null,
  primary key (product_id, recorded_until)
);

create function entries_per_checkpoint() returns integer language sql immutable as 'select 20';

-- Applies new entries to lots, stock and checkpoints. The settings make each row be looked up by its index: a connection can keep
-- the plan of this trigger from when the tables were small, and would then read all lots for each statement of an import.
create function apply_stock_ledger() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update lots
  set quantity = lots.quantity + change.delta, updated_at = now()
  from (select lot_id, sum(delta) as delta from entries group by lot_id) as change
  where lots.id = change.lot_id and change.delta <> 0;

  -- An entry can have the time of an existing checkpoint, in the next batch of an import or in the same millisecond, or an
  -- earlier one, if the clock was set back.
  update stock_checkpoints
  set quantity = quantity + (
    select sum(delta) from entries
    where entries.product_id = stock_checkpoints.product_id
      and entries.created_at <= stock_checkpoints.recorded_until)
  from (select product_id, min(created_at) as first_created_at from entries group by product_id) as change
  where stock_checkpoints.product_id = change.product_id
    and stock_checkpoints.recorded_until >= change.first_created_at;

  -- Also if the quantity stays the same: the entries count towards the next checkpoint.
  with changed as (
    update stock
    set quantity = stock.quantity + change.delta,
      updated_at = case when change.delta = 0 then stock.updated_at else now() end,
      entries_since_checkpoint = case
        when stock.entries_since_checkpoint + change.entry_count < entries_per_checkpoint()
        then stock.entries_since_checkpoint + change.entry_count
        else 0 end
    from (
      select product_id, sum(delta) as delta, count(*) as entry_count from entries group by product_id
    ) as change
    where stock.product_id = change.product_id
    returning stock.product_id, stock.quantity, stock.entries_since_checkpoint
  )
  insert into stock_checkpoints (product_id, recorded_until, quantity)
  select changed.product_id, (
    select max(created_at) from stock_ledger where stock_ledger.product_id = changed.product_id), changed.quantity
  from changed
  where changed.entries_since_checkpoint = 0
  -- One of the same millisecond includes these entries already.
  on conflict (product_id, recorded_until) do nothing;
  return null;
end $$;

create trigger apply_stock_ledger after insert on stock_ledger
  referencing new table as entries for each statement execute function apply_stock_ledger();

-- For entries that were given other times, as the demo data are.
create function rebuild_stock_checkpoints(product_ids uuid[]) returns void language plpgsql as $$
begin
  perform from stock where product_id = any(product_ids) order by product_id for update;
  delete from stock_checkpoints where product_id = any(product_ids);
  insert into stock_checkpoints (product_id, recorded_until, quantity)
  select product_id, created_at, quantity
  from (
    select product_id, created_at,
      -- Includes all entries of the same time.
      sum(delta) over (partition by product_id order by created_at) as quantity,
      row_number() over (partition by product_id order by created_at, seq) as position
    from stock_ledger
    where product_id = any(product_ids)
  ) as entries
  where position % entries_per_checkpoint() = 0
  on conflict (product_id, recorded_until) do nothing;
end $$;
