-- outside a transaction
-- Names are found without regard to accents: those that are stored are folded anew, in batches, by code. The fold of
-- a product's name was left empty by 0011 on a database that had products then.
-- step: refold-names

-- The substring filter on names of products, as 0003 has it for those of destinatarios. Without it the filter walks all
-- products of a client.
-- only with the extension pg_trgm
create index concurrently if not exists products_name_trigrams on products using gin (name_folded gin_trgm_ops);
