-- An index on the time alone invites plans that walk through everybody's events for one client's page: on a
-- million events a page of a rare type read 22,000 of them. Retention goes by client instead.
drop index events_oldest;
