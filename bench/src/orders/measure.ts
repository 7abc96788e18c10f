import type { Db } from '../../../server/src/db/database.ts'
import { sql } from '../../../server/src/db/sql.ts'
import { median } from '../statistics.ts'
import type { Orderer } from './fill.ts'

/** The median time of several reads. The page changes before each read, so that none is served from the cache. */
export async function medianReadMs(
  db: Db,
  url: string,
  { clientId, token }: Orderer,
  count: number,
): Promise<number> {
  const latencies: number[] = []
  for (let i = 0; i < count; i++) {
    await db.run(sql`
      update client_versions set version = version + 1 where client_id = ${clientId} and topic = 'orders'`)
    const start = performance.now()
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    await response.text()
    if (response.status !== 200) throw new Error(`${url} answers ${response.status}`)
    latencies.push(performance.now() - start)
  }
  return median(latencies)
}
