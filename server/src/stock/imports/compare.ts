// The count against what is known: every line is judged, and then stands beside its lot.
import type { ImportColumn } from '@anden/contract'
import type { Transaction } from '../../db/pool.ts'
import type { Spool } from '../../http/spool.ts'
import { archivedHint, wholeUnitsHint } from '../lock.ts'
import { type Faults, invalidFile, together } from './faults.ts'
import { loadLines } from './load-lines.ts'
import {
  analyzeChanges,
  analyzeProducts,
  faultsOfLines,
  faultsOfSums,
  type ImportSummary,
  importSummary,
  insertChanges,
  insertMissingProducts,
  lockNamedProducts,
  lookUpNamedProducts,
  type StagedFault,
  toPreview,
  toWrite,
} from './queries.ts'
import { createStagingTables } from './staging-tables.ts'

const maxFaults = 20

/**
 * In earnest, missing products are made and all of them locked, from here to the commit. Otherwise nothing is
 * made and nobody is kept waiting.
 */
export async function compareCount(
  tx: Transaction,
  clientId: string,
  file: Spool,
  inEarnest: boolean,
): Promise<ImportSummary> {
  await createStagingTables(tx)
  const unsound = await loadLines(tx, file.read())
  const writes = inEarnest && unsound.total === 0
  const productsCreated = writes ? await tx.run(insertMissingProducts(clientId)) : null
  await tx.run(writes ? lockNamedProducts(clientId) : lookUpNamedProducts(clientId))
  await tx.run(analyzeProducts)
  const faults = together(unsound, told(await tx.rows(faultsOfLines(maxFaults))))
  if (faults.total > 0) throw invalidFile(faults)

  await tx.run(insertChanges(writes ? toWrite : toPreview))
  await tx.run(analyzeChanges)
  const excess = told(await tx.rows(faultsOfSums(maxFaults)))
  if (excess.total > 0) throw invalidFile(excess)
  return tx.one(importSummary(productsCreated))
}

function told(rows: readonly StagedFault[]): Faults {
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
