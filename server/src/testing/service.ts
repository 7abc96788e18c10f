// The service as it is, on a database of its own, for one test file.
import { portalScopes, type RateLimits, staffScopes } from '@anden/contract'
import { pino } from 'pino'
import { uuidv7 } from 'uuidv7'
import { backofficePrefix, buildApp, portalPrefix } from '../app.ts'
import type { Deps } from '../deps.ts'
import { memoryLimiter } from '../http/limits/memory.ts'
import { createClient } from '../identity/create-client.ts'
import { issueApiKey, issueStaffKey } from '../identity/issue-keys.ts'
import { deriveSecrets } from '../secrets.ts'
import { cloneDatabase } from './database.ts'
import { type Caller, caller } from './http.ts'

const plenty: RateLimits = {
  read_per_hour: 1_000_000,
  write_per_hour: 1_000_000,
  burst_per_minute: 1_000_000,
}

export type TestClient = { id: string; token: string; keyId: string; portal: Caller }

export async function startTestService(overrides: Partial<Deps> & { maxConnections?: number } = {}) {
  const { maxConnections, ...given } = overrides
  const database = await cloneDatabase({ maxConnections })
  const clock = given.clock ?? Date.now
  let url = ''
  const deps: Deps = {
    db: database.db,
    secrets: deriveSecrets('a secret that only this test knows'),
    limiter: memoryLimiter({ now: clock }),
    clock,
    log: pino({ level: 'silent' }),
    baseUrl: () => url,
    rateLimits: plenty,
    timeZone: 'America/Argentina/Buenos_Aires',
    idempotencyTtlSeconds: 86_400,
    remitoPointOfSale: 1,
    trustProxy: [],
    corsOrigins: [],
    metricsToken: null,
    ...given,
  }
  const app = await buildApp(deps)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  url = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
  const root = url + portalPrefix

  /** A client with a key of the given scopes (all, if none are named). */
  async function aClient(
    options: { scopes?: readonly string[]; rateLimits?: Partial<RateLimits> } = {},
  ): Promise<TestClient> {
    const client = await createClient(deps.db, {
      name: `Cliente ${uuidv7().slice(-6)}`,
      email: 'cliente@cliente.example',
      cuit_dni: null,
    })
    const key = await issueApiKey(deps.db, {
      clientId: client.id,
      name: 'test',
      scopes: options.scopes ?? portalScopes,
      rateLimits: options.rateLimits,
    })
    return { id: client.id, token: key.token, keyId: key.id, portal: caller(root, key.token) }
  }

  /** Somebody of the staff, with a key of the given scopes (all, if none are named). */
  async function aStaffMember(scopes: readonly string[] = staffScopes): Promise<Caller> {
    const key = await issueStaffKey(deps.db, { name: 'test', scopes })
    return caller(url + backofficePrefix, key.token)
  }

  return {
    app,
    deps,
    db: deps.db,
    url,
    databaseUrl: database.url,
    portal: (token?: string) => caller(root, token),
    backoffice: (token?: string) => caller(url + backofficePrefix, token),
    aClient,
    aStaffMember,
    async stop() {
      await app.close()
      await deps.limiter.close()
      await database.drop()
    },
  }
}
export type TestService = Awaited<ReturnType<typeof startTestService>>
