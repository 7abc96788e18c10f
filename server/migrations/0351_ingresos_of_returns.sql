-- The return whose goods came in by an ingreso. It is null on every remito there is, so the foreign key needs no check of the rows.
alter table remitos
  add column return_id uuid,
  add constraint remitos_return_fkey foreign key (client_id, return_id) references returns (client_id, id) not valid,
  add constraint remitos_with_return check (return_id is null or type = 'ingreso' and status = 'issued') not valid;
