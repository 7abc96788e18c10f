// Temporary tables of an import, dropped when its transaction ends. Validation, comparison and writes are set-based
// statements over them, whatever the size of the file.

import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'

export async function createStagingTables(tx: Transaction): Promise<void> {
  await tx.allowSlowStatements(statementLimitMs)
  await tx.run(createLines)
  await tx.run(createProducts)
  await tx.run(createChanges)
}

/** For a transaction that imports more than once, like the demo's. */
export const dropStagingTables = sql`drop table import_lines, import_products, import_changes`

const statementLimitMs = 240_000

/** The lines of the file, with ids for the rows that each may create: Node.js makes an id faster than PostgreSQL. */
const createLines = sql`
  create temp table import_lines (
    line integer not null,
    sku text collate "C" not null,
    quantity numeric(15, 3) not null,
    lot_number text not null,
    expiry_date date,
    vintage_year integer,
    fresh_product_id uuid,
    fresh_lot_id uuid not null,
    entry_id uuid not null,
    name text,
    name_folded text,
    unit_type text,
    location text collate "C",
    weight_kg numeric(9, 3)
  ) on commit drop`

/** The products that the file names, with their quantity, location and weight before. product_id is null for one that a dry run does not create. */
const createProducts = sql`
  create temp table import_products (
    position integer generated always as identity primary key,
    sku text collate "C" not null,
    product_id uuid,
    unit_type text not null,
    old_quantity numeric(15, 3) not null,
    archived boolean not null,
    location text collate "C",
    weight_kg numeric(9, 3)
  ) on commit drop`

/** The change of each line. A lot to be created has a fresh_lot_id and no lot_id. Location and weight are null unless they change. */
const createChanges = sql`
  create temp table import_changes (
    position integer primary key,
    line integer not null,
    sku text collate "C" not null,
    product_id uuid,
    lot_id uuid,
    fresh_lot_id uuid,
    entry_id uuid not null,
    lot_number text not null,
    expiry_date date,
    vintage_year integer,
    old_quantity numeric(15, 3) not null,
    new_quantity numeric(15, 3) not null,
    unit_type text not null,
    location text collate "C",
    weight_kg numeric(9, 3),
    creates_product boolean not null
  ) on commit drop`

type Positioned = { position: number }
const batchSize = 1_000

/** Splits `count` rows into ranges of positions, one for each statement. */
export function* ranges(count: number, size: number): Generator<{ from: number; to: number }> {
  for (let from = 1; from <= count; from += size) yield { from, to: Math.min(from + size - 1, count) }
}

/** Reads all rows of a staging table in batches, by keyset. */
export async function* inBatches<Row extends Positioned>(
  tx: Transaction,
  statement: (after: number, limit: number) => ReturnType<typeof sql<Row>>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await tx.rows(statement(after, batchSize))
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.position
  }
}
