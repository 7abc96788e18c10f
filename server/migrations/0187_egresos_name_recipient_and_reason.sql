-- An egreso without an order names who receives the goods and why they leave; an order says both itself. The recipient is kept as
-- it was printed. issued_by is the actor who entered or approved the remito; null: from before it was kept.

alter table remitos
  add column recipient jsonb,
  add column reason text,
  add column issued_by text,
  add constraint remitos_recipient_without_order check (
    (recipient is null and reason is null) or (type = 'egreso' and source_order_id is null));
