import { at, command } from './command.ts'
import type { Model } from './state.ts'

type Recorded = {
  client: number
  cents: number
  type: 'payment' | 'credit_sale' | 'credit_note'
  /** The number of a credit note. */
  number: string
}

const ways = {
  payment: { path: '/payments', more: { payment_method: 'cheque' }, event: 'payment.received' },
  credit_sale: { path: '/credit-sales', more: {}, event: null },
  credit_note: { path: '/credit-notes', more: {}, event: 'credit_note.issued' },
}

export const record = (given: Recorded) =>
  command(
    'record',
    given,
    () => true,
    (model, { staff, clients }, { client, cents, type, ...given }) => {
      const { path, more, event } = ways[type]
      const number = type === 'credit_note' ? given.number : null
      const numbered = number === null ? {} : { number }
      const taken = model.entries.some(
        (entry) => number !== null && entry.client === client && entry.number === number,
      )
      return {
        expected: taken ? '409 account/duplicate-number' : '201',
        request: () =>
          staff.post(path, {
            client_id: at(clients, client).id,
            amount: cents / 100,
            ...more,
            ...numbered,
          }),
        done: ({ id }) => {
          model.entries.push({ client, id, type, number, cents, reversed: false, isReversal: false })
          return event ? [{ client, type: event, id, number, amount: cents / 100 }] : []
        },
      }
    },
  )

export const reverse = (given: { entry: number }) =>
  command(
    'reverse',
    given,
    (model) => model.entries.length > 0,
    (model, { staff }) => {
      const entry = at(model.entries, given.entry)
      const may = !entry.reversed && !entry.isReversal
      return {
        expected: may ? '201' : '409 account/already-reversed',
        request: () => staff.post(`/transactions/${entry.id}/reverse`, { reason: 'Error' }),
        done: ({ id }) => {
          entry.reversed = true
          model.entries.push({ ...entry, id, cents: -entry.cents, reversed: false, isReversal: true })
          return []
        },
      }
    },
  )

export function balanceOf(model: Model, client: number) {
  const total = (type: string) =>
    model.entries
      .filter((entry) => entry.client === client && entry.type === type)
      .reduce((cents, entry) => cents + entry.cents, 0)
  const credited = total('credit_note')
  const owed = total('credit_sale') - credited
  const paid = total('payment')
  return {
    saldo: (owed - paid) / 100,
    total_fiado: owed / 100,
    total_notas_credito: credited / 100,
    total_pagado: paid / 100,
  }
}
