-- What the service itself has to remember.

-- The only row is the key that authenticates cursors, sealed (AES-256-GCM) under a key derived from SECRET_KEY. Whoever can open
-- it has the right SECRET_KEY. A rotation of SECRET_KEY seals it again unchanged, so that cursors stay valid.
create table sealed_key (
  singleton boolean primary key default true check (singleton),
  sealed bytea not null,
  sealed_at timestamptz(3) not null default now()
);

-- The only row names the directory that has the attachments, unless they are in S3. A file in it has the same id.
create table attachment_directory (
  singleton boolean primary key default true check (singleton),
  id uuid not null,
  created_at timestamptz(3) not null default now()
);

-- A row says that a scheduled job was done on a day. It is done once a day, whatever the number of processes.
create table daily_runs (
  job text not null,
  day date not null,
  finished_at timestamptz(3) not null default now(),
  primary key (job, day)
);
