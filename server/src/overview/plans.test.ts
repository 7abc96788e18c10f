// The overview of a client with a long history reads about as much as a new client's.
import { expect, test } from 'vitest'
import { digits, fillWith, id } from '../../tests/harness/big-tables.ts'
import { type PlanCost, planCost } from '../../tests/harness/plans.ts'
import { useDatabase } from '../../tests/harness/prologue.ts'
import { sql } from '../db/sql.ts'
import { createClient } from '../identity/clients.ts'
import { overviewTotals, webhookHealth } from './queries.ts'

/** Tables with too few rows here for an index to pay off. */
const small = ['account_totals', 'webhook_endpoints']
const today = '2026-11-04'
const all = { orders: true, lots: true, account: true }
const database = await useDatabase()

const aClient = async () =>
  (await createClient(database.db, { name: 'Bodega', email: 'b@b.example', cuit_dni: null })).id

const statuses = `(array['pending','approved','in_preparation','in_transit','delivered','failed_delivery','rejected',
  'cancelled'])[i]`
const total = (name: string, key: string) => ({
  client_totals: { client_id: '$1::uuid', total: `'${name}'`, key, amount: '1' },
})

/** Orders, lots and entries on every day of `years` years, and as many deliveries as days. */
async function fillHistory(clientId: string, endpoint: number, years: number) {
  const { db } = database
  const days = 365 * years
  const back = (unit: string, format: string) =>
    `to_char(date '${today}' - i * interval '1 ${unit}', '${format}')`
  await fillWith(db, clientId, total('orders_by_status', statuses), 8)
  await fillWith(db, clientId, total('orders_by_week', back('week', 'YYYY-MM-DD')), Math.floor(days / 7))
  await fillWith(db, clientId, total('balance_by_month', back('month', 'YYYY-MM')), 12 * years)
  // Goods leave before they expire, so little is left in expired lots.
  await fillWith(db, clientId, total('lots_by_expiry', `(date '${today}' + i - 10)::text`), days)
  const [endpointId, delivery] = [
    id(digits.endpoint, String(endpoint)),
    id(digits.delivery, `${endpoint}00000000 + i`),
  ]
  await db.run(sql`
    insert into destinatarios (id, client_id, name, name_folded) values (${clientId}, ${clientId}, 'a', 'a')`)
  const order = {
    id: 'gen_random_uuid()',
    client_id: '$1::uuid',
    destinatario_id: '$1::uuid',
    order_number: `'PED-' || i`,
    status: `case when i <= 20 then 'failed_delivery' when i <= 40 then 'pending' else 'delivered' end`,
    created_at: `now() - i * interval '1 day'`,
  }
  await fillWith(db, clientId, { orders: order }, days)
  const columns = {
    id: endpointId,
    client_id: '$1::uuid',
    url: `'https://8.8.8.8/' || i`,
    events: `'{a}'::text[]`,
    secret: `'\\x00'::bytea`,
  }
  await fillWith(db, clientId, { webhook_endpoints: columns }, 1)
  await fillWith(
    db,
    clientId,
    {
      deliveries: {
        id: delivery,
        client_id: '$1::uuid',
        endpoint_id: endpointId,
        event_id: delivery,
        event_type: `'stock.changed'`,
        status: `case when i % 10 = 0 then 'failed' when i % 100 = 1 then 'pending' else 'succeeded' end`,
        created_at: `now() - i * interval '1 minute'`,
      },
    },
    20 * days,
  )
}

test('whatever the history', async () => {
  const [young, old] = [await aClient(), await aClient()]
  await fillHistory(young, 1, 1)
  await fillHistory(old, 2, 8)
  const connection = await database.db.connect()
  const costs: Record<string, PlanCost> = {}
  for (const [name, clientId] of Object.entries({ young, old })) {
    costs[`${name} totals`] = await planCost(connection, overviewTotals(clientId, today, all))
    costs[`${name} health`] = await planCost(connection, webhookHealth(clientId))
  }
  await connection.end()
  for (const { seqScans } of Object.values(costs))
    expect(seqScans.filter((table) => !small.includes(table))).toEqual([])
  for (const part of ['totals', 'health'] as const) {
    const [few, many] = [costs[`young ${part}`], costs[`old ${part}`]]
    expect(many?.rowsRead).toEqual(few?.rowsRead)
    expect(many?.blocks).toBeLessThanOrEqual(part === 'totals' ? 100 : 350)
  }
  // 26 weeks, as many days of expiry, 12 months, 8 statuses.
  expect(costs['old totals']?.rowsRead['client_totals']).toBeLessThanOrEqual(26 + 7 * 26 + 10 + 12 + 8)
  expect(costs['old health']?.rowsRead['deliveries']).toBeLessThanOrEqual(2 * 100 + 1)
})
