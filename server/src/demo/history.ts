// A year of work is planned as steps, each with its time, and run in chronological order through the production rules.
// All of it is one transaction, in which now() is constant: backdate.ts sets the times at the end.
import { uuidv7 } from 'uuidv7'
import { loadingDemoName, showProgress } from '../db/progress.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { ProblemError } from '../problem.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import { dayOf } from './calendar.ts'

export type Step = { at: number; run: (context: StepContext) => Promise<unknown> }

export type StepContext = {
  tx: Transaction
  by: Author
  /** The time of this step, in milliseconds and as a timestamp. */
  at: number
  moment: string
  settings: RemitoSettings
  /** Stored before the commit. */
  uploads: Upload[]
}

/** A file that a row of the demo has. */
export type Upload = { id: string; content: Buffer }

/** Rows with ids from `firstId` up to the next mark were created at `moment`. */
export type Mark = { firstId: string; moment: string }

const by: Author = { actor: 'demo', requestId: 'demo' }

/** Adds a mark for each step. */
export async function runSteps(
  tx: Transaction,
  steps: readonly Step[],
  until: number,
  { pointOfSale }: RemitoSettings,
  marks: Mark[],
  uploads: Upload[],
): Promise<void> {
  const past = steps.filter(({ at }) => at < until).sort((a, b) => a.at - b.at)
  let shown = -1
  for (const [index, { at, run }] of past.entries()) {
    const percent = Math.floor((index / past.length) * 100)
    if (percent > shown) tx.pipeline(showProgress(loadingDemoName, percent))
    shown = percent
    const moment = new Date(at).toISOString()
    marks.push({ firstId: uuidv7(), moment })
    await run({ tx, by, at, moment, settings: { today: dayOf(at), pointOfSale }, uploads })
  }
}

/** null: refused for insufficient stock, as in production, and rolled back to a savepoint. */
export async function unlessShort<Result>(
  tx: Transaction,
  work: () => Promise<Result>,
): Promise<Result | null> {
  await tx.run(sql`savepoint step`)
  try {
    const result = await work()
    await tx.run(sql`release savepoint step`)
    return result
  } catch (error) {
    await tx.run(sql`rollback to savepoint step`)
    return nullIfRefused(error)
  }
}

export function nullIfRefused(error: unknown): null {
  if (error instanceof ProblemError && isRefusal(error.code)) return null
  throw error
}

/** Refusals that are normal in a warehouse: too little stock, or a lot on hold. */
const isRefusal = (code: string) => code.endsWith('/insufficient-stock') || code === 'orders/lot-on-hold'
