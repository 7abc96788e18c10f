// Picks the lots that goods leave from: first expired, first out (FEFO), within the requested vintage. A request
// without a vintage does not take what pending orders have reserved of a specific one.
import { type ByVintage, fromThousandths, type Shortfall, thousandths } from './availability.ts'

export type PickRequest = {
  product_id: string
  quantity: number
  vintage_year: number | null
  lot_id?: string | null
}
/** A lot that is neither expired nor on hold, in FEFO order. */
export type PickableLot = ByVintage & { id: string }
export type PickedLot = { request: number; product_id: string; lot_id: string; quantity: number }

export type PickLimits = {
  /** Quantities reserved by pending orders, without the order that is being picked. */
  reserved: readonly ByVintage[]
  /** true: all reserved goods are protected. false (an order takes its own share): only those reserved by vintage. */
  protectsAll: boolean
}

export function pick(
  requests: readonly PickRequest[],
  lots: readonly PickableLot[],
  limits: PickLimits,
): { picks: PickedLot[]; shortages: Shortfall[] } {
  const left = new Map(lots.map((lot) => [lot.id, thousandths(lot.quantity)]))
  const allowance = allowances(lots, limits)
  const picks: PickedLot[] = []
  const missingByLine = new Map<string, number>()

  for (const { request, index } of mostSpecificFirst(requests)) {
    let missing = thousandths(request.quantity)
    for (const lot of lots) {
      if (missing === 0) break
      if (!matches(lot, request)) continue
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
    if (missing > 0) add(missingByLine, lineKey(request), missing)
  }
  return {
    picks: picks.sort((a, b) => a.request - b.request),
    shortages: shortagesByLine(requests, missingByLine, picks, lots),
  }
}

function allowances(lots: readonly PickableLot[], { reserved, protectsAll }: PickLimits) {
  const vintageKey = (line: ByVintage) => `${line.product_id} ${line.vintage_year}`
  const ofVintage = new Map<string, number>()
  const ofProduct = new Map<string, number>()
  for (const lot of lots) {
    add(ofVintage, vintageKey(lot), thousandths(lot.quantity))
    add(ofProduct, lot.product_id, thousandths(lot.quantity))
  }
  for (const line of reserved) {
    if (line.vintage_year !== null) add(ofVintage, vintageKey(line), -thousandths(line.quantity))
    if (protectsAll) add(ofProduct, line.product_id, -thousandths(line.quantity))
  }
  return {
    of(lot: PickableLot, request: PickRequest): number {
      const mayTakeReserved = request.vintage_year !== null && !protectsAll
      const inVintage = mayTakeReserved ? Number.POSITIVE_INFINITY : (ofVintage.get(vintageKey(lot)) ?? 0)
      return Math.min(inVintage, ofProduct.get(lot.product_id) ?? 0)
    },
    use(lot: PickableLot, count: number) {
      add(ofVintage, vintageKey(lot), -count)
      add(ofProduct, lot.product_id, -count)
    },
  }
}

const add = (map: Map<string, number>, key: string, count: number) =>
  map.set(key, (map.get(key) ?? 0) + count)

/** Most specific requests first: a lot, then a vintage, then any. */
function mostSpecificFirst(requests: readonly PickRequest[]) {
  const rank = (request: PickRequest) => (request.lot_id ? 0 : request.vintage_year !== null ? 1 : 2)
  return requests
    .map((request, index) => ({ request, index }))
    .sort((a, b) => rank(a.request) - rank(b.request) || a.index - b.index)
}

function matches(lot: PickableLot, { product_id, vintage_year, lot_id }: PickRequest): boolean {
  if (lot.product_id !== product_id) return false
  if (lot_id) return lot.id === lot_id
  return vintage_year === null || lot.vintage_year === vintage_year
}

const lineKey = ({ product_id, vintage_year, lot_id }: PickRequest) =>
  [product_id, vintage_year, lot_id ?? null].join(' ')

/** Shortages of lines with the same key are added up to one. */
function shortagesByLine(
  requests: readonly PickRequest[],
  missingByLine: ReadonlyMap<string, number>,
  picks: readonly PickedLot[],
  lots: readonly PickableLot[],
): Shortfall[] {
  return [...Map.groupBy(requests, lineKey)].flatMap(([line, same]) => {
    const [first] = same
    const missing = missingByLine.get(line) ?? 0
    if (!first || missing === 0) return []
    const requested = same.reduce((sum, request) => sum + thousandths(request.quantity), 0)
    return [
      {
        product_id: first.product_id,
        requested: fromThousandths(requested),
        available: fromThousandths(requested - missing),
        ...(first.vintage_year === null ? {} : { vintage_year: first.vintage_year }),
        ...(first.lot_id ? { lot_id: first.lot_id } : {}),
        ...takenByOthers(first, requests, picks, lots),
      },
    ]
  })
}

/** How much others took of the goods that this line could have had. */
function takenByOthers(
  line: PickRequest,
  requests: readonly PickRequest[],
  picks: readonly PickedLot[],
  lots: readonly PickableLot[],
): Pick<Shortfall, 'other_items'> {
  const lotById = new Map(lots.map((lot) => [lot.id, lot]))
  const ofOthers = picks.filter(({ request, lot_id }) => {
    const [other, lot] = [requests[request], lotById.get(lot_id)]
    return other && lot && lineKey(other) !== lineKey(line) && matches(lot, line)
  })
  const taken = ofOthers.reduce((sum, { quantity }) => sum + thousandths(quantity), 0)
  return taken > 0 ? { other_items: fromThousandths(taken) } : {}
}
