-- Goods that clients announce, and that the warehouse receives against the announcement.
select add_topic('inbound');

-- A row has the number of a client's last notice. Whoever takes or changes a reference locks it, too.
create table inbound_series (
  client_id uuid primary key references clients,
  last_number bigint not null default 0
);

-- A row is an inbound notice.
create table inbound_notices (
  id uuid not null,
  client_id uuid not null references clients,
  number text not null,
  reference text not null check (char_length(reference) between 1 and 64),
  status text not null default 'announced' check (status in
    ('announced', 'arrived', 'receiving', 'received', 'received_with_differences', 'cancelled')),
  revision integer not null default 1,
  expected_on date not null,
  carrier text,
  remito_number text[] not null default '{}',
  packages integer check (packages > 0),
  notes text,
  cancel_reason text,
  arrived_at timestamptz(3),
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (id, client_id)
);

-- Goods are not announced twice. A cancelled notice gives its reference back.
create unique index inbound_notices_open_reference on inbound_notices (client_id, lower(reference) collate "C")
  where status <> 'cancelled';
create unique index inbound_notices_by_number on inbound_notices (client_id, number collate "C");
create index inbound_notices_all_by_number on inbound_notices (number collate "C", id);
create index inbound_notices_by_day on inbound_notices (client_id, expected_on, id);
create index inbound_notices_by_status on inbound_notices (client_id, status, expected_on, id);
create index inbound_notices_by_reference on inbound_notices (client_id, lower(reference) collate "C", expected_on, id);
create index inbound_notices_all_by_day on inbound_notices (expected_on, id);
create index inbound_notices_all_by_status on inbound_notices (status, expected_on, id);
create index inbound_notices_all_by_reference on inbound_notices (lower(reference) collate "C", expected_on, id);

select add_table_to_topics('inbound_notices', 'inbound');

-- A row is a line of a notice: goods that were announced, or that came without it. quantity: 0 if they were not announced.
-- received: the sum of its lines in ingresos that are not voided.
create table inbound_items (
  id uuid not null,
  client_id uuid not null,
  notice_id uuid not null,
  position integer not null,
  product_id uuid not null,
  quantity numeric(15, 3) not null check (quantity >= 0),
  lot_number text,
  expiry_date date,
  vintage_year integer check (vintage_year between 1900 and 2200),
  received numeric(15, 3) not null default 0 check (received >= 0),
  difference_reason text check (difference_reason in ('missing', 'damaged', 'surplus', 'other_lot')),
  difference_note text,
  primary key (id, client_id),
  unique (notice_id, position),
  foreign key (client_id, notice_id) references inbound_notices (client_id, id),
  foreign key (client_id, product_id) references products (client_id, id)
);

select add_table_to_topics('inbound_items', 'inbound');
-- A notice shows the names and bar codes of its products.
select add_table_to_topics('products', 'stock', 'orders', 'remitos', 'inbound');
