-- An endpoint subscribes to any of the event types, and their number grows. The contract knows them; here each endpoint only
-- has to have one.
alter table webhook_endpoints drop constraint webhook_endpoints_events_check;
alter table webhook_endpoints add constraint webhook_endpoints_events_check check (cardinality(events) >= 1);
