-- outside a transaction
-- What emptying a sandbox needs of each table: its rows found by an index that has no live row, and the live ones refused.
create index concurrently if not exists acceptance_files_of_sandboxes on acceptance_files (client_id)
  where client_id >= 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists inbound_items_of_sandboxes on inbound_items (client_id)
  where client_id >= 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists remito_acceptances_of_sandboxes on remito_acceptances (client_id)
  where client_id >= 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists remito_items_of_sandboxes on remito_items (client_id)
  where client_id >= 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists return_items_of_sandboxes on return_items (client_id)
  where client_id >= 'ffffffff-0000-0000-0000-000000000000';
create index concurrently if not exists idempotency_records_of_sandboxes on idempotency_records ((scope collate "C"))
  where scope collate "C" >= 'ffffffff-';

create or replace trigger account_entries_are_append_only before update on account_entries for each statement
  execute function refuse_change();
create or replace trigger account_entries_keep_their_rows before delete on account_entries for each statement
  when (current_setting('anden.emptying_sandbox', true) is distinct from 'on')
  execute function refuse_change();
create or replace trigger order_changes_are_append_only before update on order_changes for each statement
  execute function refuse_change();
create or replace trigger order_changes_keep_their_rows before delete on order_changes for each statement
  when (current_setting('anden.emptying_sandbox', true) is distinct from 'on')
  execute function refuse_change();
create or replace trigger stock_ledger_is_append_only before update on stock_ledger for each statement
  execute function refuse_change();
create or replace trigger stock_ledger_keep_their_rows before delete on stock_ledger for each statement
  when (current_setting('anden.emptying_sandbox', true) is distinct from 'on')
  execute function refuse_change();
create or replace trigger audit_entries_are_append_only before update on audit_entries for each statement
  when (current_setting('anden.removing_names', true) is distinct from 'on')
  execute function refuse_change();
create or replace trigger audit_entries_keep_their_rows before delete on audit_entries for each statement
  when (current_setting('anden.removing_names', true) is distinct from 'on'
    and current_setting('anden.emptying_sandbox', true) is distinct from 'on')
  execute function refuse_change();
create or replace trigger order_steps_are_append_only before update on order_steps for each statement
  when (current_setting('anden.removing_names', true) is distinct from 'on')
  execute function refuse_change();
create or replace trigger order_steps_keep_their_rows before delete on order_steps for each statement
  when (current_setting('anden.removing_names', true) is distinct from 'on'
    and current_setting('anden.emptying_sandbox', true) is distinct from 'on')
  execute function refuse_change();

create or replace trigger only_of_sandboxes before delete on acceptance_files for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on account_entries for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on account_totals for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on api_keys for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on audit_entries for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on client_inspections for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on client_totals for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on client_versions for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on credit_note_numbers for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on deliveries for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on destinatarios for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on events for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on imported_orders for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on inbound_items for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on inbound_notices for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on inbound_series for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on ingreso_numbers for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on invitation_tries for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on lots for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on order_attachments for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on order_changes for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on order_items for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on order_series for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on order_steps for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on orders for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on products for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on remito_acceptance_lines for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on remito_acceptances for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on remito_items for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on remitos for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on request_hours for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on request_reads for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on requests for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on return_items for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on return_series for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on returns for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on sandbox_faults for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on sandbox_mails for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on sandbox_remito_series for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on sandbox_resets for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on sandbox_simulations for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on sandboxes for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on saved_views for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on search_terms for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on stock for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on stock_ledger for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on total_changes for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on trip_stops for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on users for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
create or replace trigger only_of_sandboxes before delete on webhook_endpoints for each row
  when (current_setting('anden.emptying_sandbox', true) = 'on' and (old.client_id >= 'ffffffff-0000-0000-0000-000000000000') is not true)
  execute function refuse_live_row();
