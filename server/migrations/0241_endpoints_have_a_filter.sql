-- Which events of the subscribed types an endpoint gets: lists of allowed values by member. null: all of them.
alter table webhook_endpoints add column filter jsonb;

-- A member applies to the events that have the property, and lets the others pass: which they are is in `eventFamilies` of the
-- contract. The body is parsed only for endpoints that have a filter.
create function passes_filter(filter jsonb, event_type text, body text) returns boolean
language plpgsql immutable parallel safe as $$
declare
  family constant text := split_part(event_type, '.', 1);
  object constant jsonb := body::jsonb #> '{data,object}';
begin
  if family = 'order' and (
    filter ? 'destinatario_id' and not filter -> 'destinatario_id' @> (object -> 'destinatario_id')
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
    else true
  end;
end
$$;
comment on function passes_filter is 'Decides in the transaction of an event, because its deliveries are created there';
