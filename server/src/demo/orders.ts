// Orders over the year, following the calendar, with the actions on each. Steps in the future are dropped, so that the
// latest orders are in progress. A few orders of the last days make sure that every status occurs.
import type { OrderMove } from '@anden/contract'
import { actAsClient, actOnOrder } from '../orders/actions.ts'
import { createOrder } from '../orders/create.ts'
import { returnOrderNumber } from '../orders/queries.ts'
import { reserveAgain } from '../stock/reserve.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { type Difference, lateAcceptance, planDelivery } from './acceptances.ts'
import { stampEgresoOf, stampOrder, stampPacked } from './backdate.ts'
import {
  createRandom,
  demandOn,
  hourMs,
  momentOf,
  type Random,
  workingMoment,
  workingMomentAfter,
} from './calendar.ts'
import { type DemoClient, demoClients } from './data.ts'
import { nullIfRefused, type Step, type StepContext } from './history.ts'
import { demoBuyer } from './people.ts'
import type { Dock } from './trips.ts'

type Path = readonly OrderMove[]

const delivered: Path = ['approve', 'prepare', 'dispatch', 'deliver']
/** Other paths of an order and their probability; all other orders are delivered. */
const otherPaths: readonly { path: Path; probability: number }[] = [
  { path: ['reject'], probability: 0.04 },
  { path: ['cancel'], probability: 0.03 },
  { path: ['approve', 'cancel'], probability: 0.02 },
  { path: ['approve', 'prepare', 'dispatch', 'fail', 'dispatch', 'deliver'], probability: 0.03 },
  { path: ['approve', 'prepare', 'dispatch', 'fail', 'cancel'], probability: 0.01 },
]

/** Hours after the previous step: minimum and maximum. */
const waitHours: Record<OrderMove, readonly [number, number]> = {
  approve: [1, 5],
  reject: [1, 8],
  cancel: [2, 20],
  prepare: [1, 6],
  dispatch: [3, 22],
  deliver: [6, 50],
  fail: [6, 40],
}

const reasons: Partial<Record<OrderMove, readonly [string, ...string[]]>> = {
  reject: [
    'Supera el límite de crédito',
    'Destinatario sin habilitación vigente',
    'Zona sin reparto esta semana',
  ],
  cancel: ['El cliente reprogramó la compra', 'Pedido duplicado', 'Cambio de destinatario'],
  fail: ['Domicilio cerrado', 'Destinatario ausente', 'Mercadería rechazada en puerta'],
}

export function planOrders(
  client: DemoClient,
  perDay: number,
  days: { start: string; today: string },
  random: Random,
  dock: Dock,
): Step[] {
  const steps: Step[] = []
  for (let day = days.start; day <= days.today; day = dayAfter(day, 1)) {
    const expected = perDay * demandOn(day)
    const count = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0)
    for (let i = 0; i < count; i++) {
      steps.push(...planOrder(client, workingMoment(day, random), randomPath(random), random, dock))
    }
  }
  return steps
}

function randomPath(random: Random): Path {
  let draw = random.next()
  for (const { path, probability } of otherPaths) {
    if (draw < probability) return path
    draw -= probability
  }
  return delivered
}

/** The latest orders, path and age in days, so that every status occurs on any day of the week. */
const latest: readonly [Path, number][] = [
  [['approve', 'prepare', 'dispatch', 'fail'], 8],
  [['reject'], 5],
  [['approve', 'cancel'], 5],
  [['approve', 'prepare', 'dispatch'], 3],
  [['approve', 'prepare'], 4],
  [['approve'], 4],
  [[], 3],
  [[], 2],
]

export const planLatestOrders = (client: DemoClient, today: string, random: Random, dock: Dock): Step[] =>
  latest.flatMap(([path, daysAgo], index) => {
    const createdAt = momentOf(dayAfter(today, -daysAgo), random.int(9, 11))
    // The last one is still pending, and was changed today.
    const changedAt = index === latest.length - 1 ? momentOf(today, 0) : undefined
    return planOrder(client, createdAt, path, random, dock, { changedAt })
  })

