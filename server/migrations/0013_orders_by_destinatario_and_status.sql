-- A destinatario and a status together, in one key. As two columns, the guess that a destinatario has few
-- orders made it look as cheap to walk all of its orders and leave out those of another status; of one with
-- 900,000 orders, a page then read all of them.

drop index orders_newest_by_destinatario_and_status;
create index orders_newest_by_destinatario_and_status
  on orders (client_id, (status || destinatario_id::text), created_at, id);
