-- An order that was changed concerns those who follow a recipient or a product that it had until then: they would keep it otherwise.
create or replace function passes_filter(filter jsonb, event_type text, body text) returns boolean
language plpgsql immutable parallel safe as $$
declare
  family constant text := split_part(event_type, '.', 1);
  object constant jsonb := body::jsonb #> '{data,object}';
begin
  if family = 'order' and (
    filter ? 'destinatario_id' and not filter -> 'destinatario_id' @> (object -> 'destinatario_id')
      and not (event_type = 'order.updated' and exists (
        select from jsonb_array_elements(object #> '{changes,0,fields}') as changed
        where changed ->> 'field' = 'destinatario_id' and filter -> 'destinatario_id' @> (changed -> 'before')))
    or filter ? 'status' and not filter -> 'status' @> (object -> 'status')
  ) then
    return false;
  end if;
  if not filter ? 'product_id' then
    return true;
  end if;
  return case
    when family in ('stock', 'lot') then filter -> 'product_id' @> (object -> 'product_id')
    when family in ('order', 'remito') then exists (
        select from jsonb_array_elements(object -> ('distribution_' || family || '_items')) as item
        where filter -> 'product_id' @> (item -> 'product_id'))
      or (event_type = 'order.updated' and exists (
        select from jsonb_array_elements(object #> '{changes,0,lines}') as line
        where filter -> 'product_id' @> (line -> 'product_id')))
    else true
  end;
end
$$;
