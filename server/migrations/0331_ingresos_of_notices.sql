-- The notice that an ingreso was received against, and the line of it that a line of the ingreso counts for. Both are null on
-- every remito there is, so the foreign keys need no check of the rows.
alter table remitos
  add column inbound_id uuid,
  add constraint remitos_inbound_fkey foreign key (client_id, inbound_id) references inbound_notices (client_id, id) not valid,
  add constraint remitos_with_notice check (inbound_id is null or type = 'ingreso') not valid;

alter table remito_items
  add column inbound_item_id uuid,
  add constraint remito_items_inbound_item_fkey
    foreign key (client_id, inbound_item_id) references inbound_items (client_id, id) not valid;