/** An order of each client that was delivered these days with a difference that nobody has settled. */
export function planDispute(client: DemoClient, today: string, dock: Dock): Step[] {
  const always = isFirst(client) ? 'damaged' : 'missing'
  const createdAt = momentOf(dayAfter(today, -disputedDaysAgo), disputedAtHour)
  return planOrder(client, createdAt, delivered, createRandom(disputeSeed), dock, { always })
}

/** It is too late for the trip of a week ago, and leaves with that of three days ago. */
const disputedDaysAgo = 8
const disputedAtHour = 15
const disputeSeed = 32
const arrivesAfterMs = 5 * hourMs

const minuteMs = hourMs / 60

/** Some orders are changed soon after, without a draw of chance. */
function momentOfChange(createdAt: number): number | undefined {
  const isChanged = Math.floor(createdAt / minuteMs) % 12 === 5
  return isChanged ? createdAt + 25 * minuteMs : undefined
}

function planOrder(
  client: DemoClient,
  createdAt: number,
  path: Path,
  random: Random,
  dock: Dock,
  { changedAt = momentOfChange(createdAt), always }: { changedAt?: number; always?: Difference } = {},
): Step[] {
  let placed: PlacedOrder | null = null
  let at = createdAt
  return [
    {
      at: createdAt,
      run: async (context) => {
        placed = await placeOrder(context, client, random)
      },
    },
    ...(changedAt === undefined
      ? []
      : [
          {
            at: changedAt,
            run: async (context: StepContext) => {
              if (placed) placed = await changeOrderOf(context, client, placed)
            },
          },
        ]),
    ...path.flatMap((action, index): Step[] => {
      const [from, to] = waitHours[action]
      const before = at
      at = workingMomentAfter(at, from, to, random)
      const reason = reasons[action] ? random.pick(reasons[action]) : null
      const apply = async (context: StepContext) => {
        if (placed && !(await applyOrTravel(context, placed, action, reason, dock))) placed = null
      }
      const pack = async (context: StepContext) => {
        if (placed) await packOrder(context, placed)
      }
      const step = { at, run: apply }
      const travelling = () => (placed?.isDelivered && dock.hasLeft(placed.id) ? placed.id : null)
      if (action === 'deliver' && always) at = before + arrivesAfterMs
      if (action === 'deliver') return planDelivery(at, travelling, apply, always)
      // What was signed at a door of the first client's, where the driver found nobody to open it.
      if (action === 'fail' && index === path.length - 1 && isFirst(client))
        return [step, lateAcceptance(at + lateAfterMs, travelling)]
      const readyAt = at
      if (action === 'dispatch') at = dock.departureAfter(at)
      if (path[index - 1] === 'prepare' && action === 'dispatch') {
        return [{ at: Math.max(before + 1, readyAt - packedBeforeMs), run: pack }, step]
      }
      // Of the orders that stand in preparation now, that of the first client is packed.
      const staysPacked = action === 'prepare' && index === path.length - 1 && isFirst(client)
      return staysPacked ? [step, { at: at + packedBeforeMs, run: pack }] : [step]
    }),
  ]
}

const isFirst = ({ clientId }: DemoClient) => clientId === demoClients[0].id
const packedBeforeMs = 0.7 * hourMs
const lateAfterMs = 2.6 * hourMs
const unitsPerPackage = 6

/** Without a draw of chance, which would change everything that is planned after it. */
async function packOrder({ tx, by, settings, moment }: StepContext, { id, units }: PlacedOrder) {
  const packages = Math.ceil(units / unitsPerPackage)
  const change = { action: 'pack' as const, packages, checked: packages % 5 !== 0 }
  if (await actOnOrder(tx, by, id, change, settings).catch(nullIfRefused)) await stampPacked(tx, id, moment)
}

