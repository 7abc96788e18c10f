-- outside a transaction
-- The printing authorisation (CAI) under which an egreso was issued. It is kept with the egreso: a copy that is printed
-- later shows the CAI of its day, not the current one. The constraint is validated separately, because that reads the
-- whole table and must not lock it.

alter table remitos add column if not exists cai text, add column if not exists cai_expires_on date;

alter table remitos drop constraint if exists remitos_with_cai;

alter table remitos add constraint remitos_with_cai check (
  (cai is null) = (cai_expires_on is null) and (cai is null or (type = 'egreso' and cai ~ '^[0-9]{14}$'))) not valid;

alter table remitos validate constraint remitos_with_cai;
