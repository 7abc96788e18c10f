-- A client has each credit note number once, and no two clients have the same CUIT or DNI. Neither was
-- checked before, so an existing database may hold duplicates: they stay as they are, and count as taken.

-- The numbers in use, apart from the entries: those are append-only, and duplicates among them cannot be
-- renumbered. Reversing a credit note does not free its number.
create table credit_note_numbers (
  client_id uuid not null,
  number text not null,
  entry_id uuid not null,
  primary key (client_id, number),
  foreign key (client_id, entry_id) references account_entries (client_id, id)
);

insert into credit_note_numbers (client_id, number, entry_id)
select distinct on (client_id, btrim(number)) client_id, btrim(number), id
from account_entries
where type = 'credit_note' and reverses is null and number is not null
order by client_id, btrim(number), created_at, id;

-- 0 on every client that is added or given another CUIT from now on. Clients that share one already are
-- numbered by age, which lets the index cover them without changing what they have.
alter table clients add column cuit_copy integer not null default 0;

update clients
set cuit_copy = ranked.copy
from (
  select id, row_number() over (partition by cuit_dni order by created_at, id) - 1 as copy
  from clients
  where cuit_dni is not null) as ranked
where clients.id = ranked.id and ranked.copy > 0;

create unique index clients_by_cuit on clients (cuit_dni, cuit_copy);
