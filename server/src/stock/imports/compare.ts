// Validates every line of the count against products and lots, and stages the change it makes.
import type { ImportColumn } from '@anden/contract'
import type { Transaction } from '../../db/transaction.ts'
import type { Spool } from '../../http/input/spool.ts'
import { archivedHint, wholeUnitsHint } from '../lock.ts'
import {
  analyzeChanges,
  analyzeProducts,
  type Comparison,
  faultsOfLines,
  faultsOfSums,
  importSummary,
  insertChanges,
  insertMissingProducts,
  lockNamedProducts,
  lookUpNamedProducts,
  type StagedFault,
  toPreview,
  toWrite,
} from './comparison-queries.ts'
import { type Faults, invalidFile, maxShown, mergeFaults } from './faults.ts'
import { loadLines } from './load-lines.ts'
import { createStagingTables } from './staging-tables.ts'

/**
 * Unless it is a dry run, creates missing products and locks all named ones until the commit. A dry run creates nothing
 * and blocks nobody.
 */
export async function compareCount(
  tx: Transaction,
  clientId: string,
  file: Spool,
  { dryRun }: { dryRun: boolean },
): Promise<Comparison> {
  await createStagingTables(tx)
  const lineFaults = await loadLines(tx, file.read())
  const writes = !dryRun && lineFaults.total === 0
  const productsCreated = writes ? await tx.run(insertMissingProducts(clientId)) : null
  await tx.run(writes ? lockNamedProducts(clientId) : lookUpNamedProducts(clientId))
  await tx.run(analyzeProducts)
  const faults = mergeFaults(lineFaults, described(await tx.rows(faultsOfLines(maxShown))))
  if (faults.total > 0) throw invalidFile(faults)

  await tx.run(insertChanges(clientId, writes ? toWrite : toPreview))
  await tx.run(analyzeChanges)
  const sumFaults = described(await tx.rows(faultsOfSums(maxShown)))
  if (sumFaults.total > 0) throw invalidFile(sumFaults)
  return tx.one(importSummary(productsCreated))
}

function described(rows: readonly StagedFault[]): Faults {
  return {
    first: rows.map((row) => ({ line: row.line, ...explain(row) })),
    total: rows[0]?.total ?? 0,
  }
}

function explain({ kind, unit_type, first_line }: StagedFault): { column: ImportColumn; detail: string } {
  switch (kind) {
    case 'unknown-sku':
      return {
        column: 'sku',
        detail: 'is not a product of this client; to create it, give its name and unit_type',
      }
    case 'archived':
      return { column: 'sku', detail: archivedHint }
    case 'other-unit':
      return { column: 'unit_type', detail: `differs from the product's, which is counted by ${unit_type}` }
    case 'fraction':
      return { column: 'quantity', detail: wholeUnitsHint(unit_type) }
    case 'same-lot':
      return { column: 'sku', detail: `is the same lot as on line ${first_line}` }
    case 'too-much':
      return { column: 'quantity', detail: 'takes the product to a trillion or more, over all its lots' }
  }
}
