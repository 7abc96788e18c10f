-- A row says which order a sheet has placed for a reference, with a hash of the content of that order: the same sheet sent again
-- places no second one. reference: in lower case. The row of a reference is replaced by the next order that a sheet places for it.
create table imported_orders (
  client_id uuid not null references clients,
  reference text collate "C" not null check (char_length(reference) between 1 and 64),
  content_hash bytea not null check (octet_length(content_hash) = 32),
  order_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (client_id, reference),
  foreign key (order_id, client_id) references orders
);
