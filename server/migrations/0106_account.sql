-- The accounts of clients.

create function is_account_entry(type text, payment_method text, amount numeric, reverses uuid) returns boolean
language plpgsql immutable as $$
begin
  return type = any (array['payment', 'credit_sale', 'credit_note'])
    and case type
      when 'payment' then payment_method = any (array['efectivo', 'tarjeta', 'transferencia', 'qr', 'cheque'])
      when 'credit_sale' then payment_method = 'fiado'
      else payment_method = 'nota_credito'
    end
    and amount <> 0 and (amount > 0 or reverses is not null);
end $$;

-- A row is an entry of a client's account: a payment, a sale on credit or a credit note. Entries are never changed; a wrong one
-- is reversed by its opposite.
create table account_entries (
  id uuid not null,
  client_id uuid not null references clients,
  type text not null,
  amount numeric(14, 2) not null,
  payment_method text not null,
  number text,
  description text,
  reverses uuid unique,
  created_at timestamptz(3) not null default now(),
  primary key (id, client_id),
  constraint account_entries_is_entry check (is_account_entry(type, payment_method, amount, reverses)),
  foreign key (client_id, reverses) references account_entries (client_id, id)
);

create index account_entries_newest on account_entries (client_id, created_at, id);
create index account_entries_newest_by_type on account_entries (client_id, type, created_at, id);
create index account_entries_newest_by_method on account_entries (client_id, type, payment_method, created_at, id);

create trigger account_entries_are_append_only before update or delete on account_entries
  for each statement execute function refuse_change();

select add_table_to_topics('account_entries', 'account');

-- A row is the sum of a client's entries of one type, so that a balance costs the same however long the account is. It is
-- written by count_account_entry.
create table account_totals (
  client_id uuid not null references clients,
  type text not null,
  total numeric(15, 2) not null default 0,
  primary key (client_id, type)
) with (fillfactor = 50);

-- A row is the number of a credit note, which a client has once. Apart from the entries, because duplicates from before the rule
-- stay there. Reversing a credit note does not free its number.
create table credit_note_numbers (
  client_id uuid not null,
  number text not null,
  entry_id uuid not null,
  primary key (client_id, number),
  foreign key (client_id, entry_id) references account_entries (client_id, id)
);
