-- outside a transaction
-- Reads the whole table, without keeping others from it.
alter table search_terms validate constraint search_terms_kind_check;
