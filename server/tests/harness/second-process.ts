// The same service again, on the same database, with its own pool and memory, like another process behind the load
// balancer.
import type { AddressInfo } from 'node:net'
import { buildApp } from '../../src/app/app.ts'
import { backofficePrefix, portalPrefix } from '../../src/app/routes.ts'
import { createDb, type DbOptions } from '../../src/db/database.ts'
import { memoryLimiter } from '../../src/http/admission/limits/memory.ts'
import { caller } from './http.ts'
import type { TestService } from './service.ts'

export async function startSecondProcess(
  service: TestService,
  maxConnections = 24,
  options: Partial<DbOptions> = {},
) {
  const db = createDb({ ...service.database.address, maxConnections, ...options })
  const limiter = memoryLimiter({ now: service.deps.clock })
  const app = await buildApp({ ...service.deps, db, limiter })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    url,
    db,
    portal: (token: string) => caller(url + portalPrefix, token),
    backoffice: (token: string) => caller(url + backofficePrefix, token),
    async stop() {
      await app.close()
      await limiter.close()
      await db.close()
    },
  }
}
