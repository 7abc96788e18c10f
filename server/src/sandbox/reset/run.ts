// Does a reset: one short transaction after the other, each of which deletes some rows or fills in a part, and counts it. So it waits for
// nobody and nobody for it, and a process that is killed leaves the rest to the job, which each transaction puts off.
import type { Transaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { ProblemError } from '../../problem.ts'
import type { RemitoSettings } from '../../remitos/issue.ts'
import { fillingsOf } from './fill.ts'
import {
  backToToday,
  countTry,
  lockReset,
  type ResetRow,
  sayThatItEmpties,
  setDone,
  setFailed,
  setProgress,
  useIndexes,
} from './queries.ts'
import { rowsOfSandbox } from './rows.ts'
import { goOnIn } from './start.ts'

export type ResetDeps = Pick<Deps, 'db'> & {
  settingsOf: (of: { daysAhead: number }) => RemitoSettings
  now: () => number
}

const batchSize = 500
const statementLimitMs = 10_000
/** Later than a transaction takes. */
const takeUpAfterSeconds = 20
const maxTries = 5

/** For the job queue and for commands, which may work on the same one. It throws what may be over at the next try. */
export async function runReset(deps: ResetDeps, clientId: string): Promise<void> {
  const tried = await deps.db.maybeOne(countTry(clientId))
  if (!tried) return
  try {
    while (await goOn(deps, clientId)) {}
  } catch (error) {
    const isRefused = error instanceof ProblemError && error.code !== 'server/unavailable'
    if (!isRefused && tried.tries < maxTries) throw error
    const known = isRefused
      ? { code: error.code, detail: error.details.detail ?? error.code }
      : { code: 'server/internal', detail: 'The reset ended before it was done. Ask for it again.' }
    await deps.db.run(setFailed(clientId, known))
    if (!isRefused) throw error
  }
}

/** Whether there is more to do. */
async function goOn(deps: ResetDeps, clientId: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    await tx.allowSlowStatements(statementLimitMs)
    await tx.rows(sayThatItEmpties())
    const reset = await tx.maybeOne(lockReset(clientId))
    if (reset?.state !== 'running') return false
    const fillings = fillingsOf(reset.data)
    if (reset.step >= rowsOfSandbox.length + fillings.length) {
      await tx.run(setDone(clientId))
      return false
    }
    await goOnIn(tx, clientId, takeUpAfterSeconds)
    if (reset.step === 0 && reset.total === 0) await begin(tx, clientId, reset, fillings.length)
    const fill = fillings[reset.step - rowsOfSandbox.length]
    if (fill) {
      const settings = deps.settingsOf({ daysAhead: reset.days_ahead })
      const by = { actor: 'simulator', requestId: reset.request_id }
      await fill({ tx, by, clientId, ownerId: reset.owner_id, settings, now: deps.now() })
      await tx.run(setProgress(clientId, { ...reset, step: reset.step + 1, done: reset.done + 1 }))
    } else await tx.run(setProgress(clientId, { ...reset, ...(await deleteSome(tx, clientId, reset)) }))
    return true
  })
}

async function begin(tx: Transaction, clientId: string, reset: ResetRow, fillings: number): Promise<void> {
  await tx.rows(useIndexes())
  await tx.run(backToToday(clientId))
  reset.total = fillings
  for (const { count } of rowsOfSandbox) reset.total += (await tx.one(count(clientId))).count
}

/** From as many tables as one transaction may. */
async function deleteSome(tx: Transaction, clientId: string, { step: first, done: before }: ResetRow) {
  await tx.rows(useIndexes())
  let deleted = 0
  let step = first
  for (const rows of rowsOfSandbox.slice(first)) {
    const room = batchSize - deleted
    const count = await tx.run(rows.delete(clientId, room))
    deleted += count
    if (count === room) break
    step += 1
  }
  return { step, done: before + deleted }
}
