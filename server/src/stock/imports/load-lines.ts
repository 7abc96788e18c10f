import { fault } from '@anden/contract/values'
import { uuidv7 } from 'uuidv7'
import { fold } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { SheetRow } from '../../spreadsheets/file.ts'
import { analyzeLines, insertLines, type StagedLine } from './comparison-queries.ts'
import { addFault, type Faults, invalidFile, noFaults, reachedLimit, unreadable } from './faults.ts'
import { type Columns, type CountedLine, isBlank, readHeader, readLine } from './read-line.ts'

const batchSize = 1_000

/** Whether the file says of products where they stand or what they weigh. */
type Loaded = { faults: Faults; describesProducts: boolean }

/** Loads the records of a file into their staging table. Lines with a fault are skipped and returned. */
export async function loadLines(tx: Transaction, records: AsyncIterable<SheetRow>): Promise<Loaded> {
  const faults = noFaults()
  let columns: Columns | null = null
  let batch: StagedLine[] = []
  let isEmpty = true
  for await (const record of records) {
    if (isBlank(record)) continue
    if (columns === null) {
      columns = readHeader(record)
      continue
    }
    isEmpty = false
    const line = readLine(record, columns, (column, found) =>
      addFault(faults, { line: record.line, column, ...found }),
    )
    if (reachedLimit(faults)) throw invalidFile(faults)
    if (line) batch.push(staged(line))
    if (batch.length >= batchSize) {
      await tx.run(insertLines(batch))
      batch = []
    }
  }
  if (columns === null) throw unreadable(1, fault('header_missing'))
  if (isEmpty) throw unreadable(1, fault('no_lines'))
  await tx.run(insertLines(batch))
  await tx.run(analyzeLines)
  const { indexes } = columns
  return { faults, describesProducts: indexes.has('location') || indexes.has('weight_kg') }
}

function staged(line: CountedLine): StagedLine {
  const isDescribed = line.name !== null && line.unit_type !== null
  return {
    ...line,
    fresh_product_id: isDescribed ? uuidv7() : null,
    fresh_lot_id: uuidv7(),
    entry_id: uuidv7(),
    name_folded: line.name === null ? null : fold(line.name),
  }
}
