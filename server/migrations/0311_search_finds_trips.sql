-- The search of the staff also finds trips, by their number, the words of the driver's name and the plates. They belong to no
-- client, so their terms have the id of the warehouse, which no search of a client names.

alter table search_terms drop constraint search_terms_kind_check;
-- Not validated here: that reads the whole table.
alter table search_terms add constraint search_terms_kind_check
  check (kind in ('product', 'lot', 'remito', 'destinatario', 'client', 'trip')) not valid;

create function trip_terms(number text, driver_folded text, plate text, trailer_plate text)
returns table (term text, word smallint) language sql immutable parallel safe as $$
  select lower(number collate "C"), 0::smallint
  union
  select term, word from search_words(driver_folded, 16)
  union
  select lower(given collate "C"), 0::smallint from unnest(array[plate, trailer_plate]) as given where given is not null
$$;

create function index_trip() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from search_terms
    using trip_terms(old.number, old.driver_folded, old.plate, old.trailer_plate) as stale
    where search_terms.client_id = warehouse_id() and search_terms.kind = 'trip' and search_terms.term = stale.term
      and search_terms.word = stale.word and search_terms.subject_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into search_terms (client_id, kind, term, word, subject_id)
    select warehouse_id(), 'trip', terms.term, terms.word, new.id
    from trip_terms(new.number, new.driver_folded, new.plate, new.trailer_plate) as terms;
  end if;
  return null;
end $$;

create trigger index_inserted after insert on trips for each row execute function index_trip();
create trigger index_changed after update of driver_folded, plate, trailer_plate on trips
  for each row when (
    (old.driver_folded, old.plate, old.trailer_plate) is distinct from (new.driver_folded, new.plate, new.trailer_plate))
  execute function index_trip();
create trigger index_deleted after delete on trips for each row execute function index_trip();
