// The account as a file for people: entries in the order of time, as an account is read, with debit, credit and the balance
// after each. The balance is that of the whole account, also where a filter leaves entries out.
import {
  type AccountTransaction,
  type ClientBalance,
  paymentMethodWords,
  transactionTypeWords,
} from '@anden/contract'
import type { Queryable } from '../db/queryable.ts'
import {
  type CellValue,
  date,
  itemsAsRows,
  moment,
  money,
  type SheetColumn,
  sheet,
  text,
  wordsColumn,
} from '../http/reads/sheets/sheet.ts'
import { entryId } from './queries.ts'
import { balanceBefore, balancesAfter, type EntryPosition } from './sheet-queries.ts'

/** An entry with the balance after it, or the balance with which the file begins. */
type StatementRow = { entry: AccountTransaction | null; balance: number }

const ofEntry =
  (value: (entry: AccountTransaction) => CellValue) =>
  ({ entry }: StatementRow) =>
    entry && value(entry)

const opening = { es: 'Saldo inicial', en: 'Opening balance' }
const reversal = { es: 'Anulación', en: 'Reversal' }

const columns: readonly SheetColumn<StatementRow>[] = [
  moment(
    'Fecha',
    'Date',
    ofEntry(({ created_at }) => created_at),
  ),
  text(
    'Concepto',
    'Entry',
    ({ entry }, language) => {
      if (entry === null) return opening[language]
      const type = transactionTypeWords[entry.type][language]
      return entry.reverses === null ? type : `${reversal[language]}: ${type.toLowerCase()}`
    },
    28,
  ),
  wordsColumn('Medio de pago', 'Payment method', paymentMethodWords, ({ entry }) =>
    entry?.type === 'payment' ? entry.payment_method : null,
  ),
  date(
    'Fecha de pago',
    'Paid on',
    ofEntry(({ paid_on }) => paid_on),
    14,
  ),
  text(
    'Número',
    'Number',
    ofEntry(({ number }) => number),
  ),
  text(
    'Descripción',
    'Description',
    ofEntry(({ description }) => description),
    36,
  ),
  money(
    'Debe',
    'Debit',
    ofEntry((entry) => above0(changeOf(entry))),
  ),
  money(
    'Haber',
    'Credit',
    ofEntry((entry) => above0(-changeOf(entry))),
  ),
  money('Saldo', 'Balance', ({ balance }) => balance),
]

/** What the entry adds to the debt. Only a credit sale raises it; the reversal of an entry has a negative amount. */
const changeOf = ({ type, amount }: AccountTransaction) => (type === 'credit_sale' ? amount : -amount)
const above0 = (amount: number) => (amount > 0 ? amount : null)

type AccountReader = {
  client: { id: string } | null
  params: { id?: string }
  query: { from?: string | undefined }
}

export const accountSheet = sheet({
  name: { es: 'cuenta-corriente', en: 'account' },
  columns,
  rows: ({ client, params, query: { from } }: AccountReader, db: Queryable) => {
    // Staff name the client in the path.
    const clientId = client?.id ?? params.id ?? ''
    let previous: (EntryPosition & { balance: number }) | null = null
    return async (entries: AccountTransaction[]): Promise<StatementRow[]> => {
      const rows: StatementRow[] = []
      let balance = previous?.balance ?? 0
      if (previous === null) {
        if (from !== undefined) balance = (await db.one(balanceBefore(clientId, from))).balance
        rows.push({ entry: null, balance })
      }
      const listed = entries.map((entry) => ({ entry, id: entryId(entry.id) ?? '' }))
      const last = listed.at(-1)
      if (last === undefined) return rows
      const end = { created_at: last.entry.created_at, id: last.id }
      const ids = listed.map(({ id }) => id)
      const start = previous ?? (from === undefined ? null : { from })
      const changes = await db.rows(balancesAfter(clientId, start, end, ids))
      const changeUntil = new Map(changes.map(({ id, change }) => [id, change]))
      for (const { entry, id } of listed)
        rows.push({ entry, balance: toCents(balance + (changeUntil.get(id) ?? 0)) })
      previous = { ...end, balance: rows.at(-1)?.balance ?? balance }
      return rows
    }
  },
})

const cents = (amount: number) => Math.round(amount * 100)

/** What every client owes. Sales are shown before credit notes, so that the three sums add up to the balance. */
export const balancesSheet = sheet({
  name: { es: 'saldos', en: 'balances' },
  columns: [
    text<ClientBalance>('Cliente', 'Client', ({ client_name }) => client_name, 32),
    money<ClientBalance>(
      'Ventas a crédito',
      'Sold on credit',
      ({ total_fiado, total_notas_credito }) => (cents(total_fiado) + cents(total_notas_credito)) / 100,
    ),
    money<ClientBalance>('Notas de crédito', 'Credit notes', (row) => -row.total_notas_credito),
    money<ClientBalance>('Pagos', 'Paid', ({ total_pagado }) => -total_pagado),
    money<ClientBalance>('Saldo', 'Balance', ({ saldo }) => saldo),
  ],
  rows: itemsAsRows<ClientBalance>(),
})

const toCents = (amount: number) => Math.round(amount * 100) / 100
