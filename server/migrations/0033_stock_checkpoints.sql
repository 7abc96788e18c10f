-- The quantity of a product at a past moment: that of the last checkpoint before it, and the few ledger entries after that.
-- So it costs the same however long the history is. A checkpoint has the sum of the product's entries with a created_at up
-- to recorded_until.
create table stock_checkpoints (
  product_id uuid not null references stock,
  recorded_until timestamptz(3) not null,
  quantity numeric(15, 3) not null,
  primary key (product_id, recorded_until)
);

-- The row is updated by every entry anyway, so that counting costs nothing.
alter table stock add column entries_since_checkpoint integer not null default 0;

-- The entries of one movement have the same time, so that no moment shows half of it. The statement starts after the product
-- was locked: in the order of their times, entries are in the order in which they were applied.
alter table stock_ledger alter column created_at set default statement_timestamp();

create function entries_per_checkpoint() returns integer language sql immutable as 'select 20';

create or replace function apply_stock_ledger() returns trigger language plpgsql as $$
begin
  update lots
  set quantity = lots.quantity + change.delta, updated_at = now()
  from (select lot_id, sum(delta) as delta from entries group by lot_id) as change
  where lots.id = change.lot_id and change.delta <> 0;

  -- An entry can have the time of an existing checkpoint, in the next batch of an import or in the same millisecond, or an
  -- earlier one, if the clock was set back.
  update stock_checkpoints
  set quantity = quantity + (
    select sum(delta) from entries
    where entries.product_id = stock_checkpoints.product_id
      and entries.created_at <= stock_checkpoints.recorded_until)
  from (select product_id, min(created_at) as first_created_at from entries group by product_id) as change
  where stock_checkpoints.product_id = change.product_id
    and stock_checkpoints.recorded_until >= change.first_created_at;

  -- Also if the quantity stays the same: the entries count towards the next checkpoint.
  with changed as (
    update stock
    set quantity = stock.quantity + change.delta,
      updated_at = case when change.delta = 0 then stock.updated_at else now() end,
      entries_since_checkpoint = case
        when stock.entries_since_checkpoint + change.entry_count < entries_per_checkpoint()
        then stock.entries_since_checkpoint + change.entry_count
        else 0 end
    from (
      select product_id, sum(delta) as delta, count(*) as entry_count from entries group by product_id
    ) as change
    where stock.product_id = change.product_id
    returning stock.product_id, stock.quantity, stock.entries_since_checkpoint
  )
  insert into stock_checkpoints (product_id, recorded_until, quantity)
  select changed.product_id, (
    select max(created_at) from stock_ledger where stock_ledger.product_id = changed.product_id), changed.quantity
  from changed
  where changed.entries_since_checkpoint = 0
  -- One of the same millisecond includes these entries already.
  on conflict (product_id, recorded_until) do nothing;
  return null;
end $$;

-- For entries from before there were checkpoints.
create function rebuild_stock_checkpoints(product_ids uuid[]) returns void language plpgsql as $$
begin
  perform from stock where product_id = any(product_ids) order by product_id for update;
  delete from stock_checkpoints where product_id = any(product_ids);
  insert into stock_checkpoints (product_id, recorded_until, quantity)
  select product_id, created_at, quantity
  from (
    select product_id, created_at,
      -- Includes all entries of the same time.
      sum(delta) over (partition by product_id order by created_at) as quantity,
      row_number() over (partition by product_id order by created_at, seq) as position
    from stock_ledger
    where product_id = any(product_ids)
  ) as entries
  where position % entries_per_checkpoint() = 0
  on conflict (product_id, recorded_until) do nothing;
end $$;
