-- Answers that are given again when a request is repeated with its key.

create table idempotency_records (
  scope text not null,
  key text not null check (char_length(key) between 1 and 255),
  body_hash bytea not null,
  status integer,
  location text,
  body bytea,
  created_at timestamptz(3) not null default now(),
  primary key (scope, key)
);

create index idempotency_records_oldest on idempotency_records (created_at);
