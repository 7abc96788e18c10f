// Applies a count: sets the quantity of each lot that the file names, in one transaction. A count states what is
// physically there, so it may leave less than orders have reserved.
import type { StockImport } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../audit/record.ts'
import type { Author } from '../../author.ts'
import type { Transaction } from '../../db/pool.ts'
import { type NewEvent, publishBatches } from '../../events/publish.ts'
import type { Spool } from '../../http/spool.ts'
import { problem, unreachable } from '../../problem.ts'
import { lotEvents, quantityEvents } from '../move.ts'
import { compareCount } from './compare.ts'
import { dropStagingTables, inBatches, ranges } from './staging-tables.ts'
import {
  type CountImport,
  checkLotsNow,
  countedProducts,
  deferLotCheck,
  insertCountedEntries,
  insertCountedLots,
  lotsWithEvents,
  productUnlikeItsLots,
  timeOfCount,
} from './write-queries.ts'

/** Large enough to make the overhead of a statement negligible, small enough to keep its trigger queue short. */
const linesPerStatement = 10_000

/** With the fingerprint of a dry run, only if the lots of the file are as that found them. */
export async function importCount(
  tx: Transaction,
  by: Author,
  clientId: string,
  file: Spool,
  expected: string | null = null,
): Promise<StockImport> {
  const id = uuidv7()
  const { fingerprint, ...summary } = await compareCount(tx, clientId, file, { dryRun: false })
  if (expected !== null && expected !== fingerprint) throw problem('imports/stock-changed')
  const { recorded_at: recordedAt } = await tx.one(timeOfCount)
  await writeChanges(tx, { clientId, documentId: id, actor: by.actor, recordedAt }, summary.lines)
  await publishBatches(tx, eventsOfCount(tx, clientId))
  await tx.run(dropStagingTables)
  const done = { id, dry_run: false, ...summary }
  await recordAudit(tx, by, { clientId, action: 'stock.import', subjectId: id, after: done })
  return done
}

async function* eventsOfCount(tx: Transaction, clientId: string): AsyncGenerator<NewEvent[]> {
  for await (const lots of inBatches(tx, lotsWithEvents(clientId))) {
    yield lotEvents({
      created: lots.filter((lot) => lot.quantity > 0),
      depleted: lots.filter((lot) => lot.quantity === 0),
    })
  }
  // Last: a product may have lots in several batches, and gets one event, with its net change.
  for await (const products of inBatches(tx, countedProducts)) {
    yield await quantityEvents(tx, new Map(products.map((product) => [product.product_id, product])))
  }
}

/** Ledger entries first, then the missing lots with their quantity, so that each lot is written once. */
async function writeChanges(tx: Transaction, count: CountImport, lines: number) {
  await tx.run(deferLotCheck)
  for (const range of ranges(lines, linesPerStatement)) {
    await tx.run(insertCountedEntries(count, range))
    await tx.run(insertCountedLots(count, range))
  }
  await tx.run(checkLotsNow)
  // Everywhere else triggers keep lots and stock equal. This path fills new lots itself, so it checks.
  const mismatch = await tx.maybeOne(productUnlikeItsLots)
  if (mismatch) unreachable(`the lots of ${mismatch.sku} do not add up to its stock`)
}
