-- Trips: a vehicle's day, with the orders that it takes. They belong to the warehouse, not to a client.

-- The only row has the last number. A counter row and not a sequence, because a rollback returns its number.
create table trip_series (
  only_row boolean primary key default true check (only_row),
  last_number bigint not null default 0
);

-- A row is a trip.
create table trips (
  id uuid primary key,
  number text collate "C" not null,
  -- Rises with every change that the staff make, so that two of them do not overwrite each other.
  revision integer not null default 1,
  date date not null,
  status text not null default 'draft' check (status in ('draft', 'departed', 'closed')),
  driver_name text not null check (char_length(driver_name) between 1 and 120),
  -- Folded by the service, as names are.
  driver_folded text collate "C" not null,
  driver_dni text check (driver_dni ~ '^([0-9]{11}|[0-9]{7,8})$'),
  carrier_name text check (char_length(carrier_name) between 1 and 200),
  carrier_cuit text check (carrier_cuit ~ '^([0-9]{11}|[0-9]{7,8})$'),
  plate text check (plate ~ '^([A-Z]{3}[0-9]{3}|[A-Z]{2}[0-9]{3}[A-Z]{2})$'),
  trailer_plate text check (trailer_plate ~ '^([A-Z]{3}[0-9]{3}|[A-Z]{2}[0-9]{3}[A-Z]{2})$'),
  cot text check (char_length(cot) between 1 and 40),
  notes text check (char_length(notes) between 1 and 2000),
  departed_at timestamptz(3),
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint trips_number unique (number),
  constraint trips_times check (
    (status = 'draft') = (departed_at is null) and (status <> 'closed' or closed_at is not null))
);

create index trips_newest on trips (date, id);
create index trips_newest_by_status on trips (status, date, id);
create index trips_newest_by_driver on trips (driver_folded, date, id);
create index trips_newest_by_driver_and_status on trips (driver_folded, status, date, id);

-- A row is a stop of a trip: one order. Its outcome stays what it was on this trip, whatever the order does later.
create table trip_stops (
  trip_id uuid not null references trips,
  client_id uuid not null,
  order_id uuid not null,
  position integer not null check (position > 0),
  outcome text check (outcome in ('delivered', 'failed', 'cancelled')),
  outcome_at timestamptz(3),
  outcome_reason text,
  -- What it took, as it departed: what products weigh may be corrected later. null on a draft.
  packages integer,
  weight_kg numeric(15, 3),
  weight_known boolean,
  created_at timestamptz(3) not null default now(),
  primary key (trip_id, order_id),
  -- Deferrable, so that one statement can move several stops.
  constraint trip_stops_position unique (trip_id, position) deferrable,
  foreign key (client_id, order_id) references orders (client_id, id),
  check ((outcome is null) = (outcome_at is null))
);

-- An order is on one trip at a time.
create unique index trip_stops_open on trip_stops (order_id) where outcome is null;
-- The newest stop of an order is on the trip that it is on, or was on last.
create index trip_stops_of_order on trip_stops (order_id, created_at);

-- What belongs to the warehouse has versions, too: a row counts the changes of one topic.
create table warehouse_versions (
  topic text primary key,
  version bigint not null default 1,
  changed_in xid8 not null default pg_current_xact_id()
) with (fillfactor = 50);

insert into warehouse_versions (topic) values ('trips');

-- The warehouse among the clients of what a transaction has touched: the last of all ids, so that its versions are locked last.
create function warehouse_id() returns uuid language sql immutable parallel safe as
  'select ''ffffffff-ffff-ffff-ffff-ffffffffffff''::uuid';

-- As before, with the versions of the warehouse.
create or replace function bump_versions() returns boolean language plpgsql as $$
declare
  touched text := coalesce(current_setting('anden.touched', true), '');
  next record;
  result numeric;
  setting text;
begin
  if touched = '' then
    return false;
  end if;
  setting := set_config('anden.touched', '', true);
  for next in
    select distinct left(entry, 36)::uuid as client_id, topic
    from unnest(string_to_array(rtrim(touched, ';'), ';')) as entry, unnest(string_to_array(substr(entry, 38), ',')) as topic
    order by client_id, topic
  loop
    if next.client_id = warehouse_id() then
      update warehouse_versions set version = version + 1, changed_in = pg_current_xact_id()
      where topic = next.topic;
    else
      update client_versions set version = version + 1, changed_in = pg_current_xact_id()
      where client_id = next.client_id and topic = next.topic;
    end if;
  end loop;

  if current_setting('anden.noted_totals', true) = 'on' then
    setting := set_config('anden.noted_totals', 'off', true);
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

-- For tables whose rows belong to the warehouse.
create function add_table_to_warehouse(shown regclass, topic text) returns void language plpgsql as $$
declare
  event record;
begin
  if not exists (select from warehouse_versions where warehouse_versions.topic = add_table_to_warehouse.topic) then
    raise exception 'the warehouse has no topic %', topic;
  end if;
  for event in
    select * from (values ('inserted', 'insert'), ('updated', 'update'), ('deleted', 'delete')) as list (past, verb)
  loop
    execute format(
      'create constraint trigger warehouse_%s after %s on %s deferrable initially deferred
         for each row when (touch(warehouse_id(), %L)) execute function bump_touched()',
      event.past, event.verb, shown, topic);
  end loop;
end $$;

select add_table_to_warehouse('trips', 'trips');
select add_table_to_warehouse('trip_stops', 'trips');
