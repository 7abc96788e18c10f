// The totals by week and month are counted in the warehouse's time zone, which the database stores with them. After a
// change of TIME_ZONE they are recounted, once, while writes wait.
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

const recountLimitMs = 600_000

export async function adoptTimeZone(db: Db, timeZone: string): Promise<void> {
  const { time_zone } = await db.one(storedTimeZone)
  if (time_zone === timeZone) return
  await db.transaction(async (tx) => {
    await tx.allowSlowStatements(recountLimitMs)
    await tx.run(lockCounted)
    await tx.run(storeTimeZone(timeZone)).catch((error: { code?: string; message: string }) => {
      if (error.code !== '22023') throw error
      throw new Error(`TIME_ZONE: the database does not know ${timeZone}`, { cause: error })
    })
    await tx.rows(sql`select recount_totals()`)
  })
}

const storedTimeZone = sql<{ time_zone: string }>`select time_zone from warehouse_clock`

/** Takes the locks that new entries need, so that none is missed. */
const lockCounted = sql`lock table orders, lots, account_entries in share row exclusive mode`

/** Fails for a name that the database does not know, which would make every order fail. */
const storeTimeZone = (timeZone: string) =>
  sql`update warehouse_clock set time_zone = ${timeZone} where now() at time zone ${timeZone} is not null`
