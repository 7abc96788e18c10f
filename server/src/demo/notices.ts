// Most deliveries are announced some days before they arrive. Some bring less than was announced, or more. In the week of loading,
// one is expected, one waits at the gate, one is being received, and one was cancelled a while ago.
import type { InboundNoticeDetail, NewInboundNotice, StaffInboundChange } from '@anden/contract'
import { announceGoods, changeNotice } from '../inbound/announce.ts'
import { actOnNotice } from '../inbound/receive.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { stampNotice, stampRemito } from './backdate.ts'
import { momentOf } from './calendar.ts'
import type { CreatedProduct, DemoClient } from './data.ts'
import type { Step, StepContext } from './history.ts'

type Notice = Pick<InboundNoticeDetail, 'id' | 'items'>
type Items = NewInboundNotice['items']
export const announcedDaysBefore = 3
const carriers = ['Expreso Cuyo', 'Transportes Andinos', 'Cruz del Sur']

export function lotOf({ sku, vintages, shelfDays = 0 }: CreatedProduct, today: string) {
  if (!vintages) return { lot_number: lotNumber(sku, today), expiry_date: dayAfter(today, shelfDays) }
  const vintage = vintages[Number(today.slice(5, 7)) <= 6 ? 0 : 1]
  return { lot_number: `${sku}-${vintage}`, vintage_year: vintage }
}

export const lotNumber = (sku: string, day: string) => `L${day.slice(2).replaceAll('-', '')}-${sku}`

async function announceDelivery(
  { tx, by, moment, settings }: StepContext,
  { clientId }: DemoClient,
  expected_on: string,
  number: number,
  items: Items,
) {
  const given = {
    reference: `OC-${expected_on.slice(0, 4)}-${String(number).slice(-4)}`,
    expected_on,
    carrier: carriers[number % carriers.length] ?? null,
    remito_number: [`R 0003-${String(number).padStart(8, '0')}`],
    packages: Math.ceil(items.reduce((sum, { quantity }) => sum + quantity, 0) / 60),
    items,
  }
  const notice = await announceGoods(tx, by, clientId, given, settings.today)
  await stampNotice(tx, notice.id, moment)
  return notice
}

async function act({ tx, by, settings, moment }: StepContext, id: string, change: StaffInboundChange) {
  const notice = await actOnNotice(tx, by, id, change, settings)
  await stampNotice(tx, id, moment)
  const latest = notice.remito_ids.at(-1)
  if (change.action === 'receive' && latest) await stampRemito(tx, latest, moment)
  return notice
}

/** What comes in of each line, and why it differs. */
const incidents: Record<
  number,
  { delta: number; reason: 'damaged' | 'surplus' | 'missing'; note: string | null }
> = {
  1: { delta: -2, reason: 'damaged', note: 'Llegaron mojadas, se devolvieron con el camión' },
  3: { delta: 3, reason: 'surplus', note: null },
  5: { delta: -1, reason: 'missing', note: 'Viene en el próximo camión' },
}
const incidentEvery = 6

export function planDelivery(
  client: DemoClient,
  day: string,
  number: number,
  goods: (context: StepContext) => Promise<Items>,
): Step[] {
  let notice: Notice | undefined
  return [
    {
      at: momentOf(dayAfter(day, -announcedDaysBefore), 16.5),
      run: async (context) => {
        notice = await announceDelivery(context, client, day, number, await goods(context))
      },
    },
    { at: momentOf(day, 8), run: async (context) => notice && act(context, notice.id, { action: 'arrive' }) },
    { at: momentOf(day, 8.25), run: async (context) => notice && receiveAll(context, notice, number) },
  ]
}

async function receiveAll(context: StepContext, { id, items }: Notice, number: number) {
  const incident = incidents[number % incidentEvery]
  const quantities = items.map(({ quantity }) => quantity)
  const [first = 0, ...others] = quantities
  const isCut = incident !== undefined && first + incident.delta > 0
  const received = isCut ? [first + incident.delta, ...others] : quantities
  await act(context, id, {
    action: 'receive',
    items: items.map((item, index) => ({ item_id: item.id, quantity: received[index] ?? 0 })),
  })
  const differences = items.slice(0, isCut ? 1 : 0).map(({ id: item_id }) => ({
    item_id,
    reason: incident?.reason ?? 'missing',
    note: incident?.note ?? null,
  }))
  await act(context, id, { action: 'close', differences })
}

/** Client, reference number, days from today to the announcement and to the expected day, and what happens in between. */
const openNotices = [
  [0, 9101, -4, 1, null],
  [0, 9102, -5, 0, 'arrives'],
  [1, 9103, -3, -1, 'is received in part'],
  [1, 9104, -2, 3, null],
  [0, 9105, -44, -40, 'is cancelled'],
] as const

export const planOpenNotices = (clients: readonly DemoClient[], today: string): Step[] =>
  openNotices.flatMap(([index, number, announcedInDays, expectedInDays, then]): Step[] => {
    const client = clients[index]
    if (!client) return []
    let notice: Notice | undefined
    const expected = dayAfter(today, expectedInDays)
    const announced: Step = {
      at: momentOf(dayAfter(today, announcedInDays), 15),
      run: async (context) => {
        const items = client.products
          .filter(({ weight }) => weight > 0)
          .slice(0, 4)
          .map((product, line) => ({
            product_id: product.id,
            quantity: 24 * (line + 1),
            ...lotOf(product, expected),
          }))
        notice = await announceDelivery(context, client, expected, number, items)
      },
    }
    const afterwards = (
      hour: number,
      run: (context: StepContext, known: Notice) => Promise<unknown>,
    ): Step => ({
      at: momentOf(dayAfter(today, Math.min(expectedInDays, -1)), hour),
      run: async (context) => notice && run(context, notice),
    })
    const arrives = afterwards(16, (context, { id }) => act(context, id, { action: 'arrive' }))
    const isReceivedInPart = afterwards(16.5, (context, { id, items }) =>
      act(context, id, {
        action: 'receive',
        items: items.slice(0, 2).map((item) => ({ item_id: item.id, quantity: item.quantity })),
      }),
    )
    const isCancelled = afterwards(10, async ({ tx, by, settings, moment }, { id }) => {
      const change = {
        action: 'cancel' as const,
        reason: 'El camión no salió; se avisa de nuevo la semana que viene',
      }
      await changeNotice(tx, by, client.clientId, id, change, settings.today)
      await stampNotice(tx, id, moment)
    })
    if (then === 'arrives') return [announced, arrives]
    if (then === 'is received in part') return [announced, arrives, isReceivedInPart]
    return then === 'is cancelled' ? [announced, isCancelled] : [announced]
  })
