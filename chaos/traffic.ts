// Mixed traffic of clients and staff: writers who repeat a request with its key until it is answered, orders through
// the SDK, users with sessions who read, a follower of the event feed, and a client that exceeds its limit.
import { setTimeout as sleep } from 'node:timers/promises'
import { portalScopes } from '@anden/contract'
import { Anden, AndenError } from '@anden/sdk'
import { portalPrefix } from '../server/src/app/routes.ts'
import { secretKeys } from '../server/src/config/secrets.ts'
import { issueApiKey } from '../server/src/identity/issue-keys.ts'
import { scryptPasswords } from '../server/src/identity/passwords.ts'
import { openSecrets } from '../server/src/secret-key/stored-key.ts'
import {
  type Ask,
  aDay,
  type Business,
  deal,
  openBusiness,
  writesOfEachKind,
} from '../server/tests/harness/business.ts'
import { emptyJournal, type Journal } from '../server/tests/harness/journal.ts'
import { testPeople } from '../server/tests/harness/people.ts'
import { outcome } from '../server/tests/harness/race.ts'
import { type Installation, secretKey } from './installation.ts'

export const limitPerMinute = 20
/** The earlier request with this key is still in a process that is frozen now. The documentation says to wait. */
const inProgress = '409 idempotency/request-in-progress'
const writers = 6
const retryPauseMs = 100
const readPauseMs = 50

export type Traffic = {
  business: Business
  journal: Journal
  /** Ids of the first client's events, as the feed returned them. */
  followed: string[]
  /** The times at which the client with the small limit was admitted. */
  admittedAt: number[]
  /** The number of responses by sender and status. */
  seen: Map<string, number>
  /** Rejects on the first response that must never occur. */
  unexpected: Promise<never>
  /** Waits until every request in flight has been answered. */
  stop(): Promise<void>
  stopFollowing(): Promise<void>
}

type Client = Business['clients'][number]

/** Small books first, so that egresos keep coming to the end of one, whatever fails at that moment. */
const [smallBooks, numbersPerBook] = [60, 15]

async function enterBooks({ staff }: Business) {
  const cai = { cai: '71234567890123', cai_expires_on: '2099-12-31' }
  const afterSmall = smallBooks * numbersPerBook
  for (let from = 1; from <= afterSmall; from += numbersPerBook) {
    const book = { point_of_sale: 3, from, to: from + numbersPerBook - 1, ...cai }
    await staff((api) => api.post('/remito-books', book))
  }
  const last = { point_of_sale: 3, from: afterSmall + 1, to: 99_999_999, ...cai }
  await staff((api) => api.post('/remito-books', last))
}

/** `prepare` gets the clients and users before they start. */
export async function startTraffic(
  installation: Installation,
  prepare: (business: Business) => Promise<unknown>,
): Promise<Traffic> {
  const { api, db } = installation
  const seen = new Map<string, number>()
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
  const anyUrl = () => api[Math.floor(Math.random() * api.length)]?.url ?? ''
  let isStopping = false

  const persistent: Ask = async (send) => {
    for (let attempts = 1; ; attempts += 1) {
      const asked = await send(anyUrl()).catch(() => null)
      count(asked ? `writes answered ${asked.status}` : 'writes cut off')
      if (asked && asked.status < 500 && outcome(asked) !== inProgress) return { answer: asked, attempts }
      if (asked && asked.status >= 500 && asked.status !== 503)
        throw new Error(`${asked.status} ${asked.path}: ${asked.text}`)
      await sleep(retryPauseMs)
    }
  }
  const business = await openBusiness(db, persistent, portalScopes)
  await enterBooks(business)
  await prepare(business)
  const journal = emptyJournal()
  const [first] = business.clients as [Client, ...Client[]]

  async function write() {
    while (!isStopping)
      for (const kind of aDay(writesOfEachKind)) if (!isStopping) await deal(business, kind, journal)
  }

  /** Sends each request to any process: there are no sticky sessions. */
  const balanced: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(String(input))
    return fetch(anyUrl() + pathname + search, init)
  }
  const sdk = new Anden({ baseUrl: anyUrl(), apiKey: first.token, fetch: balanced, timeoutMs: 15_000 })

  async function orderBySdk() {
    while (!isStopping) {
      const idempotencyKey = crypto.randomUUID()
      const items = [{ product_id: first.products[0] ?? '', quantity: 1 }]
      const place = () =>
        sdk.orders.create({ destinatario_id: first.destinatarioId, items }, { idempotencyKey })
      const placed = await untilAnswered(place, () => count('orders by the SDK given up and repeated'))
      journal.orders.push({ id: placed.id, status: 'pending' })
      count('orders by the SDK')
    }
  }

  const secrets = await openSecrets(db, secretKeys([secretKey]))
  const people = testPeople({ db, secrets, clock: Date.now, passwords: scryptPasswords(), baseUrl: anyUrl })

  async function readWithSession(client: Client) {
    const { cookie } = await people.signedIn(
      { clientId: client.id, role: 'reader', scopes: [] },
      anyUrl() + portalPrefix,
    )
    const paths = ['/stock', '/orders', '/inbound', '/remitos', '/transactions', '/overview']
    for (let turn = 0; !isStopping; turn += 1) {
      const path = paths[turn % paths.length] ?? ''
      const headers = { cookie, 'sec-fetch-site': 'same-origin' }
      const status = await fetch(anyUrl() + portalPrefix + path, { headers }).then(
        async (response) => {
          await response.arrayBuffer()
          return response.status
        },
        () => null,
      )
      count(status === null ? 'reads cut off' : `reads answered ${status}`)
      await sleep(readPauseMs)
    }
  }

  const admittedAt: number[] = []
  const limited = await issueApiKey(db, {
    clientId: first.id,
    name: 'small limit',
    scopes: portalScopes,
    rateLimits: { read_per_hour: 100_000, write_per_hour: 100_000, burst_per_minute: limitPerMinute },
  })
  async function exceedLimit() {
    const headers = { authorization: `Bearer ${limited.token}` }
    while (!isStopping) {
      const response = await fetch(`${anyUrl()}${portalPrefix}/balance`, { headers }).catch(() => null)
      await response?.arrayBuffer().catch(() => undefined)
      if (response?.status === 200) admittedAt.push(Date.now())
      await sleep(readPauseMs)
    }
  }

  const following = new AbortController()
  const followed: string[] = []
  async function follow() {
    const feed = sdk.events.follow(undefined, { pollMs: 500, signal: following.signal })
    for await (const event of feed) followed.push(event.id)
  }

  const feed = follow().catch((error) => {
    if (!following.signal.aborted) throw error
  })
  const running = [
    ...Array.from({ length: writers }, write),
    orderBySdk(),
    ...business.clients.map(readWithSession),
    exceedLimit(),
  ]
  const unexpected = new Promise<never>((_, reject) => {
    for (const one of [...running, feed]) one.catch(reject)
  })
  return {
    unexpected,
    business,
    journal,
    followed,
    admittedAt,
    seen,
    async stop() {
      isStopping = true
      await Promise.all(running)
    },
    async stopFollowing() {
      following.abort()
      await feed
    },
  }
}

/** The SDK gives up after its deadline. The next call with the same key finds the result of the previous one. */
async function untilAnswered<Result>(
  call: () => PromiseLike<Result>,
  onGivenUp: () => void,
): Promise<Result> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const isTransient = error instanceof AndenError && (error.status === null || error.status === 503)
      if (!isTransient) throw error
      onGivenUp()
    }
  }
}
