-- outside a transaction
-- The number in the bar code of a product, by which goods in are entered. GTINs of different lengths are the same number
-- with leading zeros; an archived product keeps its own, as it keeps its SKU.
alter table products add column if not exists gtin text collate "C" check (gtin ~ '^([0-9]{8}|[0-9]{12,14})$');
create unique index concurrently if not exists products_gtin on products (client_id, lpad(gtin, 14, '0'))
  where gtin is not null;
