-- The audit log stays append-only, except that the name of a recipient is removed from it years later, by a transaction that says so.
drop trigger audit_entries_are_append_only on audit_entries;
create trigger audit_entries_are_append_only before update or delete on audit_entries
  for each statement when (current_setting('anden.removing_names', true) is distinct from 'on')
  execute function refuse_change();

-- The same for the timeline of an order.
drop trigger order_steps_are_append_only on order_steps;
create trigger order_steps_are_append_only before update or delete on order_steps
  for each statement when (current_setting('anden.removing_names', true) is distinct from 'on')
  execute function refuse_change();