type Items = { product_id: string; quantity: number }[]
type PlacedOrder = { id: string; items: Items; units: number; isDelivered: boolean }

// The first client's orders are placed by a person, the second's by a program.
const person = { actor: `user ${demoBuyer.email}`, name: demoBuyer.name }
const program = { actor: 'client ERP (pk_ErpDemo)', name: 'ERP' }

/** null: refused for insufficient stock, before anything but its number was written. */
async function placeOrder(
  { tx, by, settings, moment }: StepContext,
  client: DemoClient,
  random: Random,
): Promise<PlacedOrder | null> {
  const destinatario_id = client.destinatarioIds[random.int(0, client.destinatarioIds.length - 1)] ?? ''
  const items = someItems(client, random)
  const delivery_type = random.chance(0.12) ? ('retiro' as const) : ('envio' as const)
  const given = { destinatario_id, items, delivery_type }
  const author = { ...by, ...(isFirst(client) ? person : program) }
  const order = await createOrder(tx, author, client.clientId, given, settings.today).catch(nullIfRefused)
  if (order) await stampOrder(tx, order.id, moment)
  else tx.pipeline(returnOrderNumber(client.clientId))
  return order && { id: order.id, items, units: unitsOf(items), isDelivered: delivery_type === 'envio' }
}

const unitsOf = (items: Items) => items.reduce((sum, { quantity }) => sum + quantity, 0)

/** Half of the first line is enough after all; the second client's warehouse does it for them, on the telephone. */
async function changeOrderOf({ tx, by, settings }: StepContext, client: DemoClient, placed: PlacedOrder) {
  const items = placed.items.map((line, index) =>
    index === 0 ? { ...line, quantity: Math.ceil(line.quantity / 2) } : line,
  )
  const change = { action: 'update' as const, if_revision: 1, items, notes: 'Entregar por la mañana' }
  const author = { ...by, ...person }
  const changed = isFirst(client)
    ? actAsClient(tx, author, client.clientId, placed.id, change, settings.today)
    : actOnOrder(tx, by, placed.id, { ...change, reason: 'Lo pidió por teléfono' }, settings)
  return (await changed.catch(nullIfRefused)) ? { ...placed, items, units: unitsOf(items) } : placed
}

function someItems({ products }: DemoClient, random: Random) {
  const weighted = products.flatMap((product) => Array.from({ length: product.weight }, () => product))
  const chosen = new Set(
    Array.from({ length: random.int(1, 4) }, () => weighted[random.int(0, weighted.length - 1)]),
  )
  return [...chosen].flatMap((product) => {
    if (!product) return []
    const quantity = product.unit === 'kg' ? random.int(8, 60) / 4 : random.int(1, 6) * 2
    return [{ product_id: product.id, quantity }]
  })
}

/** What is to be delivered leaves with the next trip, and nothing happens to it on the way if it did not. */
async function applyOrTravel(
  context: StepContext,
  { id, isDelivered }: PlacedOrder,
  action: OrderMove,
  reason: string | null,
  dock: Dock,
): Promise<boolean> {
  if (isDelivered && action === 'dispatch') {
    dock.join(id)
    return true
  }
  if (isDelivered && (action === 'deliver' || action === 'fail') && !dock.hasLeft(id)) return false
  return (await applyAction(context, id, action, reason)) !== null
}

/** null: it can no longer be picked, or a hold prevents it. The order keeps its status and gets no further steps. */
async function applyAction(
  { tx, by, settings, moment }: StepContext,
  id: string,
  action: OrderMove,
  reason: string | null,
) {
  const order = await actOnOrder(tx, by, id, { action, reason }, settings).catch(nullIfRefused)
  // A refused approval has released the reservation and written nothing else. A savepoint for each approval would make
  // every row lock after it a lock of several subtransactions.
  if (action === 'approve' && !order) reserveAgain(tx, id)
  if (action === 'approve' && order) await stampEgresoOf(tx, id, moment)
  return order
}
