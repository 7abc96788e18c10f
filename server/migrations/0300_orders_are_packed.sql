-- What `pack` says of an order: in how many packages its goods stand ready, since when, and whether every unit was checked.
alter table orders
  add column packages int check (packages between 1 and 9999),
  add column packed_at timestamptz(3),
  add column checked boolean,
  add constraint orders_packed_check
    check ((packages is null) = (packed_at is null) and (packages is null) = (checked is null));
