-- The list of staff keys, newest first.
create index staff_keys_newest on staff_keys (created_at, id);
