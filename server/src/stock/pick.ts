// From which lots goods leave: first to expire first, within the vintage that is asked for; and what is
// asked for without a vintage leaves behind what pending orders hold of one.
import type { Shortage } from '@anden/contract'
import { type ByVintage, fromThousandths, thousandths } from './availability.ts'

export type PickRequest = {
  product_id: string
  quantity: number
  vintage_year: number | null
  lot_id?: string | null
}
/** Unexpired, first to expire first. */
export type PickableLot = ByVintage & { id: string }
export type PickedLot = { request: number; product_id: string; lot_id: string; quantity: number }

export type Held = {
  /** What pending orders other than the one being picked have reserved. */
  reserved: readonly ByVintage[]
  /** true: nothing that is reserved may be taken. false: an order takes its due, and leaves only vintages. */
  sparesAll: boolean
}

export function pick(
  requests: readonly PickRequest[],
  lots: readonly PickableLot[],
  held: Held,
): { picks: PickedLot[]; shortages: Shortage[] } {
  const left = new Map(lots.map((lot) => [lot.id, thousandths(lot.quantity)]))
  const allowance = allowances(lots, held)
  const picks: PickedLot[] = []
  const short = new Map<string, number>()

  for (const { request, index } of mostParticularFirst(requests)) {
    let missing = thousandths(request.quantity)
    for (const lot of lots) {
      if (missing === 0) break
      if (!suits(lot, request)) continue
      const count = Math.min(missing, left.get(lot.id) ?? 0, allowance.of(lot, request))
      if (count <= 0) continue
      left.set(lot.id, (left.get(lot.id) ?? 0) - count)
      allowance.use(lot, count)
      missing -= count
      picks.push({
        request: index,
        product_id: lot.product_id,
        lot_id: lot.id,
        quantity: fromThousandths(count),
      })
    }
    if (missing > 0) short.set(lineOf(request), (short.get(lineOf(request)) ?? 0) + missing)
  }
  return { picks: picks.sort((a, b) => a.request - b.request), shortages: shortagesByLine(requests, short) }
}

function allowances(lots: readonly PickableLot[], { reserved, sparesAll }: Held) {
  const vintageKey = (line: ByVintage) => `${line.product_id} ${line.vintage_year}`
  const ofVintage = new Map<string, number>()
  const ofProduct = new Map<string, number>()
  const add = (map: Map<string, number>, key: string, count: number) =>
    map.set(key, (map.get(key) ?? 0) + count)
  for (const lot of lots) {
    add(ofVintage, vintageKey(lot), thousandths(lot.quantity))
    add(ofProduct, lot.product_id, thousandths(lot.quantity))
  }
  for (const line of reserved) {
    if (line.vintage_year !== null) add(ofVintage, vintageKey(line), -thousandths(line.quantity))
    if (sparesAll) add(ofProduct, line.product_id, -thousandths(line.quantity))
  }
  return {
    of(lot: PickableLot, request: PickRequest): number {
      const mayTakeHeld = request.vintage_year !== null && !sparesAll
      const inVintage = mayTakeHeld ? Number.POSITIVE_INFINITY : (ofVintage.get(vintageKey(lot)) ?? 0)
      return Math.min(inVintage, ofProduct.get(lot.product_id) ?? 0)
    },
    use(lot: PickableLot, count: number) {
      add(ofVintage, vintageKey(lot), -count)
      add(ofProduct, lot.product_id, -count)
    },
  }
}

/** A named lot before a vintage, a vintage before anything goes: the choosy must find theirs still there. */
function mostParticularFirst(requests: readonly PickRequest[]) {
  const rank = (request: PickRequest) => (request.lot_id ? 0 : request.vintage_year !== null ? 1 : 2)
  return requests
    .map((request, index) => ({ request, index }))
    .sort((a, b) => rank(a.request) - rank(b.request) || a.index - b.index)
}

function suits(lot: PickableLot, { product_id, vintage_year, lot_id }: PickRequest): boolean {
  if (lot.product_id !== product_id) return false
  if (lot_id) return lot.id === lot_id
  return vintage_year === null || lot.vintage_year === vintage_year
}

const lineOf = ({ product_id, vintage_year, lot_id }: PickRequest) =>
  [product_id, vintage_year, lot_id ?? null].join(' ')

/** Several lines that ask for the same are one shortage, with all of them added. */
function shortagesByLine(requests: readonly PickRequest[], short: ReadonlyMap<string, number>): Shortage[] {
  return [...Map.groupBy(requests, lineOf)].flatMap(([line, same]) => {
    const [first] = same
    const missing = short.get(line) ?? 0
    if (!first || missing === 0) return []
    const requested = same.reduce((sum, request) => sum + thousandths(request.quantity), 0)
    return [
      {
        product_id: first.product_id,
        requested: fromThousandths(requested),
        available: fromThousandths(requested - missing),
        ...(first.vintage_year === null ? {} : { vintage_year: first.vintage_year }),
      },
    ]
  })
}
