-- outside a transaction
-- Only reservations of a vintage are added up; of the others the total is in the product's stock row. So lines without a vintage need
-- no entry in this index: five entries were 8 % of what PostgreSQL needs to insert an order of five lines.
create index concurrently if not exists order_items_reserved_vintages on order_items (product_id, vintage_year)
where reserved and vintage_year is not null;
drop index concurrently if exists order_items_reserved;
