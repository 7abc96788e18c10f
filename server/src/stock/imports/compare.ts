// Validates every line of the count against products and lots, and stages the change it makes.
import type { Fault, ImportColumn, LineFaultCode } from '@anden/contract'
import { fault } from '@anden/contract/values'
import type { Transaction } from '../../db/transaction.ts'
import type { Spool } from '../../http/input/spool.ts'
import {
  analyzeChanges,
  analyzeProducts,
  type Comparison,
  faultsOfDescriptions,
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
import { readCountFile } from './read-file.ts'
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
  const { faults: lineFaults, describesProducts } = await loadLines(tx, readCountFile(file))
  const writes = !dryRun && lineFaults.total === 0
  const productsCreated = writes ? await tx.run(insertMissingProducts(clientId)) : null
  await tx.run(writes ? lockNamedProducts(clientId) : lookUpNamedProducts(clientId))
  await tx.run(analyzeProducts)
  const faults = mergeFaults(
    lineFaults,
    described(await tx.rows(faultsOfLines(maxShown))),
    described(describesProducts ? await tx.rows(faultsOfDescriptions(maxShown)) : []),
  )
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

type ColumnFault = Fault<LineFaultCode> & { column: ImportColumn }

function explain({ kind, unit_type: unit, first_line }: StagedFault): ColumnFault {
  switch (kind) {
    case 'unknown-sku':
      return { column: 'sku', ...fault('unknown_sku') }
    case 'archived':
      return { column: 'sku', ...fault('archived') }
    case 'other-unit':
      return { column: 'unit_type', ...fault('not_the_products_unit', { unit }) }
    case 'fraction':
      return { column: 'quantity', ...fault('counted_whole', { unit }) }
    case 'same-lot':
      return { column: 'sku', ...fault('repeated_lot', { line: first_line }) }
    case 'other-location':
      return { column: 'location', ...fault('differs_from_line', { line: first_line }) }
    case 'other-weight':
      return { column: 'weight_kg', ...fault('differs_from_line', { line: first_line }) }
    case 'too-much':
      return { column: 'quantity', ...fault('product_total_too_large') }
  }
}
