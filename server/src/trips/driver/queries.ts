import { type DriverTrip, driverActsForHours, type StopOutcome } from '@anden/contract'
import { raw, sql } from '../../db/sql.ts'

/** Takes the place of the link before. */
export const replaceLink = (tripId: string, tokenHash: Buffer) =>
  sql`
    insert into driver_links (trip_id, token_hash) values (${tripId}, ${tokenHash})
    on conflict (trip_id) do update set token_hash = excluded.token_hash, created_at = now()`

/** By PostgreSQL's clock, which is the same for every process. */
const refusal = raw(`case
    when trips.status = 'draft' then 'not-departed'
    when trips.status = 'closed' then 'closed'
    when trips.departed_at <= now() - interval '${driverActsForHours} hours' then 'expired'
  end as refusal`)

export type LinkedTrip = { trip_id: string } & Pick<DriverTrip, 'refusal'>

export const linkedTrip = (tokenHash: Buffer) =>
  sql<LinkedTrip>`
    select trips.id as trip_id, ${refusal}
    from driver_links
    join trips on trips.id = driver_links.trip_id
    where token_hash = ${tokenHash}`

export const lockLinkedTrip = (tokenHash: Buffer) =>
  sql`select from trips where id = (select trip_id from driver_links where token_hash = ${tokenHash}) for update`

export type LinkedStop = LinkedTrip & {
  number: string
  driver_name: string
  /** null: the trip has no stop at this position. */
  order_id: string | null
  outcome: StopOutcome | null
}

export const linkedStop = (tokenHash: Buffer, position: number) =>
  sql<LinkedStop>`
    select trips.id as trip_id, trips.number, trips.driver_name, ${refusal}, stop.order_id, stop.outcome
    from driver_links
    join trips on trips.id = driver_links.trip_id
    left join trip_stops stop on stop.trip_id = trips.id and stop.position = ${position}
    where token_hash = ${tokenHash}`
