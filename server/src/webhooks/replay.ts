// New deliveries of past events to one endpoint, for a receiver that is new or has lost what it had.
import { eventTypes, maxReplayed, type Replay } from '@anden/contract'
import { timestampOf } from '@anden/contract/validation'
import { fault } from '@anden/contract/values'
import { recordAudit } from '../audit/record.ts'
import { empty, type Statement, sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, refuseMember, throwProblem } from '../problem.ts'
import { isSubscribed } from './fan-out.ts'
import { announceDeliveries } from './hand-over.ts'
import { endpointById } from './queries.ts'
import { requireActive } from './recover.ts'

export async function replayPast(
  tx: Transaction,
  by: Author,
  clientId: string,
  endpointId: string,
  { event_types, dry_run, ...range }: Replay,
) {
  const [since, until] = [timestampOf(range.since), range.until ? timestampOf(range.until) : null]
  if (since !== null && until !== null && since > until) refuseMember('/until', fault('until_before_since'))
  const endpoint = dry_run
    ? ((await tx.maybeOne(endpointById(clientId, endpointId))) ?? throwProblem('webhooks/not-found'))
    : await requireActive(tx, clientId, endpointId)
  const types = endpoint.events.filter((type) => event_types?.includes(type) ?? true)
  const events = pastEvents({ clientId, endpointId, types, since, until })
  const { count } = await tx.one(countOf(events))
  if (count > maxReplayed) throw problem('webhooks/replay-too-large')
  if (dry_run) return { count }
  const created = await tx.run(deliver(events))
  if (created > 0) announceDeliveries(tx)
  const after = { since, until, event_types: event_types ?? null, count: created }
  recordAudit(tx, by, { clientId, action: 'webhooks.replay', subjectId: endpointId, after })
  return { count: created }
}

type Past = {
  clientId: string
  endpointId: string
  types: string[]
  since: string | null
  until: string | null
}

/**
 * One type at a time: with several in one condition, PostgreSQL 15 reads every event of the client. Each takes a dozen blocks, so
 * all of them together are read as one range.
 */
function pastEvents({ clientId, endpointId, types, since, until }: Past) {
  const areAll = types.length === eventTypes.length
  return sql`
  from webhook_endpoints endpoint
  ${areAll ? empty : sql`cross join unnest(${types}::text[]) as wanted (type)`}
  cross join lateral (
    select id, client_id, type, body, created_at
    from events
    where client_id = ${clientId} ${areAll ? empty : sql`and type = wanted.type`}
      and created_at >= ${since} and created_at < coalesce(${until}::timestamptz, now())
    offset 0
  ) as event
  where endpoint.id = ${endpointId} and ${isSubscribed} and not exists (
    select from deliveries
    where deliveries.endpoint_id = endpoint.id and deliveries.event_id = event.id and deliveries.status = 'pending')
  limit ${maxReplayed + 1}`
}

const countOf = (events: Statement) =>
  sql<{ count: number }>`select count(*) as count from (select ${events}) as past`

/** In the order of the events, so that they are sent more or less in it. */
const deliver = (events: Statement) => sql`
  insert into deliveries (id, client_id, endpoint_id, event_id, event_type, status, next_attempt_at)
  select new_id(), client_id, endpoint_id, id, type, 'pending', now()
  from (
    select event.client_id, endpoint.id as endpoint_id, event.id, event.type, event.created_at ${events}
  ) as past
  order by created_at, id`
