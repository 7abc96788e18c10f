-- The recipients of a client, its orders for them, what these reserve while they are pending, and the files attached to them.

-- A row is a recipient. A deleted one stays for the orders that name it.
create table destinatarios (
  id uuid primary key,
  client_id uuid not null references clients,
  name text not null check (char_length(name) between 1 and 200),
  -- Folded by the service: a cluster in the C locale does not fold Ñ, and every database must sort alike.
  name_folded text collate "C" not null,
  address text,
  phone text,
  city text,
  province text,
  postal_code text,
  email text,
  cuit_dni text check (cuit_dni ~ '^([0-9]{11}|[0-9]{7,8})$'),
  iva_condition text check (iva_condition in (
    'responsable_inscripto', 'exento', 'consumidor_final', 'monotributo', 'no_categorizado', 'proveedor_exterior',
    'cliente_exterior', 'liberado_ley_19640', 'monotributo_social', 'no_alcanzado', 'monotributo_promovido')),
  delivery_schedule text check (char_length(delivery_schedule) <= 200),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  unique (client_id, id)
);

create index destinatarios_by_name on destinatarios (client_id, name_folded, id) where deleted_at is null;

-- The filter by a part of the name has a trigram index if the database lets us have the extension. Without it, the filter reads
-- the names of one client in order.
do $$
begin
  create extension if not exists pg_trgm;
  create index destinatarios_name_trigrams on destinatarios
    using gin (name_folded gin_trgm_ops) where deleted_at is null;
exception
  when undefined_file or insufficient_privilege or feature_not_supported then
    raise notice 'pg_trgm is not available: the name filter does without its index';
end $$;

select add_table_to_topics('destinatarios', 'destinatarios');

-- A row has the last order number of a client.
create table order_series (
  client_id uuid primary key references clients,
  last_number bigint not null default 0
);

create function is_order(status text, delivery_type text) returns boolean
language plpgsql immutable as $$
begin
  return status = any (array['pending', 'approved', 'in_preparation', 'in_transit', 'delivered', 'failed_delivery',
      'rejected', 'cancelled'])
    and delivery_type = any (array['envio', 'retiro']);
end $$;

-- A row is an order.
create table orders (
  id uuid not null,
  client_id uuid not null,
  order_number text not null,
  status text not null default 'pending',
  status_reason text,
  delivery_type text not null default 'envio',
  destinatario_id uuid not null,
  notes text,
  delivery_address text,
  delivery_city text,
  delivery_province text,
  delivery_contact text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (id, client_id),
  constraint orders_is_order check (is_order(status, delivery_type)),
  foreign key (client_id, destinatario_id) references destinatarios (client_id, id)
);

-- Order numbers are searched by their beginning, which needs their indexes in byte order.
create unique index orders_by_number on orders (client_id, order_number collate "C");
create index orders_newest on orders (client_id, created_at, id);
create index orders_newest_by_status on orders (client_id, status, created_at, id);
create index orders_newest_by_destinatario on orders (client_id, destinatario_id, created_at, id);
-- Status and destinatario are one key. With two columns, the planner's guess that a destinatario has few orders made it look as
-- cheap to read all of its orders and leave out those of another status.
create index orders_newest_by_destinatario_and_status
  on orders (client_id, (status || destinatario_id::text), created_at, id);
-- The staff's lists, over all clients. Every client has its PED-000001: without a status, the list by number is merged from one
-- scan per status.
create index orders_all_newest on orders (created_at, id);
create index orders_all_newest_by_status on orders (status, created_at, id);
create index orders_all_by_number_and_status on orders (order_number collate "C", status, created_at, id);

select add_table_to_topics('orders', 'orders');

create function is_order_line(quantity numeric, vintage_year integer) returns boolean
language plpgsql immutable as $$
begin
  return quantity > 0 and (vintage_year is null or vintage_year between 1900 and 2200);
end $$;

-- A row is a line of an order.
create table order_items (
  id uuid not null,
  client_id uuid not null,
  order_id uuid not null,
  position integer not null,
  product_id uuid not null,
  quantity numeric(15, 3) not null,
  vintage_year integer,
  notes text,
  -- While its order is pending, so that the goods are not promised twice.
  reserved boolean not null default false,
  primary key (order_id, id),
  constraint order_items_is_line check (is_order_line(quantity, vintage_year)),
  foreign key (client_id, order_id) references orders (client_id, id),
  foreign key (client_id, product_id) references products (client_id, id)
);

-- Only reservations of a vintage are added up; the total of the others is in the row of the product in stock.
create index order_items_reserved_vintages on order_items (product_id, vintage_year)
  where reserved and vintage_year is not null;

select add_table_to_topics('order_items', 'orders');

-- Keeps stock.reserved_quantity the sum of the reserved lines.
create function apply_reserved_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update stock
    set reserved_quantity = stock.reserved_quantity + change.quantity
    from (select product_id, sum(quantity) as quantity from added where reserved group by product_id) as change
    where stock.product_id = change.product_id;
  elsif tg_op = 'DELETE' then
    update stock
    set reserved_quantity = stock.reserved_quantity - change.quantity
    from (select product_id, sum(quantity) as quantity from removed where reserved group by product_id) as change
    where stock.product_id = change.product_id;
  else
    update stock
    set reserved_quantity = stock.reserved_quantity + change.quantity
    from (
      select product_id, sum(quantity) as quantity
      from (
        select product_id, quantity from after_update where reserved
        union all
        select product_id, -quantity from before_update where reserved) as changed
      group by product_id) as change
    where stock.product_id = change.product_id and change.quantity <> 0;
  end if;
  return null;
end $$;

create trigger apply_lines_inserted after insert on order_items
  referencing new table as added for each statement execute function apply_reserved_lines();
create trigger apply_lines_updated after update on order_items
  referencing old table as before_update new table as after_update
  for each statement execute function apply_reserved_lines();
create trigger apply_lines_deleted after delete on order_items
  referencing old table as removed for each statement execute function apply_reserved_lines();

-- A row is a line whose goods are reserved.
create view reservations as
select id as order_item_id, client_id, order_id, product_id, vintage_year, quantity
from order_items
where reserved;

-- For processes of an earlier version, which wrote reservations as rows.
create function write_reservation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update order_items set reserved = true where order_id = new.order_id and id = new.order_item_id;
    return new;
  end if;
  update order_items set reserved = false where order_id = old.order_id and id = old.order_item_id;
  return old;
end $$;

create trigger write_reservation instead of insert or delete on reservations
  for each row execute function write_reservation();

-- A row is a file of an order. Files and commits cannot be atomic: a row is "uploading" until its file is complete.
create table order_attachments (
  id uuid primary key,
  client_id uuid not null,
  order_id uuid not null,
  file_name text not null check (char_length(file_name) between 1 and 255),
  size_bytes bigint,
  state text not null default 'uploading' check (state in ('uploading', 'ready')),
  created_at timestamptz(3) not null default now(),
  foreign key (client_id, order_id) references orders (client_id, id)
);

create index order_attachments_of_order on order_attachments (order_id, created_at, id);
create index order_attachments_uploading on order_attachments (created_at) where state = 'uploading';

select add_table_to_topics('order_attachments', 'orders');
