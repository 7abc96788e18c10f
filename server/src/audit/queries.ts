import { type AuditEntry, maxListedMatches } from '@anden/contract'
import { liveOrOfWarehouse } from '../db/environment.ts'
import { equalsOf, newestFirst, type PageRange, type TimeRange } from '../db/keyset.ts'
import { containing, empty, fold, raw, type Statement, sql } from '../db/sql.ts'
import { matchingClients, matchingRemitos, ordersByNumber } from '../search/matches.ts'

type AuditQuery = {
  client_id?: string
  action?: string
  actor?: string
  who?: string
  q?: string
} & TimeRange
type Newest = (
  filters: Record<string, string | Statement | undefined>,
  selected: Statement,
) => Statement<AuditEntry>

const ofLive = liveOrOfWarehouse()

const columns = sql`id, client_id, actor, action, subject_id, before, after, request_id, created_at`

/** What the subject of an action is called, by the part of the action before the dot: looked up for the rows of a page only. */
const subjectKinds: Record<string, [type: string, found: string]> = {
  orders: ['order', 'select id, order_number as label from orders where id = subject_id limit 1'],
  attachments: [
    'order',
    `select orders.id, order_number as label from order_attachments file
      join orders on orders.client_id = file.client_id and orders.id = file.order_id
      where file.id = subject_id limit 1`,
  ],
  remitos: [
    'remito',
    `select id, array_to_string(remito_number, ', ') as label from remitos where id = subject_id limit 1`,
  ],
  'remito-books': [
    'remito_book',
    `select id, lpad(point_of_sale::text, 5, '0') || ' · ' || first_number || '–' || last_number as label
      from remito_books where id = subject_id`,
  ],
  inbound: ['inbound', 'select id, number as label from inbound_notices where id = subject_id limit 1'],
  returns: ['return', 'select id, number as label from returns where id = subject_id limit 1'],
  products: [
    'product',
    `select id, sku || ' · ' || name as label from products where id = subject_id limit 1`,
  ],
  lots: ['lot', 'select id, lot_number as label from lots where id = subject_id limit 1'],
  destinatarios: ['destinatario', 'select id, name as label from destinatarios where id = subject_id'],
  clients: ['client', 'select id, name as label from clients where clients.id = subject_id'],
  users: ['user', 'select id, name as label from users where id = subject_id'],
  keys: ['key', 'select id, name as label from api_keys where id = subject_id'],
  'staff-keys': ['staff_key', 'select id, name as label from staff_keys where id = subject_id'],
  trips: ['trip', 'select id, number as label from trips where id = subject_id'],
  webhooks: ['webhook', 'select id, url as label from webhook_endpoints where id = subject_id limit 1'],
}
const kinds = Object.entries(subjectKinds).map(
  ([prefix, [type, found]]) => `when '${prefix}' then (
    select json_build_object('type', '${type}', 'id', id, 'label', label) from (${found}) as subject
    where label <> '')`,
)
const shown = sql`${columns}, actor_name(actor) as actor_name,
  (select clients.name from clients where clients.id = audit_entries.client_id) as client_name,
  case split_part(action, '.', 1) ${raw(kinds.join(' '))} end as subject`

export function auditNewestFirst({ q, who, ...query }: AuditQuery, page: PageRange) {
  const { client_id, action, actor, ...range } = query
  const newest: Newest = (filters, selected) =>
    sql<AuditEntry>`
      select ${selected} from audit_entries ${newestFirst(equalsOf(filters), range, page, sql`and ${ofLive}`)}`
  if (q) {
    // Few entries are about what is sought: the other filters apply to these.
    return sql<AuditEntry>`
      with audit_entries as materialized (${entriesAbout(q, range)})
      select ${shown} from audit_entries
      ${newestFirst(equalsOf({ client_id, action, actor }), range, page, sql`and ${ofLive} ${who ? sql`and ${isBy(who)}` : empty}`)}`
  }
  if (who) return entriesBy(who, newest, query, page)
  if (!actor) return newest({ client_id, action }, shown)
  // The index has client and actor as one concatenated key.
  const [key, value] = client_id ? ['(client_id::text || actor)', client_id + actor] : ['actor', actor]
  if (action) return newest({ [key]: value, action }, shown)
  return sql<AuditEntry>`
    with recursive ${actionsOf(key, sql`${value}`)}
    select ${shown} from actions
    cross join lateral (${newest({ [key]: value, action: sql`actions.name` }, columns)}) as audit_entries
    order by created_at desc, id desc
    limit ${page.rowLimit}`
}

