// The real service on its own database, for one test file.
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClientRole, portalScopes, type RateLimits, staffScopes } from '@anden/contract'
import { fault } from '@anden/contract/values'
import { pino } from 'pino'
import { uuidv7 } from 'uuidv7'
import { buildApp } from '../../src/app/app.ts'
import type { AppDeps } from '../../src/app/deps.ts'
import { templatesScript } from '../../src/app/print/templates.ts'
import { backofficePrefix, portalPrefix } from '../../src/app/routes.ts'
import { directoryStorage } from '../../src/attachments/directory-storage.ts'
import { secretKeys } from '../../src/config/secrets.ts'
import { readConfig } from '../../src/config/settings.ts'
import { createDb, type Db, type DbOptions } from '../../src/db/database.ts'
import type { Clock } from '../../src/deps.ts'
import { memoryLimiter } from '../../src/http/admission/limits/memory.ts'
import { renderedDocuments } from '../../src/http/reads/documents/documents.ts'
import { renderThreads } from '../../src/http/reads/documents/render-threads.ts'
import { createClient } from '../../src/identity/clients.ts'
import { issueApiKey, issueStaffKey } from '../../src/identity/issue-keys.ts'
import { type Passwords, scryptPasswords } from '../../src/identity/passwords.ts'
import { createRequestLog } from '../../src/requests/request-log.ts'
import { createSandbox } from '../../src/sandbox/create.ts'
import { openSecrets } from '../../src/secret-key/stored-key.ts'
import { cloneDatabase } from './database.ts'
import { documentedAnswers } from './documented-answers.ts'
import { type Caller, caller } from './http.ts'
import { type SignedInUser, testPeople } from './people.ts'

const plenty: RateLimits = {
  read_per_hour: 1_000_000,
  write_per_hour: 1_000_000,
  burst_per_minute: 1_000_000,
}

/** Tests hash many passwords, and none of them is secret. */
const quickPasswords = scryptPasswords({ N: 2, r: 1, p: 1 })

