-- outside a transaction
-- The newest orders with a product, for the parameter q of the lists of orders.
create index concurrently if not exists order_items_newest_of_product on order_items (product_id, placed_at, order_id);
