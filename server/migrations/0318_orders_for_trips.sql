-- outside a transaction

-- Orders that a trip can take, oldest first: few at any time, beside all that have been delivered or are collected.
create index concurrently if not exists orders_for_trips on orders (status, created_at, id)
where delivery_type = 'envio' and status in ('approved', 'in_preparation', 'failed_delivery');
