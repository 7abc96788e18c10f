import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'

/** Moves every pending delivery back in time, as if this many seconds had passed since its last attempt. */
export const ageDeliveries = (db: Db, seconds: number) =>
  db.run(sql`
    update deliveries set next_attempt_at = next_attempt_at - ${seconds}::double precision * interval '1 s'
    where status = 'pending'`)

/** Sets it a second back: the column keeps milliseconds, so the present could be rounded into the future. */
export const expireLease = (db: Db, { webhookId }: { webhookId: string }) =>
  db.run(sql`
    update deliveries set leased_until = clock_timestamp() - interval '1 s'
    where endpoint_id = ${webhookId} and status = 'pending'`)
