-- Lists that run over every client.

create index orders_all_newest on orders (created_at, id);
create index orders_all_newest_by_status on orders (status, created_at, id);
create index remitos_all_newest on remitos (created_at, id);
create index remitos_all_newest_by_type on remitos (type, created_at, id);

-- The part of a product's name that a filter asks for, whatever its case; folded in code.
alter table products add column name_folded text collate "C" not null default '';
