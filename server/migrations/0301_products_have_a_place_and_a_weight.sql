-- Where a product stands in the warehouse, by which pick lists are sorted, and what one unit weighs.
alter table products
  add column location text collate "C" check (char_length(location) between 1 and 40),
  add column weight_kg numeric(9, 3) check (weight_kg > 0);
