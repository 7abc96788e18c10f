-- Most writes touch one topic or two, of which none is counted twice. Those are put in order here without a query, which took 5 % of
-- what PostgreSQL needs to insert an order and all that follows from it.
create or replace function bump_versions() returns boolean language plpgsql as $$
declare
  touched text[] := string_to_array(rtrim(current_setting('anden.touched', true), ';'), ';');
  one text;
  next record;
  result numeric;
begin
  if coalesce(cardinality(touched), 0) = 0 then
    return false;
  end if;
  one := set_config('anden.touched', '', true);
  if cardinality(touched) > 2 or strpos(touched[1], ',') > 0 or strpos(touched[2], ',') > 0 then
    touched := array(
      select distinct left(entry, 37) || topic
      from unnest(touched) as entry, string_to_table(substr(entry, 38), ',') as topic
      order by 1);
  elsif touched[1] > touched[2] then
    -- The same order in every transaction, so that no two of them deadlock.
    touched := array[touched[2], touched[1]];
  end if;
  foreach one in array touched loop
    update client_versions set version = version + 1, changed_in = pg_current_xact_id()
    where client_id = left(one, 36)::uuid and topic = substr(one, 38);
  end loop;

  if current_setting('anden.noted_totals', true) = 'on' then
    one := set_config('anden.noted_totals', 'off', true);
    for next in
      select client_id, total, key, sum(change) as change from total_changes
      where transaction_id = pg_current_xact_id()
      group by client_id, total, key
    loop
      continue when next.change = 0;
      result := add_to_total(next.client_id, next.total, next.key, next.change);
    end loop;
    delete from total_changes where transaction_id = pg_current_xact_id();
  end if;
  return true;
end $$;
