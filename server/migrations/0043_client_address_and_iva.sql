-- What a remito says about the client on whose behalf the goods move.

alter table clients
  add column address text check (char_length(address) between 1 and 300),
  add column iva_condition text check (iva_condition in (
    'responsable_inscripto', 'exento', 'consumidor_final', 'monotributo', 'no_categorizado', 'proveedor_exterior',
    'cliente_exterior', 'liberado_ley_19640', 'monotributo_social', 'no_alcanzado', 'monotributo_promovido'));
