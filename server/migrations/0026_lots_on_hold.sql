-- outside a transaction
-- A lot on hold stays in stock, but is neither pickable nor available. The client sees the reason.
alter table lots
  add column if not exists hold_reason text,
  add column if not exists held_since timestamptz(3);
alter table lots drop constraint if exists lots_hold_check;
alter table lots add constraint lots_hold_check check (
  (hold_reason is null) = (held_since is null) and char_length(hold_reason) between 1 and 500) not valid;
alter table lots validate constraint lots_hold_check;

-- What is on hold of a product, for its available quantity. Only lots on hold have entries, so a lot that is not costs
-- no more to write.
create index concurrently if not exists lots_on_hold on lots (client_id, product_id, expires_on)
  where quantity > 0 and held_since is not null;
