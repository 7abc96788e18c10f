// The demo's webhook endpoints. They have reserved host names and are paused within the same transaction, before any
// worker can claim a delivery: nothing is ever sent.
import { type EventType, eventTypes } from '@anden/contract'
import type { SecretKeys } from '../config/secrets.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { changeEndpoint, createEndpoint } from '../webhooks/endpoints.ts'
import { momentOf } from './calendar.ts'
import { type DemoClock, simulateDeliveries } from './deliveries.ts'
import type { Step } from './history.ts'

type DemoEndpoint = {
  clientId: string
  url: string
  description: string
  events: EventType[]
  /** What paused it, and how many days ago. */
  pausedBy: 'failures' | 'client'
  pausedDaysAgo: number
}
/** backdate.ts deletes older events. */
const addedDaysAgo = 58

export const demoEndpoints = ([first = '', second = '']: readonly string[]): DemoEndpoint[] => [
  {
    clientId: first,
    url: 'https://erp.losalamos.example/webhooks',
    description: 'ERP',
    events: [...eventTypes],
    pausedBy: 'failures',
    pausedDaysAgo: 2,
  },
  {
    clientId: first,
    url: 'https://hooks.losalamos.example/pedidos',
    description: 'Tablero de pedidos',
    events: eventTypes.filter((type) => type.startsWith('order.')),
    pausedBy: 'client',
    pausedDaysAgo: 1,
  },
  {
    clientId: second,
    url: 'https://erp.conservasdelvalle.example/webhooks',
    description: 'ERP',
    events: [...eventTypes],
    pausedBy: 'failures',
    pausedDaysAgo: 4,
  },
]

export function planEndpoint(
  endpoint: DemoEndpoint,
  today: string,
  secrets: SecretKeys,
  clock: DemoClock,
): Step[] {
  const { clientId, url, description, events, pausedBy } = endpoint
  let id = ''
  return [
    {
      at: momentOf(dayAfter(today, -addedDaysAgo), 10),
      run: async ({ tx, by }) => {
        id = (await createEndpoint(tx, by, clientId, { url, description, events }, secrets)).id
      },
    },
    {
      at: momentOf(dayAfter(today, -endpoint.pausedDaysAgo), 18.5),
      run: async (context) => {
        await simulateDeliveries(context, id, pausedBy === 'failures', clock)
        if (pausedBy === 'client') {
          await changeEndpoint(context.tx, context.by, clientId, id, { status: 'paused' })
        }
      },
    },
  ]
}
