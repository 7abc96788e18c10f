-- The reason of the last failed attempt as a program reads it: code and params of the contract's catalogue of faults, beside the
-- text. It is null where the attempt was recorded before there were codes. The contract knows the codes, and their number grows.
alter table webhook_endpoints add column last_failure jsonb;
