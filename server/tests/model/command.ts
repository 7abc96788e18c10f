// One request, sent to the service and applied to the model, and the comparison of the two results.
import type { AsyncCommand } from 'fast-check'
import { expect } from 'vitest'
import type { HttpAnswer } from '../harness/http.ts'
import { outcome } from '../harness/race.ts'
import type { TestClient } from '../harness/service.ts'
import type { Warehouse } from '../harness/warehouse.ts'
import type { Model, ModelLot, ModelProduct, ModelRemito, Told } from './state.ts'

type Body = ReturnType<typeof JSON.parse>

export type Real = {
  staff: Warehouse['staff']
  clients: (TestClient & { destinatarioId: string })[]
  setDay: (day: string) => void
}

export type Planned = {
  /** `201`, or `409 orders/invalid-transition`. */
  expected: string
  request: () => Promise<HttpAnswer<Body>>
  /** Applies the request to the model, and returns the events that it causes. */
  done?: (body: Body) => Told[]
}

export type Command = AsyncCommand<Model, Real>

export function command<Given>(
  name: string,
  given: Given,
  makesSense: (model: Readonly<Model>) => boolean,
  plan: (model: Model, real: Real, given: Given) => Planned,
): Command {
  return {
    check: (model) => makesSense(model),
    toString: () => `${name} ${JSON.stringify(given)}`,
    async run(model, real) {
      const { expected, request, done } = plan(model, real, given)
      const answer = await request()
      expect(outcome(answer), answer.text).toBe(expected)
      if (answer.status >= 400) return
      const told = done?.(answer.body) ?? []
      if (told.length > 0) model.told.push(told)
    },
  }
}

/** The item that an index stands for, modulo the length; the list must not be empty. */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

export const remitoTold = (remito: ModelRemito, type: 'remito.created' | 'remito.voided'): Told => ({
  client: remito.client,
  type,
  kind: remito.type,
  status: remito.voided ? 'voided' : 'issued',
  remito_number: remito.numbers,
  source_order_id: remito.order?.id ?? null,
  items: remito.goods
    .map(({ lot, quantity }) =>
      [lot.product.id, quantity / 1000, lot.number, lot.expiry, lot.vintage].join(' '),
    )
    .sort(),
})

export function expectedEgresoNumber(model: Model): string {
  return `R 00001-${String(model.egresos + 1).padStart(8, '0')}`
}

export const quantityFits = (product: ModelProduct, quantity: number) =>
  product.unit === 'kg' || quantity % 1000 === 0

export function inDays(model: Model, days: number | null): string | null {
  if (days === null) return null
  return new Date(Date.parse(model.today) + days * 86_400_000).toISOString().slice(0, 10)
}

type LotBody = { id: string; lot_number: string; expiry_date: string | null; vintage_year: number | null }

/** The id that the service assigned to a lot. */
export async function lotId({ staff, clients }: Real, product: ModelProduct, lot: ModelLot): Promise<string> {
  const { body } = await staff.get<{ data: LotBody[] }>(
    `/lots?client_id=${at(clients, product.client).id}&product_id=${product.id}&include_depleted=true&limit=100`,
  )
  const found = body.data.find(
    (one) =>
      one.lot_number === lot.number && one.expiry_date === lot.expiry && one.vintage_year === lot.vintage,
  )
  if (!found) throw new Error('the service does not have this lot')
  return found.id
}
