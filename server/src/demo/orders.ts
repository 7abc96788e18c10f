// Orders over the year, following the calendar, with the actions on each. Steps in the future are dropped, so that the
// latest orders are in progress. A few orders of the last days make sure that every status occurs.
import type { OrderAction } from '@anden/contract'
import { actOnOrder } from '../orders/actions.ts'
import { createOrder } from '../orders/create.ts'
import { returnOrderNumber } from '../orders/queries.ts'
import { reserveAgain } from '../stock/reserve.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { stampEgresoOf, stampOrder } from './backdate.ts'
import { demandOn, momentOf, type Random, workingMoment, workingMomentAfter } from './calendar.ts'
import { type DemoClient, demoClients } from './data.ts'
import { nullIfRefused, type Step, type StepContext } from './history.ts'
import { demoBuyer } from './people.ts'

type Path = readonly OrderAction[]

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
const waitHours: Record<OrderAction, readonly [number, number]> = {
  approve: [1, 5],
  reject: [1, 8],
  cancel: [2, 20],
  prepare: [1, 6],
  dispatch: [3, 22],
  deliver: [6, 50],
  fail: [6, 40],
}

const reasons: Partial<Record<OrderAction, readonly [string, ...string[]]>> = {
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
): Step[] {
  const steps: Step[] = []
  for (let day = days.start; day <= days.today; day = dayAfter(day, 1)) {
    const expected = perDay * demandOn(day)
    const count = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0)
    for (let i = 0; i < count; i++) {
      steps.push(...planOrder(client, workingMoment(day, random), randomPath(random), random))
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
  [['approve', 'prepare', 'dispatch'], 6],
  [['approve', 'prepare'], 4],
  [['approve'], 4],
  [[], 3],
  [[], 2],
]

export const planLatestOrders = (client: DemoClient, today: string, random: Random): Step[] =>
  latest.flatMap(([path, daysAgo]) =>
    planOrder(client, momentOf(dayAfter(today, -daysAgo), random.int(9, 11)), path, random),
  )

function planOrder(client: DemoClient, createdAt: number, path: Path, random: Random): Step[] {
  let orderId: string | null = null
  let at = createdAt
  return [
    {
      at: createdAt,
      run: async (context) => {
        orderId = await placeOrder(context, client, random)
      },
    },
    ...path.map((action): Step => {
      const [from, to] = waitHours[action]
      at = workingMomentAfter(at, from, to, random)
      const reason = reasons[action] ? random.pick(reasons[action]) : null
      return {
        at,
        run: async (context) => {
          if (orderId && !(await applyAction(context, orderId, action, reason))) orderId = null
        },
      }
    }),
  ]
}

// The first client's orders are placed by a person, the second's by a program.
const person = { actor: `user ${demoBuyer.email}`, name: demoBuyer.name }
const program = { actor: 'client ERP (pk_ErpDemo)', name: 'ERP' }

/** null: refused for insufficient stock, before anything but its number was written. */
async function placeOrder(
  { tx, by, settings, moment }: StepContext,
  client: DemoClient,
  random: Random,
): Promise<string | null> {
  const destinatario_id = client.destinatarioIds[random.int(0, client.destinatarioIds.length - 1)] ?? ''
  const items = someItems(client, random)
  const delivery_type = random.chance(0.12) ? ('retiro' as const) : ('envio' as const)
  const given = { destinatario_id, items, delivery_type }
  const author = { ...by, ...(client.clientId === demoClients[0].id ? person : program) }
  const order = await createOrder(tx, author, client.clientId, given, settings.today).catch(nullIfRefused)
  if (order) await stampOrder(tx, order.id, moment)
  else tx.pipeline(returnOrderNumber(client.clientId))
  return order?.id ?? null
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

/** null: it can no longer be picked, or a hold prevents it. The order keeps its status and gets no further steps. */
async function applyAction(
  { tx, by, settings, moment }: StepContext,
  id: string,
  action: OrderAction,
  reason: string | null,
) {
  const order = await actOnOrder(tx, by, id, { action, reason }, settings).catch(nullIfRefused)
  // A refused approval has released the reservation and written nothing else. A savepoint for each approval would make
  // every row lock after it a lock of several subtransactions.
  if (action === 'approve' && !order) reserveAgain(tx, id)
  if (action === 'approve' && order) await stampEgresoOf(tx, id, moment)
  return order
}
