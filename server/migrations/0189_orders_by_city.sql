-- outside a transaction
-- The staff list the orders that go to a city, of all clients or of one, with or without a status. Orders that are collected have
-- no city.
create index concurrently if not exists orders_all_newest_by_city on orders (city_key(delivery_city), status, created_at, id)
  where delivery_city is not null;
create index concurrently if not exists orders_newest_by_city on orders (client_id, city_key(delivery_city), status, created_at, id)
  where delivery_city is not null;
