-- Delivery notes: goods in (ingreso) and goods out (egreso).

-- A row has the last number of a point of sale. A counter row and not a sequence, because a sequence leaves gaps.
create table remito_series (
  point_of_sale integer primary key check (point_of_sale between 1 and 99999),
  last_number bigint not null default 0
);

-- A row is a remito. A voided one stays.
create table remitos (
  id uuid not null,
  client_id uuid not null references clients,
  type text not null check (type in ('ingreso', 'egreso')),
  status text not null default 'issued' check (status in ('issued', 'voided')),
  date date not null,
  -- An ingreso has the numbers of the supplier's documents, of which there can be several.
  remito_number text[] not null,
  source_order_id uuid,
  void_reason text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The printing authorisation under which an egreso was issued: a copy that is printed later shows the CAI of its day.
  cai text,
  cai_expires_on date,
  voided_at timestamptz(3),
  voided_by text,
  primary key (id, client_id),
  foreign key (client_id, source_order_id) references orders (client_id, id),
  check (source_order_id is null or type = 'egreso'),
  constraint remitos_with_cai check (
    (cai is null) = (cai_expires_on is null) and (cai is null or (type = 'egreso' and cai ~ '^[0-9]{14}$')))
);

create index remitos_newest on remitos (client_id, created_at, id);
create index remitos_newest_by_type on remitos (client_id, type, created_at, id);
create index remitos_all_newest on remitos (created_at, id);
create index remitos_all_newest_by_type on remitos (type, created_at, id);
create index remitos_of_order on remitos (source_order_id) where source_order_id is not null;
-- Without a pending list, which every search would read and some unlucky write would have to empty.
create index remitos_by_number on remitos using gin (remito_number) with (fastupdate = off);

select add_table_to_topics('remitos', 'remitos');

-- A row is a line of a remito: so much of one lot.
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
  -- It proves the product and the client as well.
  constraint remito_items_lot_fkey foreign key (client_id, product_id, lot_id) references lots (client_id, product_id, id)
);

select add_table_to_topics('remito_items', 'remitos');

-- A row is a number on an ingreso that is not voided: the same goods must not be entered twice.
create table ingreso_numbers (
  client_id uuid not null,
  number text not null,
  remito_id uuid not null,
  primary key (client_id, number),
  foreign key (client_id, remito_id) references remitos (client_id, id)
);

create index ingreso_numbers_of_remito on ingreso_numbers (remito_id);
