-- outside a transaction
-- The lots on hold of a client, or of one of its products, also those of which nothing is left in stock: goods of them can be in
-- orders that have not left. Few lots are on hold, so that other writes of a lot cost nothing more. With the product, because the
-- available quantity of each product leaves out what is on hold: by the client alone, each row of a page read all of them.
create index concurrently if not exists lots_held on lots (client_id, product_id) where held_since is not null;
