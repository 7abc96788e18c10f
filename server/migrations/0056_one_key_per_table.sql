-- outside a transaction
-- As with lots in 0053: one index instead of two finds a row by its id and is what other tables refer to with the client.
-- Every new order, remito, account entry and product writes one index entry less, and so does every new status of an order.
create unique index concurrently if not exists orders_key on orders (id, client_id);
create unique index concurrently if not exists remitos_key on remitos (id, client_id);
create unique index concurrently if not exists account_entries_key on account_entries (id, client_id);
create unique index concurrently if not exists products_key on products (id, client_id);
do $$
begin
  alter table order_items drop constraint if exists order_items_client_id_order_id_fkey;
  alter table order_attachments drop constraint if exists order_attachments_client_id_order_id_fkey;
  alter table reservations drop constraint if exists reservations_client_id_order_id_fkey;
  alter table remitos drop constraint if exists remitos_client_id_source_order_id_fkey;
  alter table orders drop constraint if exists orders_client_id_id_key;
  alter table orders drop constraint if exists orders_pkey;
  alter table orders add constraint orders_pkey primary key using index orders_key;
  alter table order_items add constraint order_items_client_id_order_id_fkey foreign key (client_id, order_id)
    references orders (client_id, id) not valid;
  alter table order_attachments add constraint order_attachments_client_id_order_id_fkey foreign key (client_id, order_id)
    references orders (client_id, id) not valid;
  alter table reservations add constraint reservations_client_id_order_id_fkey foreign key (client_id, order_id)
    references orders (client_id, id) not valid;
  alter table remitos add constraint remitos_client_id_source_order_id_fkey foreign key (client_id, source_order_id)
    references orders (client_id, id) not valid;
end $$;
do $$
begin
  alter table remito_items drop constraint if exists remito_items_client_id_remito_id_fkey;
  alter table ingreso_numbers drop constraint if exists ingreso_numbers_client_id_remito_id_fkey;
  alter table remitos drop constraint if exists remitos_client_id_id_key;
  alter table remitos drop constraint if exists remitos_pkey;
  alter table remitos add constraint remitos_pkey primary key using index remitos_key;
  alter table remito_items add constraint remito_items_client_id_remito_id_fkey foreign key (client_id, remito_id)
    references remitos (client_id, id) not valid;
  alter table ingreso_numbers add constraint ingreso_numbers_client_id_remito_id_fkey foreign key (client_id, remito_id)
    references remitos (client_id, id) not valid;
end $$;
do $$
begin
  alter table account_entries drop constraint if exists account_entries_client_id_reverses_fkey;
  alter table credit_note_numbers drop constraint if exists credit_note_numbers_client_id_entry_id_fkey;
  alter table account_entries drop constraint if exists account_entries_client_id_id_key;
  alter table account_entries drop constraint if exists account_entries_pkey;
  alter table account_entries add constraint account_entries_pkey primary key using index account_entries_key;
  alter table account_entries add constraint account_entries_client_id_reverses_fkey foreign key (client_id, reverses)
    references account_entries (client_id, id) not valid;
  alter table credit_note_numbers add constraint credit_note_numbers_client_id_entry_id_fkey
    foreign key (client_id, entry_id) references account_entries (client_id, id) not valid;
end $$;
do $$
begin
  alter table lots drop constraint if exists lots_client_id_product_id_fkey;
  alter table order_items drop constraint if exists order_items_client_id_product_id_fkey;
  alter table reservations drop constraint if exists reservations_client_id_product_id_fkey;
  alter table stock drop constraint if exists stock_client_id_product_id_fkey;
  alter table products drop constraint if exists products_client_id_id_key;
  alter table products drop constraint if exists products_pkey;
  alter table products add constraint products_pkey primary key using index products_key;
  alter table lots add constraint lots_client_id_product_id_fkey foreign key (client_id, product_id)
    references products (client_id, id) not valid;
  alter table order_items add constraint order_items_client_id_product_id_fkey foreign key (client_id, product_id)
    references products (client_id, id) not valid;
  alter table reservations add constraint reservations_client_id_product_id_fkey foreign key (client_id, product_id)
    references products (client_id, id) not valid;
  alter table stock add constraint stock_client_id_product_id_fkey foreign key (client_id, product_id)
    references products (client_id, id) not valid;
end $$;
alter table order_items validate constraint order_items_client_id_order_id_fkey;
alter table order_attachments validate constraint order_attachments_client_id_order_id_fkey;
alter table reservations validate constraint reservations_client_id_order_id_fkey;
alter table remitos validate constraint remitos_client_id_source_order_id_fkey;
alter table remito_items validate constraint remito_items_client_id_remito_id_fkey;
alter table ingreso_numbers validate constraint ingreso_numbers_client_id_remito_id_fkey;
alter table account_entries validate constraint account_entries_client_id_reverses_fkey;
alter table credit_note_numbers validate constraint credit_note_numbers_client_id_entry_id_fkey;
alter table lots validate constraint lots_client_id_product_id_fkey;
alter table order_items validate constraint order_items_client_id_product_id_fkey;
alter table reservations validate constraint reservations_client_id_product_id_fkey;
alter table stock validate constraint stock_client_id_product_id_fkey;
