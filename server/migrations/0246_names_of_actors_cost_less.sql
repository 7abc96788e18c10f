-- In PL/pgSQL, which keeps its plan: a page of 100 entries of the audit log spent more time on names than on everything else.
create or replace function actor_name(actor text) returns text language plpgsql stable strict parallel safe as $$
declare
  found_name text;
begin
  if starts_with(actor, 'user ') then
    select users.name into found_name from users where users.email = substr(actor, 6);
    if found_name is not null then
      return found_name;
    end if;
    actor := substr(actor, 6);
  elsif starts_with(actor, 'client ') then
    actor := substr(actor, 8);
  elsif starts_with(actor, 'staff ') then
    actor := substr(actor, 7);
  end if;
  -- The expression is looked for only where it can be: it costs more than the rest.
  return case when right(actor, 1) = ')' then regexp_replace(actor, ' \([ps]k_\w+\)$', '') else actor end;
end $$;
