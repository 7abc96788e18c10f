-- Orders of the clients, what they reserve while pending, and the files attached to them.

create table order_series (
  client_id uuid primary key references clients,
  last_number bigint not null default 0
);

create table orders (
  id uuid primary key,
  client_id uuid not null references clients,
  order_number text not null,
  status text not null default 'pending' check (status in (
    'pending', 'approved', 'in_preparation', 'in_transit', 'delivered', 'failed_delivery',
    'rejected', 'cancelled')),
  status_reason text,
  delivery_type text not null default 'envio' check (delivery_type in ('envio', 'retiro')),
  destinatario_id uuid not null,
  notes text,
  delivery_address text,
  delivery_city text,
  delivery_province text,
  delivery_contact text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, order_number),
  unique (client_id, id),
  foreign key (client_id, destinatario_id) references destinatarios (client_id, id)
);

create index orders_newest on orders (client_id, created_at, id);
create index orders_newest_by_status on orders (client_id, status, created_at, id);
create index orders_newest_by_destinatario on orders (client_id, destinatario_id, created_at, id);
create index orders_newest_by_destinatario_and_status
  on orders (client_id, destinatario_id, status, created_at, id);

create table order_items (
  id uuid primary key,
  client_id uuid not null,
  order_id uuid not null,
  position integer not null,
  product_id uuid not null,
  quantity numeric(15, 3) not null check (quantity > 0),
  vintage_year integer check (vintage_year between 1900 and 2200),
  notes text,
  unique (order_id, position),
  foreign key (client_id, order_id) references orders (client_id, id),
  foreign key (client_id, product_id) references products (client_id, id)
);

-- Rows exist only while the order is pending. Their sum per product is kept in stock.reserved_quantity
-- by the triggers below.
create table reservations (
  order_item_id uuid primary key references order_items,
  client_id uuid not null,
  order_id uuid not null,
  product_id uuid not null,
  vintage_year integer,
  quantity numeric(15, 3) not null check (quantity > 0),
  foreign key (client_id, order_id) references orders (client_id, id),
  foreign key (client_id, product_id) references products (client_id, id)
);

create index reservations_of_product on reservations (product_id, vintage_year);
create index reservations_of_order on reservations (order_id);

create function apply_reservations() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update stock
  set reserved_quantity = stock.reserved_quantity + sign * change.quantity
  from (select product_id, sum(quantity) as quantity from changed group by product_id) as change
  where stock.product_id = change.product_id;
  return null;
end $$;

create trigger apply_reservations_made after insert on reservations
  referencing new table as changed for each statement execute function apply_reservations();
create trigger apply_reservations_released after delete on reservations
  referencing old table as changed for each statement execute function apply_reservations();
create trigger reservations_are_not_edited before update on reservations
  for each statement execute function refuse_change();

-- A file and a commit cannot be atomic: the row is 'uploading' until its file is whole.
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
