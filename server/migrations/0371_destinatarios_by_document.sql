-- outside a transaction
-- Recipients are named by their CUIT in sheets.
create index concurrently if not exists destinatarios_by_document on destinatarios (client_id, cuit_dni collate "C", id)
  where deleted_at is null and cuit_dni is not null;
