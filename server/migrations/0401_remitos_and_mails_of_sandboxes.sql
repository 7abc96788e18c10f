-- A row is the series of a sandbox's egresos: letter X, point of sale 99999, which no book has.
create table sandbox_remito_series (
  client_id uuid primary key references clients check (client_id >= 'ffffffff-0000-0000-0000-000000000000'),
  last_number bigint not null default 0
);

-- A row is a mail that a sandbox would have sent. It never leaves: the client reads it here.
create table sandbox_mails (
  id uuid primary key,
  client_id uuid not null references clients check (client_id >= 'ffffffff-0000-0000-0000-000000000000'),
  sent_to text not null,
  subject text not null,
  body text not null,
  -- The names of attached files.
  attachments text[] not null,
  created_at timestamptz(3) not null default now()
);

create index sandbox_mails_newest on sandbox_mails (client_id, created_at, id);

-- No book has the point of sale of the sandboxes.
alter table remito_books add constraint remito_books_not_of_sandboxes check (point_of_sale < 99999);
