// A year of work is planned as steps, each with its moment, and done in their order by the rules of real work.
// Everything happens in one transaction, whose clock stands still: the moments are put in at the end (backdate.ts).
import { uuidv7 } from 'uuidv7'
import type { Author } from '../author.ts'
import type { Transaction } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { ProblemError } from '../problem.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import { dayOf } from './calendar.ts'

export type Step = { at: number; run: (work: StepContext) => Promise<unknown> }

export type StepContext = {
  tx: Transaction
  by: Author
  /** The moment of this step, in milliseconds and as a timestamp. */
  at: number
  moment: string
  settings: RemitoSettings
}

/** What was made from this id on, up to the next mark, was made at this moment. */
export type Mark = { firstId: string; moment: string }

const by: Author = { actor: 'demo', requestId: 'demo' }

/** Adds a mark for each step. */
export async function doInOrder(
  tx: Transaction,
  steps: readonly Step[],
  until: number,
  pointOfSale: number,
  marks: Mark[],
): Promise<void> {
  const past = steps.filter(({ at }) => at < until).sort((a, b) => a.at - b.at)
  for (const { at, run } of past) {
    const moment = new Date(at).toISOString()
    marks.push({ firstId: uuidv7(), moment })
    await run({ tx, by, at, moment, settings: { today: dayOf(at), pointOfSale } })
  }
}

/** What asks for more than is in stock is refused, as in real work, and then nothing has happened. */
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
    return nullIfShort(error)
  }
}

export function nullIfShort(error: unknown): null {
  if (error instanceof ProblemError && error.code.endsWith('/insufficient-stock')) return null
  throw error
}
