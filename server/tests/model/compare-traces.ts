// The trace of every lot, compared with the model: in − out = left, what went out equals the sum of its statuses, and each
// recipient has what egresos took for it.
import type { StaffLotTrace } from '@anden/contract'
import { expect } from 'vitest'
import { at, type Real } from './command.ts'
import { findLot } from './goods.ts'
import { type Model, type ModelLot, sum } from './state.ts'

export async function expectSameTraces(model: Model, { staff, clients }: Real) {
  for (const product of model.products) {
    const { body } = await staff.get(
      `/lots?client_id=${at(clients, product.client).id}&product_id=${product.id}&include_depleted=true&limit=100`,
    )
    for (const { id, lot_number: number, expiry_date: expiry, vintage_year: vintage } of body.data) {
      const lot = findLot(product, { number, expiry, vintage })
      const trace = (await staff.get<StaffLotTrace>(`/lots/${id}/trace?limit=100`)).body
      expectTrace(trace, model, lot as ModelLot)
    }
  }
}

const thousandths = (quantity: number) => Math.round(quantity * 1000)

function expectTrace(trace: StaffLotTrace, model: Model, lot: ModelLot) {
  const { totals, flows, entries, recipients, out_by_status } = trace
  if (!totals || !flows || !out_by_status) throw new Error('the first page of a trace has no sums')
  const [sumIn, sumOut] = (['in', 'out'] as const).map((side) =>
    sum(flows, (flow) => thousandths(flow[side])),
  )
  expect([sumIn, sumOut]).toEqual([thousandths(totals.in), thousandths(totals.out)])
  expect(thousandths(totals.in) - thousandths(totals.out)).toBe(lot.quantity)
  expect(thousandths(totals.left)).toBe(lot.quantity)
  expect(sum(entries, (entry) => thousandths(entry.delta))).toBe(lot.quantity)
  expect(sum(recipients ?? [], (recipient) => thousandths(recipient.quantity))).toBe(
    takenByOrders(model, lot),
  )
  const quantities = Object.entries(out_by_status)
  expect(sum(quantities, ([, quantity]) => thousandths(quantity))).toBe(sumOut)
  for (const [status, quantity] of quantities) {
    const out = entries.filter((entry) => entry.status === status && entry.delta < 0)
    expect(sum(out, (entry) => -thousandths(entry.delta))).toBe(thousandths(quantity))
  }
  for (const { id, quantity, by_status } of recipients ?? []) {
    const taken = entries.filter(({ recipient }) => recipient?.id === id)
    expect(sum(taken, (entry) => -thousandths(entry.delta))).toBe(thousandths(quantity))
    expect(sum(Object.values(by_status), thousandths)).toBe(thousandths(quantity))
  }
}

const takenByOrders = (model: Model, lot: ModelLot) =>
  sum(
    model.remitos
      .filter(({ type, voided, order }) => type === 'egreso' && !voided && order !== null)
      .flatMap(({ goods }) => goods.filter((one) => one.lot === lot)),
    ({ quantity }) => quantity,
  )
