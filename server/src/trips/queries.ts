import type { NewTrip, Trip, TripStatus, TripSummary } from '@anden/contract'
import { allEqual, equalsOf, type PageRange } from '../db/keyset.ts'
import { empty, fold, raw, sql } from '../db/sql.ts'

const columns = sql`id, number, revision, date, status, driver_name, driver_dni, carrier_name, carrier_cuit, plate,
  trailer_plate, cot, notes, departed_at, closed_at, created_at, updated_at`

// What a draft takes is what its orders have now; what has departed took what was noted then.

/** Of a draft, by what its products weigh now. */
const weighed = sql`
  select round(sum(item.quantity * products.weight_kg), 3) as weight_kg,
    bool_and(products.weight_kg is not null) as weight_known
  from order_items item
  join products on products.id = item.product_id`

/** The stops of `trips`, each with what it takes. */
const loads = sql`
  select stop.position, stop.client_id, stop.order_id, stop.outcome, stop.outcome_at, stop.outcome_reason,
    case when trips.status = 'draft' then orders.packages else stop.packages end as packages,
    case when trips.status = 'draft' then now_weighed.weight_kg else stop.weight_kg end as weight_kg,
    case when trips.status = 'draft' then now_weighed.weight_known else stop.weight_known end as weight_known
  from trip_stops stop
  join orders on orders.client_id = stop.client_id and orders.id = stop.order_id
  cross join lateral (
    ${weighed}
    where trips.status = 'draft' and item.order_id = stop.order_id) as now_weighed
  where stop.trip_id = trips.id`

const sums = sql`coalesce(sum(load.packages), 0) as packages, sum(load.weight_kg) as weight_kg,
  coalesce(bool_and(load.weight_known), true) as weight_known`

type TripQuery = { date?: string; status?: TripStatus; driver?: string }

export type TripLine = Omit<TripSummary, keyof TripLoad> & { load: TripLoad }
type TripLoad = Pick<TripSummary, 'packages' | 'weight_kg' | 'weight_known' | 'stops_count' | 'stops_open'>

/** By date, the latest first. The sums are looked up only for the rows of the page: around it, PostgreSQL 15 would sort all trips. */
export function tripsLatestFirst({ date, status, driver }: TripQuery, { after, rowLimit }: PageRange) {
  const equals = equalsOf({ driver_folded: driver && fold(driver), status, date })
  const order = raw(
    [...equals.map(([column]) => column), 'date', 'id'].map((one) => `${one} desc`).join(', '),
  )
  return sql<TripLine>`
    select ${columns}, (
        select json_build_object('packages', taken.packages, 'weight_kg', taken.weight_kg,
          'weight_known', taken.weight_known, 'stops_count', taken.stops_count, 'stops_open', taken.stops_open)
        from (
          select count(*) as stops_count, count(*) filter (where load.outcome is null) as stops_open, ${sums}
          from (${loads}) as load) as taken
      ) as load
    from trips
    where ${allEqual(equals)} ${after ? sql`and (date, id) < (${after[0]}::date, ${after[1]}::uuid)` : empty}
    order by ${order}
    limit ${rowLimit}`
}

export const tripSummary = ({ load, ...trip }: TripLine): TripSummary => ({ ...trip, ...load })

