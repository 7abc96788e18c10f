import { expect, test } from 'vitest'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { callingLibraryOn, libraryTransaction } from './library-transaction.ts'

const statement = sql`select 1`
const failing = {
  rows: () => Promise.reject(new Error('the database is away')),
} as unknown as Transaction
const working = { rows: async () => [{ id: 1 }] } as unknown as Transaction

test('an error of the database is thrown again, even if the library hides it', async () => {
  const call = callingLibraryOn(failing, () => libraryTransaction.rows(statement).catch(() => 'hidden'))
  await expect(call).rejects.toThrow('the database is away')
})

test('concurrent calls use their own transactions', async () => {
  const other = { rows: async () => [{ id: 2 }] } as unknown as Transaction
  const rows = await Promise.all(
    [working, other].map((tx) => callingLibraryOn(tx, () => libraryTransaction.rows(statement))),
  )
  expect(rows).toEqual([[{ id: 1 }], [{ id: 2 }]])
})

test('a statement outside a call, or after its end, is rejected', async () => {
  await expect(libraryTransaction.rows(statement)).rejects.toThrow('outside a call')
  let late: Promise<unknown> = Promise.resolve()
  let goOn = () => {}
  await callingLibraryOn(working, async () => {
    late = new Promise<void>((resolve) => {
      goOn = resolve
    }).then(() => libraryTransaction.rows(statement))
  })
  goOn()
  await expect(late).rejects.toThrow('outside a call')
})
