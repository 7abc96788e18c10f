-- The client's own reference of an order, such as the number of its purchase order. It need not be unique. It is found by its
-- beginning, in any case.
alter table orders add column reference text check (char_length(reference) between 1 and 64);