const stopShown = sql`json_build_object(
    'position', load.position, 'order_id', load.order_id, 'order_number', orders.order_number,
    'order_status', orders.status, 'order_revision', orders.revision,
    'client', json_build_object('id', clients.id, 'name', clients.name),
    'destinatario', json_build_object('id', destinatarios.id, 'name', destinatarios.name,
      'phone', destinatarios.phone, 'delivery_schedule', destinatarios.delivery_schedule),
    'delivery_address', orders.delivery_address, 'delivery_city', orders.delivery_city,
    'delivery_province', orders.delivery_province, 'delivery_contact', orders.delivery_contact,
    'notes', orders.notes,
    'remitos', (
      select coalesce(json_agg(json_build_object('id', remitos.id, 'remito_number', remitos.remito_number)), '[]')
      from remitos
      where remitos.source_order_id = load.order_id and remitos.status = 'issued'),
    'packages', load.packages, 'weight_kg', load.weight_kg, 'weight_known', load.weight_known,
    'outcome', load.outcome, 'outcome_reason', load.outcome_reason,
    'outcome_at', to_char(load.outcome_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

const shownLoads = sql`(${loads}) as load
      join orders on orders.client_id = load.client_id and orders.id = load.order_id
      join clients on clients.id = load.client_id
      join destinatarios on destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id`

export const tripDetail = (id: string) =>
  sql<Trip>`
    select trips.*, taken.*
    from (select ${columns} from trips where id = ${id}) as trips
    cross join lateral (
      select ${sums}, coalesce(json_agg(${stopShown} order by load.position), '[]') as stops
      from ${shownLoads}) as taken`

/** Of several trips, for a file with one row per stop. */
export const stopsOfTrips = (ids: string[]) =>
  sql<{ id: string; lines: Trip['stops'] }>`
    select trips.id, (
        select coalesce(json_agg(${stopShown} order by load.position), '[]')
        from ${shownLoads}) as lines
    from trips
    where id = any(${ids}::uuid[])`

/** What the staff say of a trip, apart from its stops. */
export type TripFields = Required<Omit<NewTrip, 'order_ids'>>
export type LockedTrip = TripFields & { id: string; number: string; revision: number; status: TripStatus }

export const lockTrip = (id: string) =>
  sql<LockedTrip>`
    select id, number, revision, status, date, driver_name, driver_dni, carrier_name, carrier_cuit, plate, trailer_plate,
      cot, notes
    from trips
    where id = ${id}
    for update`

/** The counter's row stays locked until the commit. */
export const nextTripNumber = () =>
  sql<{ number: string }>`
    insert into trip_series (last_number) values (1)
    on conflict (only_row) do update set last_number = trip_series.last_number + 1
    returning 'VIA-' || lpad(last_number::text, greatest(6, length(last_number::text)), '0') as number`

export const insertTrip = (trip: TripFields & { id: string; number: string }) =>
  sql`
    insert into trips (id, number, date, driver_name, driver_folded, driver_dni, carrier_name, carrier_cuit, plate,
      trailer_plate, cot, notes)
    values (${trip.id}, ${trip.number}, ${trip.date}, ${trip.driver_name}, ${fold(trip.driver_name)}, ${trip.driver_dni},
      ${trip.carrier_name}, ${trip.carrier_cuit}, ${trip.plate}, ${trip.trailer_plate}, ${trip.cot}, ${trip.notes})`

export const updateTrip = (id: string, trip: TripFields) =>
  sql`
    update trips
    set date = ${trip.date}, driver_name = ${trip.driver_name}, driver_folded = ${fold(trip.driver_name)},
      driver_dni = ${trip.driver_dni}, carrier_name = ${trip.carrier_name}, carrier_cuit = ${trip.carrier_cuit},
      plate = ${trip.plate}, trailer_plate = ${trip.trailer_plate}, cot = ${trip.cot}, notes = ${trip.notes}, ${changed}
    where id = ${id}`

/** Every change by the staff has a revision of its own. */
const changed = sql`revision = revision + 1, updated_at = now()`

export const raiseRevision = (id: string) => sql`update trips set ${changed} where id = ${id}`

export type StopRow = { order_id: string; order_number: string; position: number; is_open: boolean }

export const stopsOf = (tripId: string) =>
  sql<StopRow>`
    select stop.order_id, orders.order_number, stop.position, stop.outcome is null as is_open
    from trip_stops stop
    join orders on orders.client_id = stop.client_id and orders.id = stop.order_id
    where stop.trip_id = ${tripId}
    order by stop.position`

type NewStop = { id: string; client_id: string }

/** In the given order, the first at this position. Those that were there, and behind it, move down. */
export const insertStops = (tripId: string, orders: readonly NewStop[], position: number) =>
  sql`
    with moved as (
      update trip_stops set position = position + ${orders.length}
      where trip_id = ${tripId} and position >= ${position})
    insert into trip_stops (trip_id, client_id, order_id, position)
    select ${tripId}, client_id, order_id, ${position} + place - 1
    from unnest(${orders.map(({ client_id }) => client_id)}::uuid[], ${orders.map(({ id }) => id)}::uuid[])
      with ordinality as added (client_id, order_id, place)`

/** The stops between the two places move by one. */
export const moveStop = (tripId: string, orderId: string, from: number, to: number) =>
  sql`
    update trip_stops
    set position = case when order_id = ${orderId} then ${to}::integer else position + ${from < to ? -1 : 1}::integer end
    where trip_id = ${tripId} and position between ${Math.min(from, to)}::integer and ${Math.max(from, to)}::integer`

/** Of these orders, those that are on a trip. */
export const openStopsOf = (orderIds: string[]) =>
  sql<{ order_id: string; order_number: string; trip_id: string; trip_number: string }>`
    select stop.order_id, orders.order_number, stop.trip_id, trips.number as trip_number
    from trip_stops stop
    join trips on trips.id = stop.trip_id
    join orders on orders.client_id = stop.client_id and orders.id = stop.order_id
    where stop.order_id = any(${orderIds}::uuid[]) and stop.outcome is null
    order by orders.order_number`

/** With what it takes: from now on, that stays. */
export const setDeparted = (tripId: string) =>
  sql`
    with taken as (
      update trip_stops
      set packages = load.packages, weight_kg = load.weight_kg, weight_known = load.weight_known
      from trips
      cross join lateral (${loads}) as load
      where trips.id = ${tripId} and trip_stops.trip_id = trips.id and trip_stops.order_id = load.order_id)
    update trips set status = 'departed', departed_at = now(), ${changed} where id = ${tripId}`

export const setClosed = (tripId: string) =>
  sql`update trips set status = 'closed', closed_at = now(), ${changed} where id = ${tripId}`

export const deleteTrip = (tripId: string) =>
  sql`
    with stops as (delete from trip_stops where trip_id = ${tripId})
    delete from trips where id = ${tripId}`
