-- outside a transaction
-- No order of a sandbox is ever on a trip, whatever code puts it there.
alter table trip_stops drop constraint if exists trip_stops_of_live_clients,
  add constraint trip_stops_of_live_clients check (client_id < 'ffffffff-0000-0000-0000-000000000000') not valid;
alter table trip_stops validate constraint trip_stops_of_live_clients;
