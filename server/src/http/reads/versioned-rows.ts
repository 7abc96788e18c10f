import type { topics } from '@anden/contract'
import type { Queryable } from '../../db/queryable.ts'
import { type Statement, sql } from '../../db/sql.ts'

export type VersionedRows<Row> = { version: string | null; rows: readonly Row[] }

/**
 * Reads rows and their version in one statement, so that both come from one snapshot. The version is an uncorrelated
 * subquery, which runs once: joined to the rows, it makes a page of fifty 10 % more expensive.
 */
export async function readVersionedRows<Row>(
  db: Queryable,
  owner: string,
  topic: Topic | null,
  statement: Statement<Row>,
): Promise<VersionedRows<Row>> {
  if (topic === null) return { version: null, rows: await db.rows(statement) }
  const rows = await db.rows(
    sql<Row & { page_version: string | null }>`
      select ${versionOf(owner, topic)} as page_version, page.* from (${statement}) as page`,
  )
  return { version: rows[0]?.page_version ?? null, rows }
}

/** Reads a page that was just found empty: this statement returns the version even without rows. */
export async function readEmptyPage<Row>(
  db: Queryable,
  owner: string,
  topic: Topic,
  statement: Statement<Row>,
): Promise<VersionedRows<Row>> {
  const found = await db.rows(
    sql<Row & { page_version: string | null; page_row: true | null }>`
      select ${versionOf(owner, topic)} as page_version, page.*
      from (values (true)) as always
      left join lateral (select true as page_row, rows.* from (${statement}) as rows) as page on true`,
  )
  return { version: found[0]?.page_version ?? null, rows: found.filter((row) => row.page_row) }
}

export const versionOf = (owner: string | Statement, topic: Topic) => sql`
  (select client_versions.version::text from client_versions
  where client_versions.client_id = ${owner} and client_versions.topic = ${topic})`

/** The kind of data that a read shows, which has a version. */
export type Topic = (typeof topics)[number]
