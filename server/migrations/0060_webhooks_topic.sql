-- The live stream reports when an endpoint is changed, and when attempts to deliver to it are recorded: both update its
-- row. A batch of results updates all its endpoints in one statement, so it bumps one counter per client. New deliveries
-- do not touch the topic: that would add a counter to every transaction that publishes an event. They are reported with
-- the result of their first attempt, milliseconds later.
select add_topic('webhooks');
select add_table_to_topics('webhook_endpoints', 'webhooks');
