-- Products, and the stock of each. The ledger is the only way to change a quantity: inserting an entry
-- applies it to the lot and to the product, so that quantity = sum of lots = sum of entries holds by
-- construction, and the checks refuse whatever would take one below zero.

create table products (
  id uuid primary key,
  client_id uuid not null references clients,
  name text not null check (char_length(name) between 1 and 200),
  sku text collate "C" not null check (char_length(sku) between 1 and 64),
  unit_type text not null check (unit_type in ('unidad', 'caja', 'bulto', 'pallet', 'kg', 'litro')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, sku),
  unique (client_id, id)
);

create index products_by_sku on products (client_id, sku, id);

-- The stock row is the mutex of its product: whoever changes lots or reservations locks it first.
create table stock (
  product_id uuid primary key,
  client_id uuid not null,
  quantity numeric(15, 3) not null default 0 check (quantity >= 0),
  reserved_quantity numeric(15, 3) not null default 0 check (reserved_quantity >= 0),
  updated_at timestamptz(3) not null default now(),
  foreign key (client_id, product_id) references products (client_id, id)
) with (fillfactor = 80);

create function start_stock() returns trigger language plpgsql as $$
begin
  insert into stock (product_id, client_id) select id, client_id from created;
  return null;
end $$;

create trigger start_stock after insert on products
  referencing new table as created for each statement execute function start_stock();

create table lots (
  id uuid primary key,
  client_id uuid not null,
  product_id uuid not null,
  lot_number text not null check (char_length(lot_number) between 1 and 64),
  quantity numeric(15, 3) not null default 0 check (quantity >= 0),
  expiry_date date,
  vintage_year integer check (vintage_year between 1900 and 2200),
  source_type text not null
    check (source_type in ('remito_ingreso', 'transfer', 'adjustment', 'csv_import')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The sort key of the lists: what never expires comes last.
  expires_on date not null generated always as (coalesce(expiry_date, 'infinity'::date)) stored,
  unique nulls not distinct (product_id, lot_number, expiry_date, vintage_year),
  unique (product_id, id),
  foreign key (client_id, product_id) references products (client_id, id)
) with (fillfactor = 80);

create index lots_first_to_expire on lots (client_id, expires_on, id) where quantity > 0;
create index lots_first_to_expire_with_depleted on lots (client_id, expires_on, id);
create index lots_of_product on lots (client_id, product_id, expires_on, id) where quantity > 0;
create index lots_of_product_with_depleted on lots (client_id, product_id, expires_on, id);

create table stock_ledger (
  id uuid primary key,
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
  created_at timestamptz(3) not null default clock_timestamp(),
  foreign key (client_id, product_id) references products (client_id, id),
  foreign key (product_id, lot_id) references lots (product_id, id)
);

create index stock_ledger_of_product on stock_ledger (product_id, created_at, seq) include (delta);
create index stock_ledger_of_document on stock_ledger (document_id);

create function apply_stock_ledger() returns trigger language plpgsql as $$
begin
  update lots
  set quantity = lots.quantity + change.delta, updated_at = now()
  from (select lot_id, sum(delta) as delta from entries group by lot_id) as change
  where lots.id = change.lot_id and change.delta <> 0;

  update stock
  set quantity = stock.quantity + change.delta, updated_at = now()
  from (select product_id, sum(delta) as delta from entries group by product_id) as change
  where stock.product_id = change.product_id and change.delta <> 0;
  return null;
end $$;

create trigger apply_stock_ledger after insert on stock_ledger
  referencing new table as entries for each statement execute function apply_stock_ledger();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger stock_ledger_is_append_only before update or delete on stock_ledger
  for each statement execute function refuse_change();
