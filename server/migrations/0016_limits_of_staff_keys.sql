-- A staff key is not limited unless it is given a limit of its own.
alter table staff_keys
  add column read_per_hour integer check (read_per_hour > 0),
  add column write_per_hour integer check (write_per_hour > 0),
  add column burst_per_minute integer check (burst_per_minute > 0);
