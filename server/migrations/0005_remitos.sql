-- Delivery notes: goods in (ingreso) and goods out (egreso).

-- The number of an egreso comes from a counter row, not from a sequence: a sequence leaves gaps.
create table remito_series (
  point_of_sale integer primary key check (point_of_sale between 1 and 99999),
  last_number bigint not null default 0
);

create table remitos (
  id uuid primary key,
  client_id uuid not null references clients,
  type text not null check (type in ('ingreso', 'egreso')),
  status text not null default 'issued' check (status in ('issued', 'voided')),
  date date not null,
  remito_number text[] not null,
  source_order_id uuid,
  void_reason text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, source_order_id) references orders (client_id, id),
  check (source_order_id is null or type = 'egreso')
);

create index remitos_newest on remitos (client_id, created_at, id);
create index remitos_newest_by_type on remitos (client_id, type, created_at, id);
create index remitos_of_order on remitos (source_order_id) where source_order_id is not null;

create table remito_items (
  id uuid primary key,
  client_id uuid not null,
  remito_id uuid not null,
  position integer not null,
  product_id uuid not null,
  lot_id uuid not null,
  quantity numeric(15, 3) not null check (quantity > 0),
  notes text,
  unique (remito_id, position),
  foreign key (client_id, remito_id) references remitos (client_id, id),
  foreign key (client_id, product_id) references products (client_id, id),
  foreign key (product_id, lot_id) references lots (product_id, id)
);

-- The numbers on ingresos that are not voided: goods are not to be entered twice.
create table ingreso_numbers (
  client_id uuid not null,
  number text not null,
  remito_id uuid not null,
  primary key (client_id, number),
  foreign key (client_id, remito_id) references remitos (client_id, id)
);

create index ingreso_numbers_of_remito on ingreso_numbers (remito_id);
