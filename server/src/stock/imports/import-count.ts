// A count sets the quantity of each lot that it names, in one transaction: all lines or none. It states
// physical truth and may undercut what orders have reserved.
import type { StockImport } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordDeed } from '../../audit/record.ts'
import type { Transaction } from '../../db/pool.ts'
import { throwProblem } from '../../http/problems.ts'
import type { Author } from '../../http/route.ts'
import { announceQuantities, findOrMakeLots, writeEntries } from '../move.ts'
import { compareCount } from './compare.ts'
import { changedLots, countedProducts, type LotChange } from './queries.ts'
import type { Spool } from './spool.ts'
import { inBatches } from './staging.ts'

export async function importCount(
  tx: Transaction,
  by: Author,
  clientId: string,
  file: Spool,
): Promise<StockImport> {
  const id = uuidv7()
  const summary = await compareCount(tx, clientId, file, true)
  for await (const changes of inBatches(tx, changedLots)) {
    await writeChanges(tx, { clientId, documentId: id, actor: by.actor }, changes)
  }
  // Only now: a product may have lots in several batches, and is told of once, by its net change.
  for await (const products of inBatches(tx, countedProducts)) {
    await announceQuantities(
      tx,
      new Map(products.map((product) => [product.product_id, { ...product, client_id: clientId }])),
    )
  }
  const done = { id, dry_run: false, ...summary }
  await recordDeed(tx, by, { clientId, action: 'stock.import', subjectId: id, after: done })
  return done
}

type Import = { clientId: string; documentId: string; actor: string }

async function writeChanges(
  tx: Transaction,
  { clientId, documentId, actor }: Import,
  changes: readonly LotChange[],
) {
  const missing = changes.filter((change) => change.lot_id === null)
  const { lotIds, createdLots } = await findOrMakeLots(
    tx,
    missing.map((change) => ({ ...change, client_id: clientId })),
    'csv_import',
  )
  const made = new Map(missing.map((change, index) => [change.position, lotIds[index]]))
  await writeEntries(tx, {
    cause: 'csv_import',
    documentId,
    actor,
    createdLots,
    entries: changes.map(({ position, product_id, lot_id, delta }) => ({
      client_id: clientId,
      product_id,
      lot_id: lot_id ?? made.get(position) ?? throwProblem('lots/not-found'),
      delta,
    })),
  })
}
