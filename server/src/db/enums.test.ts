// A value that the contract allows and a CHECK refuses is a 500, and one that only the CHECK allows cannot be sent or
// breaks a reader. So every list of values in a CHECK is compared with its enum in the contract, and each side must be
// listed here: a new CHECK or a new enum fails the test until it is.
import * as contract from '@anden/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../testing/database.ts'
import { sql } from './sql.ts'

/** Columns whose values a CHECK lists, with the values that the contract has for them. */
const columns: Record<string, readonly unknown[]> = {
  'account_entries.payment_method': valuesOf(contract.AccountTransaction.properties.payment_method),
  'account_entries.type': contract.transactionTypes,
  'clients.iva_condition': contract.ivaConditions,
  'clients.status': valuesOf(contract.Client.properties.status),
  'deliveries.status': contract.deliveryStatuses,
  'destinatarios.iva_condition': contract.ivaConditions,
  'lots.source_type': contract.lotSources,
  'orders.delivery_type': valuesOf(contract.DeliveryType),
  'orders.status': contract.orderStatuses,
  'products.unit_type': contract.unitTypes,
  'remitos.status': valuesOf(contract.Remito.properties.status),
  'remitos.type': contract.remitoTypes,
  'stock_ledger.cause': contract.ledgerCauses,
  'users.language': contract.languages,
  'users.role': contract.userRoles,
  'webhook_endpoints.status': valuesOf(contract.WebhookEndpoint.properties.status),
}

/** Columns whose values no client sees. */
const internalColumns: typeof columns = {
  'order_attachments.state': ['uploading', 'ready'],
  'search_terms.kind': ['product', 'lot', 'remito', 'destinatario', 'client'],
  'client_totals.total': ['orders_by_status', 'orders_by_week', 'lots_by_expiry', 'balance_by_month'],
}

/** Enums of the contract that no CHECK lists. */
const uncheckedEnums: readonly (readonly unknown[])[] = [
  // Stored, but in arrays or with their payload, and only ever written from the contract's own list.
  contract.portalScopes,
  contract.staffScopes,
  contract.eventTypes,
  // A trigger compares it with topics(), and so does http/topics.test.ts.
  contract.topics,
  // Parts of an enum above: what a payment can be made with, and the only outcome of a retry.
  contract.paymentMethods,
  ['pending'],
  contract.clientRoles,
  contract.openOrderStatuses,
  contract.notLeftStatuses,
  // Never stored: actions, options of a request, and parts of an answer.
  contract.demoSides,
  contract.orderActions,
  contract.stockDocumentTypes,
  contract.movementStatuses,
  contract.shortageCauses,
  ['failures', 'client'],
  ['cancel'],
  ['desc', 'asc'],
  ['v1'],
  ['read', 'write', 'burst', 'auth'],
  // A filter: what is stored is the method of the request, whatever it was.
  contract.requestMethods,
  // The queue, which is a library's, stores the name of any task.
  contract.backgroundJobs,
]

let database: TestDatabase
let listed: Map<string, Set<string>>
beforeAll(async () => {
  database = await cloneDatabase()
  listed = valuesByColumn(await checks())
})
afterAll(() => database.drop())

const known = { ...columns, ...internalColumns }

test.each(Object.entries(known))('%s: the CHECK lists what the code does', (column, values) => {
  expect([...(listed.get(column) ?? [])].sort()).toEqual(values.toSorted())
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
  const events = (await checks()).find(({ name }) => name === 'webhook_endpoints_events_check')
  expect(events?.definition).toBe('CHECK (cardinality(events) >= 1)')
})

type Check = { table: string; name: string; definition: string }
/** CHECKs, those that call a function with its body, and the conditions under which a trigger refuses a value. */
const checks = () =>
  database.db.rows(sql<Check>`
    select conrelid::regclass::text as table, conname as name,
      concat(pg_get_constraintdef(pg_constraint.oid, true), prosrc) as definition
    from pg_constraint
    left join pg_depend on pg_depend.objid = pg_constraint.oid and refclassid = 'pg_proc'::regclass
    left join pg_proc on pg_proc.oid = refobjid and pronamespace = 'public'::regnamespace
    where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0
    union all
    select tgrelid::regclass::text, tgname, substring(pg_get_triggerdef(oid, true) from 'WHEN \\((.*)\\) EXECUTE')
    from pg_trigger
    where tgfoid = 'refuse_value'::regproc`)

/** What CHECKs compare each column with: one literal, or a list of them. */
function valuesByColumn(found: readonly Check[]) {
  const values = new Map<string, Set<string>>()
  for (const { table, name, definition } of found) {
    const rest = definition
      .replace(
        /(\w+) (?:= any|<> all|=) (?:\(array\[([^\]]*)\]\)|('[^']*'))/gi,
        (_, column, list, literal) => {
          const key = `${table}.${column}`
          const literals = [...(list ?? literal).matchAll(/'([^']*)'/g)].map(([, value]) => value)
          values.set(key, new Set([...(values.get(key) ?? []), ...literals]))
          return ''
        },
      )
      // A pattern, and the cases of a column that has a list of its own.
      .replace(/ ~ '[^']*'|when '[^']*'/gi, '')
    expect(rest, `${name} has a literal that this test cannot read`).not.toContain("'")
  }
  return values
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
