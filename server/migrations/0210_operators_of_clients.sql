-- A client could have administrators, who may do everything, and readers, who may do nothing. An operator places orders and
-- maintains recipients, but sees to no keys, users or webhooks.

alter table users
  drop constraint users_role_check,
  add constraint users_role_check check (role in ('administrator', 'operator', 'reader', 'staff'));
