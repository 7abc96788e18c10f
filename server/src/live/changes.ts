// Reports changed topics to everyone who listens, with one query per second and process however many they are, and none
// while nobody listens. Each query returns what was committed since the snapshot of the one before.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientTopicChange } from '@anden/contract'
import { Gauge } from 'prom-client'
import type { Deps } from '../deps.ts'
import type { EventStream } from '../http/reads/event-stream.ts'
import { type Credential, endedCredentials } from '../identity/ended-credentials.ts'
import { registry } from '../metrics.ts'
import { problem } from '../problem.ts'
import { boundsOf, oldestOf, positionIds } from './positions.ts'
import { type FoundChange, pollChanges } from './queries.ts'

type LivePolicy = { pollMs: number; heartbeatMs: number }
const policy: LivePolicy = { pollMs: 1_000, heartbeatMs: 15_000 }
const maxStreamsPerCredential = 20

type Subscription = {
  credential: Credential
  /** null: every client. */
  clientId: string | null
  topics: ReadonlySet<string>
  events: EventStream<ClientTopicChange>
}

type Listener = Subscription & {
  /** The position to resume from, until everything since then has been sent. */
  since: bigint | null
}

export type TopicChanges = ReturnType<typeof followTopics>

export function followTopics({
  db,
  clock,
  log,
  live,
  secrets,
}: Pick<Deps, 'db' | 'clock' | 'log' | 'live' | 'secrets'>) {
  const ids = positionIds(secrets)
  const { pollMs, heartbeatMs } = { ...policy, ...live }
  const listeners = new Set<Listener>()
  let snapshot: string | null = null
  let starting: Promise<void> | null = null
  let isFailing = false
  let isClosed = false

  async function poll(): Promise<void> {
    const resuming = new Set([...listeners].filter(({ since }) => since !== null))
    const ended = endedCredentials(credentialsOf(listeners), clock())
    const found = await db.quick.one(pollChanges(snapshot, oldestOf(snapshot, resuming), ended))
    snapshot = found.snapshot
    const endedIds = new Set(found.ended)
    const byClient = Map.groupBy(found.changes, ({ client_id }) => client_id)
    for (const listener of listeners) {
      const { credential, clientId, events } = listener
      const changes = clientId === null ? found.changes : (byClient.get(clientId) ?? [])
      const isResuming = resuming.has(listener)
      if (endedIds.has(credential.id)) events.end()
      // A stream that was opened during this poll to resume gets everything from the next one, and so no change twice.
      else if (isResuming || listener.since === null) {
        const due = dueChanges(listener, changes, isResuming, found.snapshot)
        events.send(due, idOf(listener, found.snapshot))
      }
    }
  }

  /** While the database is away, streams stay open. The first poll after that reports what they have missed. */
  async function pollOrWarn(): Promise<void> {
    try {
      await poll()
      isFailing = false
    } catch (err) {
      if (!isFailing) log.warn({ err }, 'cannot read which topics have changed; trying again every second')
      isFailing = true
    }
  }

  async function pollWhileListened(): Promise<void> {
    const beating = setInterval(() => {
      for (const { events } of listeners) events.heartbeat()
    }, heartbeatMs).unref()
    while (listeners.size > 0) {
      await sleep(pollMs, undefined, { ref: false })
      if (listeners.size > 0) await pollOrWarn()
    }
    clearInterval(beating)
    snapshot = null
  }

  /** The first poll takes the snapshot that later ones compare with. */
  async function start(): Promise<void> {
    await poll()
    void pollWhileListened()
  }

  function add(listener: Listener): void {
    listeners.add(listener)
    liveStreams.inc()
    listener.events.body.once('close', () => {
      listeners.delete(listener)
      liveStreams.dec()
    })
  }

  /** Until a listener has caught up, a reconnect must resume from where it started. */
  const idOf = ({ since, clientId }: Listener, snapshot: string) =>
    ids.seal(since ?? boundsOf(snapshot).oldest, clientId)

  return {
    /** Resolves when every change that is committed from now on will be reported. */
    async follow(subscription: Subscription, lastEventId: string | null): Promise<void> {
      const listener = { ...subscription, since: ids.open(lastEventId, subscription.clientId) }
      if (isClosed) throw problem('server/unavailable', stopping)
      refuseTooMany(listener.credential, listeners)
      add(listener)
      if (snapshot === null) {
        starting ??= start().finally(() => {
          starting = null
        })
        await starting
      }
      if (snapshot !== null) listener.events.open(idOf(listener, snapshot))
    },

    close(): void {
      isClosed = true
      for (const { events } of listeners) events.end()
    },
  }
}

const stopping = { detail: 'This process is shutting down.', headers: { 'retry-after': '1' } }

function refuseTooMany({ id }: Credential, listeners: ReadonlySet<Listener>): void {
  const open = [...listeners].filter(({ credential }) => credential.id === id)
  if (open.length >= maxStreamsPerCredential)
    throw problem('live/too-many-streams', { headers: { 'retry-after': '15' } })
}

function credentialsOf(listeners: ReadonlySet<Listener>): Credential[] {
  const byId = new Map([...listeners].map(({ credential }) => [credential.id, credential]))
  return [...byId.values()]
}

/** The changes to report to a listener, by client and topic. A listener that resumes has then caught up. */
function dueChanges(
  listener: Listener,
  changes: readonly FoundChange[],
  isResuming: boolean,
  snapshot: string,
) {
  const { topics, since } = listener
  const isDue = ({ is_new, changed_in }: FoundChange) =>
    is_new === true || (isResuming && since !== null && BigInt(changed_in) >= since)
  const due = changes.filter((change) => topics.has(change.topic) && isDue(change))
  // A position in the future comes from another cluster, from before a backup was restored. It says nothing about this
  // cluster, so the next poll reports everything.
  if (isResuming) listener.since = since !== null && since > boundsOf(snapshot).end ? 0n : null
  return due.map((change) => [`${change.client_id} ${change.topic}`, change] as const)
}

const liveStreams = new Gauge({
  name: 'anden_live_streams',
  help: 'Live streams that are open',
  registers: [registry],
})
