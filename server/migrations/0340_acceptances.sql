-- The link of a remito, and how its recipient accepted the goods.

alter table remitos
  -- SHA-256 of the token of its link. null: of an ingreso, and of an egreso from before there were links, until the worker has
  -- filled it in.
  add column link_hash bytea constraint remitos_link_hash_length check (octet_length(link_hash) = 32),
  -- The outcome of its acceptance, so that lists find remitos by it; null: it is not accepted.
  add column acceptance text check (acceptance in ('accepted', 'with_differences'));

-- Remitos are mailed by themselves when their order leaves.
alter table clients add column mail_remitos boolean not null default false;

-- A row is an acceptance of a remito. A remito has one; what arrives after the delivery has failed, or the order was cancelled, is
-- kept as a late one beside it, which changes nothing else.
create table remito_acceptances (
  id uuid not null,
  client_id uuid not null,
  remito_id uuid not null,
  order_id uuid not null,
  -- Made by the page. The same submission is recorded once.
  submission_id uuid not null,
  channel text not null check (channel in ('recipient', 'driver', 'staff')),
  actor text not null,
  outcome text not null check (outcome in ('accepted', 'with_differences')),
  late boolean not null,
  -- null once it was removed.
  name text check (char_length(name) between 2 and 100),
  document text check (document ~ '^([0-9]{11}|[0-9]{7,8})$'),
  -- By the clock of the phone, which can be wrong.
  signed_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  pdf_sha256 bytea check (octet_length(pdf_sha256) = 32),
  settled_at timestamptz(3),
  settled_by text,
  settled_note text check (char_length(settled_note) between 1 and 1000),
  removed_at timestamptz(3),
  dispute text not null generated always as (
    case when not late and outcome = 'accepted' then 'none' when settled_at is null then 'open' else 'settled' end) stored,
  primary key (id, client_id),
  foreign key (client_id, remito_id) references remitos (client_id, id),
  foreign key (client_id, order_id) references orders (client_id, id),
  constraint remito_acceptances_submission unique (remito_id, submission_id),
  constraint remito_acceptances_settled check (
    (settled_at is null) = (settled_by is null) and (settled_at is null) = (settled_note is null)),
  constraint remito_acceptances_removed check (removed_at is not null or name is not null)
);

create unique index remito_acceptances_of_remito on remito_acceptances (remito_id) where not late;
-- A link can leave one late acceptance at a time for the staff to settle.
create unique index remito_acceptances_late on remito_acceptances (remito_id) where late and settled_at is null;
create index remito_acceptances_of_order on remito_acceptances (order_id) where not late;
create index disputes_newest on remito_acceptances (created_at, id) where dispute <> 'none';
create index disputes_newest_by_status on remito_acceptances (dispute, created_at, id) where dispute <> 'none';
create index disputes_of_client on remito_acceptances (client_id, created_at, id) where dispute <> 'none';
create index disputes_of_client_by_status on remito_acceptances (client_id, dispute, created_at, id) where dispute <> 'none';
create index remito_acceptances_to_remove on remito_acceptances (created_at) where removed_at is null;

-- A row is a line of an acceptance. Its four quantities are together that of the line of the remito.
create table remito_acceptance_lines (
  client_id uuid not null,
  acceptance_id uuid not null,
  remito_item_id uuid not null references remito_items,
  accepted numeric(15, 3) not null check (accepted >= 0),
  missing numeric(15, 3) not null check (missing >= 0),
  damaged numeric(15, 3) not null check (damaged >= 0),
  refused numeric(15, 3) not null check (refused >= 0),
  note text check (char_length(note) between 1 and 500),
  primary key (acceptance_id, remito_item_id),
  foreign key (client_id, acceptance_id) references remito_acceptances (client_id, id)
);

create index remito_acceptance_lines_of_item on remito_acceptance_lines (remito_item_id);

-- A row is a file of an acceptance. It is 'uploading' and of none until the acceptance commits, and then 'ready'; a file is removed
-- after its row is 'removed'.
create table acceptance_files (
  id uuid primary key,
  client_id uuid not null references clients,
  acceptance_id uuid,
  kind text not null check (kind in ('signature', 'photo', 'scan')),
  position integer not null,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp', 'application/pdf')),
  width integer,
  height integer,
  size_bytes integer not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  state text not null default 'uploading' check (state in ('uploading', 'ready', 'removed')),
  created_at timestamptz(3) not null default now(),
  foreign key (client_id, acceptance_id) references remito_acceptances (client_id, id),
  check (state <> 'ready' or acceptance_id is not null)
);

create index acceptance_files_of_acceptance on acceptance_files (acceptance_id, kind, position) where acceptance_id is not null;
create index acceptance_files_uploading on acceptance_files (created_at) where state = 'uploading';
create index acceptance_files_removed on acceptance_files (created_at) where state = 'removed';

select add_table_to_topics('remito_acceptances', 'remitos', 'orders');

-- As before, and of a recipient the name.
create or replace function actor_name(actor text) returns text language sql stable parallel safe strict as $$
  select coalesce(
    (select users.name from users where actor like 'user %' and users.email = substr(actor, 6)),
    regexp_replace(regexp_replace(actor, '^(user|staff|client|driver|recipient) ', ''), ' \([ps]k_\w+\)$', ''))
$$;
