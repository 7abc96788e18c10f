-- A person has at most 20 sessions: one more ends the one that was used longest ago. Whoever creates a session, it is so. The lock
-- on the user makes concurrent sign-ins wait for each other, so that each sees the sessions of the others; a foreign key's lock
-- does not conflict with it.
create function end_surplus_sessions() returns trigger language plpgsql as $$
declare
  max_sessions constant int := 20;
begin
  perform from users where id = new.user_id for no key update;
  delete from sessions where id in (
    select id from sessions
    where user_id = new.user_id and id <> new.id
    order by last_used_at desc, created_at desc, id desc
    offset max_sessions - 1);
  return null;
end $$;

create trigger end_surplus_sessions after insert on sessions
for each row execute function end_surplus_sessions();
