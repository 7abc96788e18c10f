import type { Queryable } from '../../src/db/queryable.ts'
import { raw, sql } from '../../src/db/sql.ts'

/** Inserts rows in one statement. All have the same members; other columns get their defaults. */
export async function insertRows(db: Queryable, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const names = Object.keys(first)
  const others = rows.find((row) => Object.keys(row).sort().join() !== names.toSorted().join())
  if (others) throw new Error(`rows of ${table} differ in their members: ${names} and ${Object.keys(others)}`)
  const columns = raw(names.join(', '))
  await db.run(sql`
    insert into ${raw(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${raw(table)}, ${JSON.stringify(rows)}::jsonb)`)
}
