-- Two things that a database has exactly one of.

-- The key that authenticates cursors, sealed (AES-256-GCM) under a key derived from SECRET_KEY. Whoever can open it
-- has the right SECRET_KEY; the key it is sealed under is the one that new secrets are sealed with. A rotation of
-- SECRET_KEY re-seals it unchanged, so that cursors stay valid.
create table sealed_key (
  singleton boolean primary key default true check (singleton),
  sealed bytea not null,
  sealed_at timestamptz(3) not null default now()
);

-- The directory that keeps the attachments where they are not in S3. A file in it holds the same id.
create table attachment_directory (
  singleton boolean primary key default true check (singleton),
  id uuid not null,
  created_at timestamptz(3) not null default now()
);
