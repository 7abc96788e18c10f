// A value that the contract allows and a CHECK refuses is a 500, and one that only the CHECK allows cannot be sent or
// breaks a reader. So what the CHECKs of a column let in is compared with its enum in the contract, and each side must be
// listed here: a new CHECK or a new enum fails the test until it is.
import * as contract from '@anden/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raw, sql } from '../src/db/sql.ts'
import { createClient } from '../src/identity/clients.ts'
import { cloneDatabase, type TestDatabase } from './harness/database.ts'

/** Columns whose values a CHECK lists, with the values that the contract has for them. */
const columns: Record<string, readonly unknown[]> = {
  'account_entries.payment_method': valuesOf(contract.AccountTransaction.properties.payment_method),
  'account_entries.type': contract.transactionTypes,
  'clients.iva_condition': contract.ivaConditions,
  'clients.status': valuesOf(contract.Client.properties.status),
  'deliveries.status': contract.deliveryStatuses,
  'destinatarios.iva_condition': contract.ivaConditions,
  'inbound_items.difference_reason': contract.inboundDifferenceReasons,
  'inbound_notices.status': contract.inboundStatuses,
  'lots.source_type': contract.lotSources,
  'orders.delivery_type': valuesOf(contract.DeliveryType),
  'orders.status': contract.orderStatuses,
  'products.unit_type': contract.unitTypes,
  'remitos.status': valuesOf(contract.Remito.properties.status),
  'remitos.type': contract.remitoTypes,
  'return_items.reason': contract.returnReasons,
  'returns.status': contract.returnStatuses,
  'remito_acceptances.channel': contract.acceptanceChannels,
  'remito_acceptances.outcome': contract.acceptanceOutcomes,
  'remitos.acceptance': contract.acceptanceOutcomes,
  'acceptance_files.kind': contract.acceptanceFileKinds,
  'sandbox_faults.kind': contract.sandboxFaultKinds,
  'sandbox_resets.data': contract.sandboxContents,
  'sandbox_resets.state': contract.sandboxResetStates,
  'sandbox_simulations.script': contract.simulationScripts,
  'sandbox_simulations.state': contract.simulationStates,
  'stock_ledger.cause': contract.ledgerCauses,
  'trip_stops.outcome': contract.stopOutcomes,
  'trips.status': contract.tripStatuses,
  'users.language': contract.languages,
  'users.role': contract.userRoles,
  'webhook_endpoints.status': valuesOf(contract.WebhookEndpoint.properties.status),
}

/** Columns whose values no client sees. */
const internalColumns: typeof columns = {
  'acceptance_files.content_type': ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'],
  'acceptance_files.state': ['uploading', 'ready', 'removed'],
  'order_attachments.state': ['uploading', 'ready', 'removed'],
  'search_terms.kind': ['product', 'lot', 'remito', 'destinatario', 'client', 'trip'],
}
const totals = ['orders_by_status', 'orders_by_week', 'lots_by_expiry', 'balance_by_month']

