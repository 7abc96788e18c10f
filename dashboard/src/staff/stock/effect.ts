// Computes the effect of a movement or a hold on the stock of a product, with the figures that the service will show
// afterwards.
import type { Lot } from '@anden/sdk/backoffice'
import { exact } from '../../shared/stock/exact.ts'

type StockedLot = Pick<Lot, 'id' | 'lot_number' | 'quantity' | 'expiry_date'> & { hold: object | null }
export type StockNow = { quantity: number; reserved: number; lots: readonly StockedLot[] }

/** `lotId` is null for a lot that will be created. */
export type LotChange = { lotId: string | null; lotNumber: string; delta: number }

export type BeforeAfter = { before: number; after: number }
type LotFigure = BeforeAfter & { lotId: string | null; lotNumber: string }
export type Effect = {
  onHand: BeforeAfter
  lots: LotFigure[]
  available: BeforeAfter
  /** The reserved quantity that pending orders could no longer get; 0 if none. */
  missingForOrders: number
}

export function effectOf(stock: StockNow, changes: readonly LotChange[], today: string): Effect {
  const total = sum(changes.map(({ delta }) => delta))
  const deltaOf = (lotId: string) =>
    sum(changes.filter((one) => one.lotId === lotId).map(({ delta }) => delta))
  const blocked = stock.lots.filter((lot) => isBlocked(lot, today))
  const before = { quantity: stock.quantity, blocked: sum(blocked.map(({ quantity }) => quantity)) }
  const after = {
    quantity: exact(before.quantity + total),
    blocked: exact(before.blocked + sum(blocked.map(({ id }) => deltaOf(id)))),
  }
  return {
    onHand: { before: before.quantity, after: after.quantity },
    lots: changes.map(({ lotId, lotNumber, delta }) => {
      const quantity = stock.lots.find(({ id }) => id === lotId)?.quantity ?? 0
      return { lotId, lotNumber, before: quantity, after: exact(quantity + delta) }
    }),
    ...availabilityOf(stock.reserved, before, after),
  }
}

/** The effect of holding or releasing a lot: nothing moves, but its goods become unavailable or available again. */
export function effectOfHold(stock: StockNow, lotId: string, today: string): Omit<Effect, 'lots'> {
  const turned = stock.lots.map((lot) => (lot.id === lotId ? { ...lot, hold: lot.hold ? null : {} } : lot))
  const blockedIn = (lots: readonly StockedLot[]) =>
    sum(lots.filter((lot) => isBlocked(lot, today)).map(({ quantity }) => quantity))
  const { quantity } = stock
  return {
    onHand: { before: quantity, after: quantity },
    ...availabilityOf(
      stock.reserved,
      { quantity, blocked: blockedIn(stock.lots) },
      { quantity, blocked: blockedIn(turned) },
    ),
  }
}

/**
 * A loss without a lot is taken from expired lots first, then from those that expire next, which is the order of the
 * list.
 */
export function lotsOfLoss(lots: readonly StockedLot[], quantity: number): LotChange[] {
  let missing = quantity
  const changes: LotChange[] = []
  for (const lot of lots) {
    const taken = Math.min(missing, lot.quantity)
    if (taken > 0) changes.push({ lotId: lot.id, lotNumber: lot.lot_number, delta: -taken })
    missing = exact(missing - taken)
  }
  return changes
}

type Totals = { quantity: number; blocked: number }

function availabilityOf(reserved: number, before: Totals, after: Totals) {
  const free = ({ quantity, blocked }: Totals) => exact(quantity - blocked - reserved)
  return {
    available: { before: Math.max(0, free(before)), after: Math.max(0, free(after)) },
    missingForOrders: Math.max(0, -free(after)),
  }
}

const isBlocked = ({ hold, expiry_date }: StockedLot, today: string) =>
  hold !== null || (expiry_date !== null && expiry_date < today)

const sum = (values: readonly number[]) => exact(values.reduce((total, value) => total + value, 0))
