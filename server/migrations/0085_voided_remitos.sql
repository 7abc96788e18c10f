-- When a remito was voided, and by whom. Its reason is stored already.
alter table remitos
  add column voided_at timestamptz(3),
  add column voided_by text;
