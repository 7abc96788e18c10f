-- Which request caused an event, as the W3C header traceparent of its span, so that a delivery by any process continues its
-- trace. The service sets anden.traceparent for a transaction only if tracing is on. The default comes after the column: a
-- column that is added with one rewrites the table.
alter table events add column traceparent text;
alter table events alter column traceparent set default nullif(current_setting('anden.traceparent', true), '');
