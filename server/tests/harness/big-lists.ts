// A service on tables of many rows that records the statements of each page. A request takes two: one looks up
// its key, one reads its rows. Only an empty page that has more than its rows takes a third, for its
// version.
import type pg from 'pg'
import { expect } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import type { Queryable } from '../../src/db/queryable.ts'
import type { Statement } from '../../src/db/sql.ts'
import { controlledClock } from './clock.ts'
import { cloneDatabase } from './database.ts'
import { sendSheet } from './order-sheets.ts'
import { startTestService, type TestClient } from './service.ts'

export type BigLists<Row> = {
  client: TestClient
  /** For EXPLAIN, with the settings of the service's own sessions. */
  connection: pg.Client
  statementFor(
    path: string,
    /** Statements after the one for the rows. */
    more?: number,
  ): Promise<{ statement: Statement; ofEmptyPage: Statement[]; body: Page<Row> }>
  /** The same for a list of the back office, which may check first whether its client exists. */
  staffStatementFor(
    path: string,
    /** Statements after the one for the rows. */
    more?: number,
  ): Promise<{ statement: Statement; ofEmptyPage: Statement[]; body: Page<Row> }>
  /** Every statement of a read that takes several, or of the dry run of a sheet, except the lookup of its key. */
  statementsOf(api: 'portal' | 'backoffice', path: string, sheet?: readonly string[]): Promise<Statement[]>
  stop(): Promise<void>
}
type Page<Row> = { data: Row[]; next_cursor: string | null }

export async function startBigLists<Row>(
  now: string,
  fill: (db: Db, clientId: string) => Promise<unknown>,
): Promise<BigLists<Row>> {
  const database = await cloneDatabase()
  let ran: Statement[] = []
  const recorded = (at: Queryable): Queryable => ({
    ...at,
    rows(statement) {
      ran.push(statement)
      return at.rows(statement)
    },
  })
  const recordingDb: Db = {
    ...database.db,
    ...recorded(database.db),
    quick: recorded(database.db.quick),
    snapshot: (work) => database.db.snapshot((at) => work(recorded(at))),
  }
  const service = await startTestService({ clock: controlledClock(now).now, db: recordingDb })
  const client = await service.aClient()
  const staff = await service.aStaffMember()
  await fill(database.db, client.id)
  const connection = await database.db.connect()
  return {
    client,
    connection,
    async statementFor(path, more = 0) {
      ran = []
      const { status, body } = await client.portal.get(path)
      expect([path, status]).toEqual([path, 200])
      const [lookUp, statement, ...ofEmptyPage] = ran
      const most = more + (body.data?.length === 0 ? 1 : 0)
      if (!lookUp || !statement || ofEmptyPage.length > most) {
        throw new Error(`${path} took ${ran.length} statements`)
      }
      return { statement, ofEmptyPage, body }
    },
    async staffStatementFor(path, more = 0) {
      ran = []
      const { status, body } = await staff.get(path)
      expect([path, status]).toEqual([path, 200])
      const statement = ran.at(more > 0 ? 1 : -1)
      if (!statement || ran.length > 2 + more) throw new Error(`${path} took ${ran.length} statements`)
      return { statement, ofEmptyPage: [], body }
    },
    async statementsOf(api, path, sheet) {
      ran = []
      const asked = api === 'portal' ? client.portal : staff
      const { status } = await (sheet ? sendSheet(asked, path, sheet) : asked.get(path))
      expect([path, status]).toEqual([path, 200])
      return ran.filter(({ text }) => !text.includes('token_hash'))
    },
    async stop() {
      await connection.end()
      await service.stop()
      await database.drop()
    },
  }
}
