-- Saved views of the dashboard's lists. client_id is that of the user, null for the staff.
create table saved_views (
  id uuid not null primary key,
  client_id uuid references clients (id),
  user_id uuid not null references users (id) on delete cascade,
  page text not null,
  name text not null,
  search text not null,
  columns text[],
  shared boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id),
  constraint saved_views_name unique (user_id, page, name)
);

create index saved_views_shared on saved_views (client_id, page, id) where shared;
