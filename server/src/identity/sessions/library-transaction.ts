// The sign-in library runs its statements in the transaction of the request that calls it, so that what it changes
// commits together with the audit entry, or not at all. The library passes no context to its database adapter, so the
// transaction travels in asynchronous local storage.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queryable } from '../../db/queryable.ts'
import type { Transaction } from '../../db/transaction.ts'

type Call = { tx: Transaction; failure: { error: unknown } | null; isOver: boolean }

const calls = new AsyncLocalStorage<Call>()

/** Runs a call of the library on this transaction. The library hides errors of the database, so they are thrown again. */
export async function callingLibraryOn<Result>(
  tx: Transaction,
  work: () => Promise<Result>,
): Promise<Result> {
  const call: Call = { tx, failure: null, isOver: false }
  try {
    const result = await calls.run(call, work)
    if (call.failure) throw call.failure.error
    return result
  } finally {
    call.isOver = true
  }
}

/** The transaction of the current call. A statement that comes after its end is rejected. */
export const libraryTransaction: Queryable = {
  rows: (statement) => onCall((tx) => tx.rows(statement)),
  maybeOne: (statement) => onCall((tx) => tx.maybeOne(statement)),
  one: (statement) => onCall((tx) => tx.one(statement)),
  run: (statement) => onCall((tx) => tx.run(statement)),
}

async function onCall<Result>(send: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const call = calls.getStore()
  if (!call || call.isOver) throw new Error('the sign-in library sent a statement outside a call')
  try {
    return await send(call.tx)
  } catch (error) {
    call.failure ??= { error }
    throw error
  }
}
