// Trips of the demo's warehouse: twice a week a vehicle takes the orders that stand ready, of both clients. The last one leaves
// today, and a draft for the next one has orders that are not all prepared yet.
import type { NewTrip } from '@anden/contract'
import { sql } from '../db/sql.ts'
import { ProblemError } from '../problem.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { changeTrip } from '../trips/change.ts'
import { createTrip } from '../trips/create.ts'
import { stampTrip } from './backdate.ts'
import { hourMs, momentOf } from './calendar.ts'
import type { Step, StepContext } from './history.ts'

type Vehicle = Omit<NewTrip, 'date' | 'order_ids'>

const vehicles: readonly [Vehicle, ...Vehicle[]] = [
  { driver_name: 'Raúl Quiroga', driver_dni: '24555120', plate: 'AB123CD' },
  {
    driver_name: 'Norma Sosa',
    driver_dni: '27888431',
    carrier_name: 'Transportes Cuyo SRL',
    carrier_cuit: '30708880001',
    plate: 'AE456FG',
    trailer_plate: 'AD012HJ',
  },
  { driver_name: 'Raúl Quiroga', driver_dni: '24555120', plate: 'AB123CD', notes: 'Salir antes de las 7' },
  { driver_name: 'Julio Ibáñez', driver_dni: '31222094', plate: 'PDX482' },
]

/** Of a week that ends today, counted back from it: a departure every three or four days. */
const departureDays = [0, 3]
const loadedAtHour = 17
const departsAtHour = 7.5
/** Before it is loaded, a demo of today's small hours departs all the same. */
const latestDepartureMs = 0.4 * hourMs
/** Trips are closed in the evening of one of these days after the departure: the first on which every stop has an outcome. */
const closedAfterDays = [2, 5]
const closedAtHour = 18.5
const maxPlannedStops = 6

export type Dock = ReturnType<typeof createDock>

/** Where prepared orders wait for the next departure. */
export function createDock({ start, today }: { start: string; today: string }, now: number) {
  const waiting: string[] = []
  const left = new Set<string>()
  const days: string[] = []
  for (let day = start, back = daysBetween(start, today); back >= 0; day = dayAfter(day, 1), back -= 1) {
    if (departureDays.includes(back % 7)) days.push(day)
  }
  const loadedAt = (day: string) => momentOf(dayAfter(day, -1), loadedAtHour)
  const departureOf = (day: string) =>
    day === today
      ? Math.min(momentOf(day, departsAtHour), now - latestDepartureMs)
      : momentOf(day, departsAtHour)
  return {
    /** When an order that is ready at this time leaves; the last one does so after today. */
    departureAfter(at: number): number {
      const day = days.find((one) => loadedAt(one) >= at)
      return day ? departureOf(day) : momentOf(dayAfter(today, 4), departsAtHour)
    },
    join(orderId: string): void {
      left.delete(orderId)
      waiting.push(orderId)
    },
    /** An order that was held back, because a lot of it is on hold, does not leave. */
    hasLeft: (orderId: string) => left.has(orderId),
    steps: days.flatMap((day, index) =>
      planTrip({ day, loadedAt: loadedAt(day), departsAt: departureOf(day) }, index, waiting, left),
    ),
    draft: {
      at: now - latestDepartureMs / 2,
      run: (context: StepContext) => planNextTrip(context, dayAfter(today, 1)),
    } satisfies Step,
  }
}

type Departure = { day: string; loadedAt: number; departsAt: number }

function planTrip(
  { day, loadedAt, departsAt }: Departure,
  index: number,
  waiting: string[],
  left: Set<string>,
): Step[] {
  let id: string | null = null
  return [
    {
      at: loadedAt,
      run: async ({ tx, by, moment, settings }) => {
        const order_ids = waiting.splice(0)
        if (order_ids.length === 0) return
        const trip = await createTrip(tx, by, { ...vehicleOf(index), date: day, order_ids }, settings.today)
        await stampTrip(tx, trip.id, 'created_at', moment)
        id = trip.id
      },
    },
    {
      at: departsAt,
      run: async (context) => {
        for (const orderId of id ? await depart(context, id) : []) left.add(orderId)
      },
    },
    ...closedAfterDays.map((days) => ({
      at: momentOf(dayAfter(day, days), closedAtHour),
      run: async (context: StepContext) => {
        if (id) await closeIfDone(context, id)
      },
    })),
  ]
}

const vehicleOf = (index: number): Vehicle => vehicles[index % vehicles.length] ?? vehicles[0]

/** Without the orders that cannot leave, which stay in preparation. Returns those that have left. */
async function depart({ tx, by, moment, settings }: StepContext, id: string): Promise<string[]> {
  let revision = 1
  const change = (given: { action: 'depart' } | { action: 'remove'; order_id: string }) =>
    changeTrip(tx, by, id, { if_revision: revision, ...given }, settings.today)
  for (;;) {
    try {
      const { stops } = await change({ action: 'depart' })
      await stampTrip(tx, id, 'departed_at', moment)
      return stops.map(({ order_id }) => order_id)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      if (error.code === 'trips/no-stops') return []
      if (error.code !== 'trips/orders-not-ready') throw error
      for (const { order_id } of error.details.orders as { order_id: string }[]) {
        revision = (await change({ action: 'remove', order_id })).revision
      }
    }
  }
}

async function closeIfDone({ tx, by, moment, settings }: StepContext, id: string): Promise<void> {
  const trip = await tx.one(sql<{ revision: number; is_done: boolean }>`
    select revision, status = 'departed' and not exists (
      select from trip_stops where trip_id = trips.id and outcome is null) as is_done
    from trips
    where id = ${id}`)
  if (!trip.is_done) return
  await changeTrip(tx, by, id, { if_revision: trip.revision, action: 'close' }, settings.today)
  await stampTrip(tx, id, 'closed_at', moment)
}

/** A draft of what is approved or in preparation now, and on no trip. */
async function planNextTrip({ tx, by, moment, settings }: StepContext, date: string): Promise<void> {
  const orders = await tx.rows(sql<{ id: string }>`
    select id from orders
    where status in ('approved', 'in_preparation') and delivery_type = 'envio'
      and not exists (select from trip_stops where order_id = orders.id and outcome is null)
    order by status desc, created_at, id
    limit ${maxPlannedStops}`)
  const order_ids = orders.map(({ id }) => id)
  const trip = await createTrip(tx, by, { ...vehicleOf(1), date, order_ids }, settings.today)
  await stampTrip(tx, trip.id, 'created_at', moment)
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
