-- outside a transaction
-- Of remitos that were voided before the columns existed, the audit log knows both. A remito is not changed after it was voided,
-- so without an entry the time of its last change is the one.
update remitos
set voided_at = coalesce(entry.created_at, voided.updated_at), voided_by = entry.actor
from remitos voided
left join lateral (
  select actor, created_at
  from audit_entries
  where subject_id = voided.id and action = 'remitos.void'
  order by audit_entries.created_at desc, id desc
  limit 1) as entry on true
where remitos.id = voided.id and remitos.client_id = voided.client_id
  and voided.status = 'voided' and voided.voided_at is null;
