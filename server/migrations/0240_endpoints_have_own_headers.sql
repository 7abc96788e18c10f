-- Headers of the client's own that every delivery to an endpoint carries. The pairs are sealed together, as JSON, under the key that
-- seals the signing secret; the names alone are kept readable, because they are shown.
alter table webhook_endpoints
  add column own_headers bytea,
  add column header_names text[] not null default '{}',
  add check ((own_headers is null) = (cardinality(header_names) = 0));