/** Counts the hashes that are computed. */
export function countedPasswords(): Passwords & { count(): number; hold(): { release(): void } } {
  let count = 0
  let held: Promise<void> | null = null
  const counted =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      count += 1
      await held
      return work(...args)
    }
  return {
    hash: counted(quickPasswords.hash),
    verify: counted(quickPasswords.verify),
    count: () => count,
    /** From now on, hashing waits until it is released. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return {
        release() {
          held = null
          resolve()
        },
      }
    },
  }
}

/** A response that a test leaves unread keeps its connection open, and `app.close()` would wait 72 s for it. */
const cutAfterMs = 2_000

export const testSecret = 'a secret that only this test knows'

const noSender = {
  send: async () => ({
    succeeded: false,
    responseStatus: null,
    durationMs: 0,
    error: 'this test sends nothing',
    failure: fault('not_completed'),
    excerpt: null,
  }),
  close: async () => undefined,
}

/** Written only when a test requests it, and at the end. */
export const testRequestLog = (db: Db, clock: Clock) =>
  createRequestLog(
    { db, clock, log: pino({ level: 'silent' }) },
    { flushEveryMs: 3_600_000, flushAtRows: Number.POSITIVE_INFINITY },
  )

export type TestClient = {
  id: string
  token: string
  keyId: string
  portal: Caller
  /** A user of the client, signed in. */
  aUser: (role?: ClientRole) => Promise<SignedInUser>
}

type KeyOptions = { scopes?: readonly string[]; rateLimits?: Partial<RateLimits> }

type Options = {
  maxConnections?: number
  /** Whether every response is checked against the API description. Default: true. */
  asDocumented?: boolean
}

export async function startTestService(overrides: Partial<AppDeps> & Options = {}) {
  const { maxConnections, asDocumented = true, ...given } = overrides
  const inspect = asDocumented ? documentedAnswers() : undefined
  const database = await cloneDatabase({ maxConnections })
  const filesDir = await mkdtemp(join(tmpdir(), 'anden-files-'))
  const clock = given.clock ?? Date.now
  let url = ''
  const deps: AppDeps = {
    db: database.db,
    secrets: given.secrets ?? (await openSecrets(given.db ?? database.db, secretKeys([testSecret]))),
    passwords: quickPasswords,
    limiter: memoryLimiter({ now: clock }),
    documents: renderedDocuments(renderThreads(templatesScript)),
    files: directoryStorage(filesDir),
    clock,
    log: pino({ level: 'silent' }),
    requestLog: testRequestLog(given.db ?? database.db, clock),
    baseUrl: () => url,
    rateLimits: plenty,
    timeZone: 'America/Argentina/Buenos_Aires',
    webhooks: {
      retryScheduleSeconds: [0, 30, 300, 1_800, 7_200, 21_600, 86_400],
      timeoutMs: 10_000,
      concurrency: 200,
      pauseAfter: 10,
      allowPrivate: true,
    },
    sender: given.sender ?? noSender,
    urlRule: given.urlRule ?? (async (text) => ({ ok: true, url: text })),
    idempotencyTtlSeconds: 86_400,
    idempotencyWaitMs: 10_000,
    remitoPointOfSale: 1,
    acceptancesKeptYears: 5,
    warehouse: readConfig({}).warehouse,
    trustProxy: [],
    corsOrigins: [],
    metricsToken: null,
    demo: null,
    dashboard: null,
    tracing: null,
    fleet: null,
    readinessChecks: [],
    ...given,
  }
  const app = await buildApp(deps)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  url = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
  const root = url + portalPrefix

  const people = testPeople(deps, inspect)

  /** A client with a key that has the given scopes (default: all). */
  async function aClient(options: KeyOptions = {}): Promise<TestClient> {
    const client = await createClient(deps.db, {
      name: `Cliente ${uuidv7().slice(-6)}`,
      email: 'cliente@cliente.example',
      cuit_dni: null,
    })
    return withKey(client.id, client.id, options)
  }

  async function withKey(id: string, ownerId: string, options: KeyOptions): Promise<TestClient> {
    const key = await issueApiKey(deps.db, {
      clientId: id,
      name: 'test',
      scopes: options.scopes ?? portalScopes,
      rateLimits: options.rateLimits,
    })
    const switched: Record<string, string> = id === ownerId ? {} : { 'anden-environment': 'sandbox' }
    return {
      id,
      token: key.token,
      keyId: key.id,
      portal: caller(root, key.token, inspect),
      aUser: (role = 'administrator') =>
        people.signedIn({ clientId: ownerId, role, scopes: [] }, root, switched),
    }
  }

  /** The sandbox of a client, as a client of its own: with a test key, and with users of the client who have switched to it. */
  async function aSandboxOf({ id }: { id: string }, options: KeyOptions = {}): Promise<TestClient> {
    const by = { actor: 'test', requestId: 'test' }
    return withKey(await deps.db.transaction((tx) => createSandbox(tx, by, id)), id, options)
  }

  /** A staff key with the given scopes (default: all). */
  async function aStaffMember(scopes: readonly string[] = staffScopes): Promise<Caller> {
    const key = await issueStaffKey(deps.db, { name: 'test', scopes })
    return caller(url + backofficePrefix, key.token, inspect)
  }

  /** A member of the staff, signed in. */
  const aStaffUser = (scopes: readonly string[] = staffScopes) =>
    people.signedIn({ clientId: null, role: 'staff', scopes }, url + backofficePrefix)

  return {
    app,
    deps,
    people,
    aStaffUser,
    db: deps.db,
    url,
    database,
    portal: (token?: string) => caller(root, token, inspect),
    backoffice: (token?: string) => caller(url + backofficePrefix, token, inspect),
    aClient,
    aSandboxOf,
    aStaffMember,
    async stop() {
      const cutting = setTimeout(() => app.server.closeAllConnections(), cutAfterMs)
      await app.close()
      clearTimeout(cutting)
      await deps.requestLog.close()
      await deps.limiter.close()
      await deps.documents.close()
      await database.drop()
      deps.files.close()
      await rm(filesDir, { recursive: true, force: true })
    },
  }
}
export type TestService = Awaited<ReturnType<typeof startTestService>>

// The same service again, on the same database, with its own pool and memory, like another process behind the load
// balancer.

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
