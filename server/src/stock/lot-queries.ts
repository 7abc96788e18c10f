import type { Environment, LotSource } from '@anden/contract'
import { inEnvironment } from '../db/environment.ts'
import { empty, sql } from '../db/sql.ts'
import type { ExpiringLot } from './lots.ts'

export type LotKey = {
  client_id: string
  product_id: string
  lot_number: string
  expiry_date: string | null
  vintage_year: number | null
}

const unnestLotKeys = (keys: readonly LotKey[]) => sql`
  unnest(${keys.map((key) => key.client_id)}::uuid[], ${keys.map((key) => key.product_id)}::uuid[],
    ${keys.map((key) => key.lot_number)}::text[], ${keys.map((key) => key.expiry_date)}::date[],
    ${keys.map((key) => key.vintage_year)}::int[])`

export const insertMissingLots = (ids: string[], keys: readonly LotKey[], source: LotSource) =>
  sql<{ id: string }>`
    insert into lots (id, client_id, product_id, lot_number, expiry_date, vintage_year, source_type)
    select new_lot.id, key.client_id, key.product_id, key.lot_number, key.expiry_date, key.vintage_year, ${source}
    from ${unnestLotKeys(keys)} with ordinality
        as key (client_id, product_id, lot_number, expiry_date, vintage_year, position)
    join unnest(${ids}::uuid[]) with ordinality as new_lot (id, position) using (position)
    on conflict (product_id, lot_number, expiry_date, vintage_year) do nothing
    returning id`

export const lotIdsOf = (keys: readonly LotKey[]) =>
  sql<{ id: string; position: number }>`
    select lots.id, key.position
    from ${unnestLotKeys(keys)} with ordinality
        as key (client_id, product_id, lot_number, expiry_date, vintage_year, position)
    join lots on lots.product_id = key.product_id and lots.lot_number = key.lot_number
      and lots.expires_on = coalesce(key.expiry_date, 'infinity'::date)
      and lots.vintage_year is not distinct from key.vintage_year
    order by key.position`

export type LotRow = LotKey & {
  id: string
  quantity: number
  source_type: LotSource
  created_at: string
  updated_at: string
}

export const lotsByIds = (ids: string[]) =>
  sql<LotRow & { hold_reason: string | null; held_since: string | null }>`
    select id, client_id, product_id, lot_number, expiry_date, vintage_year, quantity, source_type, hold_reason,
      held_since, created_at, updated_at
    from lots
    where id = any(${ids}::uuid[])
    order by id`

/**
 * Client by client along the index of each client's lots: an index over all clients would make every write of a lot more
 * expensive. The inner limit keeps the planner from joining the two as a whole, which would read all lots. `day` is the warehouse's:
 * each sandbox has its own, as many days ahead as its clock is.
 */
export const lotsExpiringBetween = (
  environment: Environment,
  day: string,
  withinDays: number,
  after: Pick<ExpiringLot, 'client_id' | 'expiry_date' | 'lot_id'> | null,
  rowLimit: number,
) => {
  const ownDay = sql`(${day}::date + clients.days_ahead)`
  const start = after
    ? sql`case clients.id when ${after.client_id} then ${after.expiry_date}::date else ${ownDay} end`
    : sql`${ownDay}`
  const isAfter = after
    ? sql`and (clients.id, expires_on, id) > (${after.client_id}, ${after.expiry_date}, ${after.lot_id})`
    : empty
  return sql<ExpiringLot>`
    select clients.id as client_id, lots.id as lot_id, lots.product_id, lots.lot_number, lots.quantity, lots.expiry_date,
      lots.vintage_year, lots.expiry_date - ${ownDay} as days_until_expiry
    from clients
    cross join lateral (
      select id, product_id, lot_number, quantity, expiry_date, vintage_year
      from lots
      where client_id = clients.id and quantity > 0
        and expires_on between ${start} and ${ownDay} + ${withinDays}::int ${isAfter}
      order by expires_on, id
      limit ${rowLimit}
    ) as lots
    where ${inEnvironment(environment, 'clients.id')}
      ${after ? sql`and clients.id >= ${after.client_id}` : empty}
    order by clients.id, lots.expiry_date, lots.id
    limit ${rowLimit}`
}
