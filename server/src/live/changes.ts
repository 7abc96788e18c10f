// Reports changed topics to everyone who listens, with one query per second and process however many they are, and none
// while nobody listens. Each query returns what was committed since the snapshot of the one before.

import { hkdfSync } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TopicChange } from '@anden/contract'
import { Gauge } from 'prom-client'
import type { Secrets } from '../config/secrets.ts'
import { isLive } from '../db/environment.ts'
import { type Statement, sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import type { EventStream } from '../http/reads/event-stream.ts'
import { type Credential, endedCredentials } from '../identity/ended-credentials.ts'
import { registry } from '../metrics.ts'
import { problem } from '../problem.ts'
import { secretBox } from '../secret-key/secret-box.ts'

type LivePolicy = { pollMs: number; heartbeatMs: number }
const policy: LivePolicy = { pollMs: 1_000, heartbeatMs: 15_000 }
const maxStreamsPerCredential = 20

/** Without a client: of the warehouse, which only those hear who listen to every client. */
type Change = TopicChange & { client_id: string | null }

type Subscription = {
  credential: Credential
  /** null: every client, and no sandbox. */
  clientId: string | null
  topics: ReadonlySet<string>
  events: EventStream<Change>
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
    const ofLive = found.changes.filter(({ client_id }) => client_id === null || isLive(client_id))
    const byClient = Map.groupBy(found.changes, ({ client_id }) => client_id)
    for (const listener of listeners) {
      const { credential, clientId, events } = listener
      const changes = clientId === null ? ofLive : (byClient.get(clientId) ?? [])
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

/** `is_new`: committed after the previous snapshot; null if there was none. */
export type FoundChange = Change & { changed_in: string; is_new: boolean | null }

export type Poll = { snapshot: string; changes: FoundChange[]; ended: string[] }

/**
 * Everything that the streams of this process need: the topics that changed in or after the transaction `since`, and
 * the credentials that have ended. The upper bound excludes nothing; with a range the planner expects few rows and uses
 * the index, with a lower bound alone it expects a third of the table and reads all of it.
 */
const pollChanges = (previous: string | null, since: bigint | null, ended: Statement) =>
  sql<Poll>`
    select pg_current_snapshot()::text as snapshot,
      (select coalesce(json_agg(json_build_object('client_id', client_id, 'topic', topic, 'version', version,
          'changed_in', changed_in::text,
          'is_new', not pg_visible_in_snapshot(changed_in, ${previous}::pg_snapshot))), '[]')
        from (
          select client_id, topic, version, changed_in from client_versions where ${changedSince(since)}
          union all
          select null, topic, version, changed_in from warehouse_versions where ${changedSince(since)}
        ) as versions) as changes,
      array_to_json(array(${ended})) as ended`

const changedSince = (since: bigint | null) =>
  sql`changed_in >= ${since === null ? null : String(since)}::xid8 and changed_in <= pg_snapshot_xmax(pg_current_snapshot())`

// A position in the live stream is the id of the oldest transaction that was still running. Whatever commits later has that
// id or a higher one, so a client can resume from it on any process. These ids count the writes of the whole service, so
// they are sealed: an event's id does not reveal how much others write, and only the client that it was sent to can use it.

/** A fixed length, because the number of digits would reveal the magnitude. */
const digits = 20

/** The position for an unknown id: everything may have changed since. */
const beginning = 0n

/** `clientId`: null for the staff, who listen to every client. */
export function positionIds({ cursorKey }: Pick<Secrets, 'cursorKey'>) {
  const box = secretBox(Buffer.from(hkdfSync('sha256', cursorKey, 'anden', 'live position', 32)))
  const ownerOf = (clientId: string | null) => clientId ?? 'staff'
  return {
    seal: (position: bigint, clientId: string | null): string =>
      box.seal(String(position).padStart(digits, '0'), ownerOf(clientId)).toString('base64url'),

    /** Reads `Last-Event-ID`. An id that was forged, damaged or sent to another client is unknown. */
    open(id: string | null, clientId: string | null): bigint | null {
      if (id === null) return null
      const position = box.open(Buffer.from(id, 'base64url'), ownerOf(clientId))
      return position?.length === digits ? BigInt(position) : beginning
    },
  }
}

/** A snapshot is written `oldest:end:running`; its transactions have ids from `oldest` to below `end`. */
function boundsOf(snapshot: string): { oldest: bigint; end: bigint } {
  const [oldest = '0', end = '0'] = snapshot.split(':')
  return { oldest: BigInt(oldest), end: BigInt(end) }
}

/** The oldest transaction that any listener may not have seen; null if there is nothing to read yet. */
function oldestOf(snapshot: string | null, resuming: Iterable<{ since: bigint | null }>): bigint | null {
  let oldest = snapshot === null ? null : boundsOf(snapshot).oldest
  for (const { since } of resuming) {
    if (since !== null && (oldest === null || since < oldest)) oldest = since
  }
  return oldest
}
