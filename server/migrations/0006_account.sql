-- The client's account. Entries are never edited; a wrong one is reversed by its opposite.

create table account_entries (
  id uuid primary key,
  client_id uuid not null references clients,
  type text not null check (type in ('payment', 'credit_sale', 'credit_note')),
  amount numeric(14, 2) not null check (amount <> 0),
  payment_method text not null,
  number text,
  description text,
  reverses uuid unique,
  created_at timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, reverses) references account_entries (client_id, id),
  check (amount > 0 or reverses is not null),
  check (case type
    when 'payment' then payment_method in ('efectivo', 'tarjeta', 'transferencia', 'qr', 'cheque')
    when 'credit_sale' then payment_method = 'fiado'
    else payment_method = 'nota_credito' end)
);

create index account_entries_newest on account_entries (client_id, created_at, id);
create index account_entries_newest_by_type on account_entries (client_id, type, created_at, id);
create index account_entries_newest_by_method
  on account_entries (client_id, type, payment_method, created_at, id);

create trigger account_entries_are_append_only before update or delete on account_entries
  for each statement execute function refuse_change();

-- The sums, so that a balance costs the same whatever the length of the account.
create table account_totals (
  client_id uuid not null references clients,
  type text not null,
  total numeric(15, 2) not null default 0,
  primary key (client_id, type)
) with (fillfactor = 50);

create function apply_account_entries() returns trigger language plpgsql as $$
begin
  insert into account_totals (client_id, type, total)
  select client_id, type, sum(amount) from entries group by client_id, type order by client_id, type
  on conflict (client_id, type) do update set total = account_totals.total + excluded.total;
  return null;
end $$;

create trigger apply_account_entries after insert on account_entries
  referencing new table as entries for each statement execute function apply_account_entries();
