-- Versions before 0.1.0 could write reservations as rows. They are lines of orders; the view only shows them.
drop trigger write_reservation on reservations;
drop function write_reservation();
