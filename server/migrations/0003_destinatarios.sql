-- Delivery recipients. Deleted ones stay for the orders that name them.

create table destinatarios (
  id uuid primary key,
  client_id uuid not null references clients,
  name text not null check (char_length(name) between 1 and 200),
  -- Folded in code: a cluster in the C locale does not fold Ñ, and every database must sort alike.
  name_folded text collate "C" not null,
  address text,
  phone text,
  city text,
  province text,
  postal_code text,
  email text,
  cuit_dni text check (cuit_dni ~ '^([0-9]{11}|[0-9]{7,8})$'),
  iva_condition text check (iva_condition in (
    'responsable_inscripto', 'exento', 'consumidor_final', 'monotributo', 'no_categorizado',
    'proveedor_exterior', 'cliente_exterior', 'liberado_ley_19640', 'monotributo_social',
    'no_alcanzado', 'monotributo_promovido')),
  delivery_schedule text check (char_length(delivery_schedule) <= 200),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  unique (client_id, id)
);

create index destinatarios_by_name on destinatarios (client_id, name_folded, id) where deleted_at is null;

-- The substring filter has a trigram index where the database lets us have the extension; without it the
-- filter walks the names of one client in order.
do $$
begin
  create extension if not exists pg_trgm;
  create index destinatarios_name_trigrams on destinatarios
    using gin (name_folded gin_trgm_ops) where deleted_at is null;
exception
  when undefined_file or insufficient_privilege or feature_not_supported then
    raise notice 'pg_trgm is not available: the name filter does without its index';
end $$;
