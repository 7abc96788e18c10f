-- outside a transaction
-- A client can remove an attachment while its order is pending. The row is "removed" until the file is deleted, after the commit.
alter table order_attachments
  drop constraint if exists order_attachments_state_check,
  add constraint order_attachments_state_check check (state in ('uploading', 'ready', 'removed')) not valid;
alter table order_attachments validate constraint order_attachments_state_check;
create index concurrently if not exists order_attachments_removed on order_attachments (created_at) where state = 'removed';