/**
 * The distinct actions of an actor, each found by one index lookup (a loose index scan). Without an action filter,
 * the list merges one page per action. There are a few dozen actions at most and the list is rarely read; the merge
 * saves two more indexes that every write would have to maintain.
 */
const actionsOf = (key: string, value: Statement) => {
  const next = (from: Statement) => sql`
    select action from audit_entries where ${raw(key)} = ${value} and ${ofLive} ${from} order by action limit 1`
  return sql`actions (name) as (
    (${next(empty)})
    union all
    select (${next(sql`and action > actions.name`)}) from actions where actions.name is not null)`
}

const isBy = (who: string) =>
  sql`search_fold(actor || ' ' || actor_name(actor)) like ${containing(fold(who))}`

/** The actors of one search by a part of their name. */
const maxActors = 50

/**
 * The actors are the people and keys that ever did something, each found by one index lookup: as many as there are people and keys,
 * however long the log is. Of each that has the name, one page per action is merged, as for a single actor.
 */
function entriesBy(
  who: string,
  newest: Newest,
  { client_id, action, actor }: Omit<AuditQuery, 'q' | 'who'>,
  { rowLimit }: PageRange,
) {
  const key = client_id ? '(client_id::text || actor)' : 'actor'
  const keyOf = (name: string) => (client_id ? sql`${client_id}::text || ${raw(name)}` : raw(name))
  const pairs = action
    ? sql`select chosen.name, ${action}::text from chosen`
    : sql`
      select chosen.name, own.name
      from chosen
      cross join lateral (
        with recursive ${actionsOf(key, keyOf('chosen.name'))}
        select name from actions where name is not null) as own`
  return sql<AuditEntry>`
    with recursive actors (name) as (
      (select actor from audit_entries where ${ofLive} order by actor limit 1)
      union all
      select (select actor from audit_entries where actor > actors.name and ${ofLive} order by actor limit 1)
      from actors where actors.name is not null
    ), chosen (name) as materialized (
      select actor from (select name as actor from actors where name is not null) as one
      where ${isBy(who)} ${actor ? sql`and actor = ${actor}` : empty}
      limit ${raw(String(maxActors))}
    ), pairs (actor, action) as materialized (${pairs})
    select ${shown}
    from (
      select page.* from pairs
      cross join lateral (
        ${newest({ [key]: keyOf('pairs.actor'), action: raw('pairs.action') }, columns)}) as page) as audit_entries
    order by created_at desc, id desc
    limit ${rowLimit}`
}

const most = raw(String(maxListedMatches))
/** Clients whose entries are all found. */
const maxClients = 20

/** The newest entries about each order and remito with the number, and of each client. */
function entriesAbout(q: string, { from, to }: TimeRange) {
  // The subject is a part of the comparison: with an equality, the planner may read all entries to find it.
  const newestOf = (column: 'subject_id' | 'client_id', ids: Statement, also = empty) => sql`
    select entry.*
    from unnest(${ids}) as sought (id)
    cross join lateral (
      select ${columns} from audit_entries
      where (${raw(column)}, created_at) >= (sought.id, ${from ? sql`${from}::timestamptz` : raw(`'-infinity'`)})
        and (${raw(column)}, created_at) < (sought.id, ${to ? sql`${to}::timestamptz` : raw(`'infinity'`)}) ${also}
      order by ${raw(column)} desc, created_at desc, id desc
      limit ${most}) as entry`
  // As the index has it.
  const ofDocument = sql`and split_part(action, '.', 1) in ('orders', 'remitos')`
  return sql`
    ${newestOf('subject_id', ordersByNumber(null, q), ofDocument)}
    union
    ${newestOf('subject_id', matchingRemitos(null, q), ofDocument)}
    union
    ${newestOf('client_id', matchingClients(q, maxClients), sql`and ${ofLive}`)}`
}
