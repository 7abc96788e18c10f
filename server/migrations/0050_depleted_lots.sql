-- outside a transaction
-- A list with depleted lots merges those in stock, which have their indexes, with the depleted ones. So a lot is in one of
-- two indexes where it was in one on all lots besides. An import of 100,000 lots takes 0.5 s less.
create index concurrently if not exists lots_depleted on lots (client_id, expires_on, id) where quantity = 0;
create index concurrently if not exists lots_depleted_of_product on lots (client_id, product_id, expires_on, id)
  where quantity = 0;
drop index concurrently if exists lots_first_to_expire_with_depleted;
drop index concurrently if exists lots_of_product_with_depleted;
