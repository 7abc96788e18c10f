-- An endpoint with auto_resume is tried again after a pause because of failures. `auto_paused_at` is set by that pause, and null again
-- as soon as somebody re-activates or pauses it; `next_trial_at` is null if no further trial is planned.
alter table webhook_endpoints
  add column auto_resume boolean not null default false,
  add column auto_paused_at timestamptz(3),
  add column next_trial_at timestamptz(3);

create index webhook_endpoints_to_try on webhook_endpoints (next_trial_at) where next_trial_at is not null;
