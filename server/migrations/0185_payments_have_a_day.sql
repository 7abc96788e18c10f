-- The day on which a payment was made, which is often earlier than the day on which it is recorded. Null: from before the service
-- asked for it; it is then shown as the day of its record.

alter table account_entries add column paid_on date
  constraint account_entries_paid_on check (paid_on is null or (type = 'payment' and paid_on >= date '2000-01-01'));