/** Enums of the contract that no CHECK lists. */
const uncheckedEnums: readonly (readonly unknown[])[] = [
  // Stored, but in arrays or with their payload, and only ever written from the contract's own list.
  contract.portalScopes,
  contract.staffScopes,
  contract.eventTypes,
  contract.deliveryFaultCodes,
  // Found by the first part of the action, and not stored.
  contract.auditSubjectTypes,
  // A trigger compares it with topics(), and so does tests/topics.test.ts.
  contract.topics,
  // Follows from the id of the client, which a CHECK compares.
  contract.environments,
  [...contract.topics, ...contract.warehouseTopics],
  // Parts of an enum above: what a payment can be made with, and the only outcome of a retry.
  contract.paymentMethods,
  ['pending'],
  contract.clientRoles,
  contract.openOrderStatuses,
  contract.notLeftStatuses,
  // Never stored: actions, options of a request, and parts of an answer.
  contract.demoSides,
  contract.orderActions,
  contract.updatedFields,
  contract.inboundActions,
  contract.returnActions,
  // Stored as three quantities.
  contract.returnDispositions,
  ['update', 'cancel'],
  contract.tripActions,
  contract.notReadyReasons,
  contract.stockDocumentTypes,
  contract.movementStatuses,
  contract.shortageCauses,
  contract.fieldFaultCodes,
  contract.lineFaultCodes,
  contract.sheetFaultCodes,
  contract.decimalSigns,
  contract.orderModes,
  contract.sheetOrderOutcomes,
  contract.importedOrderOutcomes,
  contract.recordOutcomes,
  // Of a book of remitos: what follows from its numbers, its CAI and the day, and the letter of all of them.
  contract.remitoBookStatuses,
  contract.remitoBookStates,
  ['R'],
  ['failures', 'client'],
  ['cancel'],
  ['desc', 'asc'],
  ['xlsx', 'csv'],
  ['documents', 'lines'],
  ['v1'],
  ['read', 'write', 'burst', 'auth'],
  // Names of event types with those of their families, which are stored as they were given: a later type needs no migration.
  contract.eventPatterns,
  // Stored in an array, and only ever written from the contract's own list; and what follows of the state of a step.
  contract.simulationActions,
  ['waiting', 'done', 'failed'],
  // A filter: what is stored is the method of the request, whatever it was.
  contract.requestMethods,
  // Why a driver's link cannot report now: it follows from the trip and the time.
  contract.driverRefusals,
  // Why a remito cannot be accepted now: it follows from its order. And whether a dispute is settled, which follows from its time.
  contract.acceptanceRefusals,
  contract.disputeStatuses,
  // A filter.
  contract.acceptedFilters,
  // The queue, which is a library's, stores the name of any task.
  contract.backgroundJobs,
]

let database: TestDatabase
let listed: Map<string, string[]>
beforeAll(async () => {
  database = await cloneDatabase()
  listed = await listedValues()
})
afterAll(() => database.drop())

const known = { ...columns, ...internalColumns }

test.each(Object.entries(known))('%s: the CHECK lists what the code does', (column, values) => {
  expect(listed.get(column)).toEqual(values.filter((value) => value !== null).toSorted())
})

test('every CHECK that lists values has its enum', () => {
  expect([...listed.keys()].sort()).toEqual(Object.keys(known).sort())
})

test('every enum of the contract has its CHECK, or a reason to have none', () => {
  const accounted = [...Object.values(columns), ...uncheckedEnums].map(asText)
  const unaccounted = [...enumsIn(contract)].filter(([values]) => !accounted.includes(values))
  expect(unaccounted).toEqual([])
})

test('an endpoint can subscribe to every event type at once, however many there will be', async () => {
  const many = Array.from({ length: 1_000 }, (_, number) => `order.event_${number}`)
  const [check] = (await checks()).filter(({ name }) => name === 'webhook_endpoints_events_check')
  const { passes } = await database.db.one(sql<{ passes: boolean }>`
    select ${raw(check?.expression ?? '')} as passes from (select ${many}::text[] as events) as endpoint`)
  expect(passes).toBe(true)
})

test('a total that nobody knows is refused by a trigger, which costs less than a CHECK', async () => {
  const client = { name: 'Uno', email: 'uno@uno.example', cuit_dni: null }
  const { id } = await createClient(database.db, client)
  const insert = (total: string) =>
    database.db.run(
      sql`insert into client_totals (client_id, total, key, amount) values (${id}, ${total}, '', 0)`,
    )
  for (const total of totals) expect(await insert(total)).toBe(1)
  await expect(insert('orders_by_moon')).rejects.toThrow(
    'client_totals.total has a value that does not exist',
  )
})

type Check = { table: string; name: string; expression: string }
type Column = { table: string; name: string; type: string }

