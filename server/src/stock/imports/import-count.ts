// Applies a count: sets the quantity of each lot that the file names, in one transaction. A count states what is
// physically there, so it may leave less than orders have reserved.
import { ImportChange, type StockImport, type StockImportPreview } from '@anden/contract'
import build from 'fast-json-stringify'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../audit/record.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Author } from '../../deps.ts'
import { publishSelected } from '../../events/publish.ts'
import { openSpool, type Spool } from '../../http/input/spool.ts'
import type { RenderedJson } from '../../http/writes/upload-handler.ts'
import { problem, unreachable } from '../../problem.ts'
import { compareCount } from './compare.ts'
import { changesByLine } from './comparison-queries.ts'
import { dropStagingTables, inBatches, ranges } from './staging-tables.ts'
import {
  type CountImport,
  checkLotsNow,
  deferLotCheck,
  insertCountedEntries,
  insertCountedLots,
  lotEventsOfCount,
  type PositionRange,
  productsOfCount,
  productUnlikeItsLots,
  stockEventsOfCount,
  timeOfCount,
  updateDescribedProducts,
} from './write-queries.ts'

/** Large enough to make the overhead of a statement negligible, small enough to keep its trigger queue short. */
const linesPerStatement = 10_000

/** Given the fingerprint of a dry run, imports only if the file's lots have not changed since. */
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
  const count = { clientId, documentId: id, actor: by.actor, recordedAt }
  await writeChanges(tx, count, summary.lines)
  if (summary.products_changed > 0) await tx.run(updateDescribedProducts(count))
  await publishStockEvents(tx, count)
  await tx.run(dropStagingTables)
  const done = { id, dry_run: false, ...summary }
  recordAudit(tx, by, { clientId, action: 'stock.import', subjectId: id, after: done })
  return done
}

/** Ledger entries first, then the missing lots with their quantity, so that each lot is written once. */
async function writeChanges(tx: Transaction, count: CountImport, lines: number) {
  await tx.run(deferLotCheck)
  for (const range of ranges(lines, linesPerStatement)) {
    await tx.run(insertCountedEntries(count, range))
    await tx.run(insertCountedLots(count, range))
    await publishSelected(tx, lotEventsOfCount(count, { range, ids: eventIds(range) }))
  }
  await tx.run(checkLotsNow)
  // Everywhere else triggers keep lots and stock equal. This path fills new lots itself, so it checks.
  const mismatch = await tx.maybeOne(productUnlikeItsLots)
  if (mismatch) unreachable(`the lots of ${mismatch.sku} do not add up to its stock`)
}

/** Last: a product may have lots in several ranges, and gets one event, with its net change. */
async function publishStockEvents(tx: Transaction, count: CountImport) {
  const { count: productCount } = await tx.one(productsOfCount)
  for (const range of ranges(productCount, linesPerStatement)) {
    await publishSelected(tx, stockEventsOfCount(count, { range, ids: eventIds(range) }))
  }
}

/** As an array literal: the driver would quote every id. */
const eventIds = ({ from, to }: PositionRange) =>
  `{${Array.from({ length: to - from + 1 }, () => uuidv7()).join()}}`

// A dry run: the summary of the import and every line that would change something. It is rendered to disk in batches,
// so that its size does not matter and a slow reader keeps no transaction open.

const serialize = build(ImportChange as object)

/** The response as JSON. The caller drains it. */
export async function previewCount(
  tx: Transaction,
  clientId: string,
  file: Spool,
): Promise<RenderedJson<StockImportPreview>> {
  const summary = await compareCount(tx, clientId, file, { dryRun: true })
  const answer = await openSpool()
  try {
    const head: Omit<StockImportPreview, 'changes'> = { id: null, dry_run: true, ...summary }
    await answer.write(`${JSON.stringify(head).slice(0, -1)},"changes":[`)
    let separator = ''
    for await (const changes of inBatches(tx, changesByLine)) {
      await answer.write(separator + changes.map((change) => serialize(change)).join(','))
      separator = ','
    }
    await answer.write(']}')
    return answer
  } catch (error) {
    await answer.close()
    throw error
  }
}
