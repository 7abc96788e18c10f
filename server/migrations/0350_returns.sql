-- Goods of delivered orders that come back.

-- A row has the number of a client's last return.
create table return_series (
  client_id uuid primary key references clients,
  last_number bigint not null default 0
);

-- A row is a return.
create table returns (
  id uuid not null,
  client_id uuid not null references clients,
  number text not null,
  status text not null default 'expected' check (status in ('expected', 'received', 'closed')),
  order_id uuid not null,
  remito_id uuid not null,
  notes text,
  close_reason text,
  received_at timestamptz(3),
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (id, client_id),
  foreign key (client_id, order_id) references orders (client_id, id),
  foreign key (client_id, remito_id) references remitos (client_id, id),
  constraint returns_received check ((status = 'received') = (received_at is not null)),
  constraint returns_closed check (
    (status = 'closed') = (closed_at is not null) and (status = 'closed') = (close_reason is not null))
);

create unique index returns_by_number on returns (client_id, number collate "C");
create index returns_all_by_number on returns (number collate "C", id);
create index returns_newest on returns (client_id, created_at, id);
create index returns_newest_by_status on returns (client_id, status, created_at, id);
create index returns_all_newest on returns (created_at, id);
create index returns_all_newest_by_status on returns (status, created_at, id);
create index returns_of_order on returns (order_id);

-- Returns are shown beside the remitos whose goods come back, and to whoever may read those.
select add_table_to_topics('returns', 'remitos');

-- A row is a line of a return: so much of a line of an egreso, for one reason, and what was done with what came of it.
create table return_items (
  id uuid not null,
  client_id uuid not null,
  return_id uuid not null,
  position integer not null,
  remito_item_id uuid not null references remito_items,
  product_id uuid not null,
  -- The lot that the goods came from.
  lot_id uuid not null,
  expected numeric(15, 3) not null check (expected > 0),
  reason text not null check (reason in ('damaged', 'refused', 'wrong_goods', 'other')),
  note text,
  restocked numeric(15, 3) not null default 0 check (restocked >= 0),
  held numeric(15, 3) not null default 0 check (held >= 0),
  written_off numeric(15, 3) not null default 0 check (written_off >= 0),
  primary key (id, client_id),
  unique (return_id, position),
  constraint return_items_no_more_than_expected check (restocked + held + written_off <= expected),
  foreign key (client_id, return_id) references returns (client_id, id),
  -- It proves the product and the client as well.
  constraint return_items_lot_fkey foreign key (client_id, product_id, lot_id) references lots (client_id, product_id, id)
);

create index return_items_of_remito_item on return_items (remito_item_id);

select add_table_to_topics('return_items', 'remitos');