const checks = () =>
  database.db.rows(sql<Check>`
    select conrelid::regclass::text as table, conname as name, pg_get_expr(conbin, conrelid) as expression
    from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0`)

const columnsOfTables = () =>
  database.db.rows(sql<Column>`
    select attrelid::regclass::text as table, attname as name, format_type(atttypid, atttypmod) as type
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped`)

/**
 * By column, what its CHECKs let in of every value that the contract or a CHECK names. The database is asked. A column that
 * also lets in what nobody names has no list.
 */
async function listedValues(): Promise<Map<string, string[]>> {
  const [found, all] = [await checks(), await columnsOfTables()]
  const named = [...enumsIn(contract).keys()].flatMap((values) => values.split(','))
  const literals = found.flatMap(({ expression }) =>
    expression.split("'").filter((_, index) => index % 2 === 1),
  )
  const candidates = [...new Set([...named, ...literals, ...strangers])]
  const values = new Map<string, string[]>()
  for (const [table, ofTable] of Map.groupBy(found, (check) => check.table)) {
    const others = all.filter((column) => column.table === table)
    for (const { name } of others.filter(({ type }) => type === 'text')) {
      const letIn = await database.db.rows(valuesLetIn(ofTable, others, name, candidates))
      const allowed = letIn.map(({ candidate }) => candidate)
      const isList = allowed.length > 0 && !strangers.some((stranger) => allowed.includes(stranger))
      if (isList) values.set(`${table}.${name}`, allowed.sort())
    }
  }
  return values
}

/** Words that are on no list, one of each length: a CHECK may be about the length. */
const strangers = Array.from({ length: 40 }, (_, index) => 'x'.repeat(index + 1))

/**
 * A rule may be about several columns: it lets a value in if it does so in a row without any other value, in a row in which
 * every column has one, or in a row with a known value in one other column.
 */
function valuesLetIn(
  rules: readonly Check[],
  ofTable: readonly Column[],
  column: string,
  candidates: string[],
) {
  const rowOf = (inOthers: (other: Column) => string) =>
    ofTable
      .map((one) => `${one.name === column ? 'candidate' : inOthers(one)}::${one.type} as "${one.name}"`)
      .join(', ')
  const rows = [
    rowOf(() => 'null'),
    rowOf(({ type }) => someValue[type.split('(')[0] ?? ''] ?? 'null'),
    ...ofTable.flatMap((other) =>
      (known[`${other.table}.${other.name}`] ?? []).map((value) =>
        rowOf(({ name }) => (name === other.name ? `'${value}'` : 'null')),
      ),
    ),
  ]
  const passes = rules.map(({ expression }) => {
    const inRows = rows.map((row) => `(select (${expression}) is not false from (select ${row}) as one_row)`)
    return `(${inRows.join(' or ')})`
  })
  return sql<{ candidate: string }>`
    select candidate from unnest(${candidates}::text[]) as candidates (candidate)
    where ${raw(passes.join(' and '))}`
}

const someValue: Record<string, string> = {
  text: "'x'",
  uuid: 'gen_random_uuid()',
  integer: '1',
  bigint: '1',
  numeric: '1',
  timestamp: 'now()',
  date: "'2026-11-02'",
  boolean: 'true',
}

/** Every enum of every schema that the contract exports, and where one is. */
function enumsIn(root: object): Map<string, string> {
  const found = new Map<string, string>()
  const seen = new Set<object>()
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if ('enum' in value && Array.isArray(value.enum)) found.set(asText(value.enum), path)
    for (const [name, part] of Object.entries(value)) walk(part, `${path}.${name}`)
  }
  for (const [name, value] of Object.entries(root)) walk(value, name)
  return found
}

/** As a set, and whether or not there can be no value. */
function asText(values: readonly unknown[]): string {
  return values
    .filter((value) => value !== null)
    .toSorted()
    .join()
}

function valuesOf(schema: object): readonly unknown[] {
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum
  throw new Error(`not an enum: ${JSON.stringify(schema)}`)
}
