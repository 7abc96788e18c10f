// The overview of a client with a million orders beside that of one with a hundred. Each request finds a new version of
// the orders, so that the page is read and not served from the cache.
import { portalScopes } from '@anden/contract'
import type { Db } from '../../../server/src/db/pool.ts'
import { raw, sql } from '../../../server/src/db/sql.ts'
import { createClient } from '../../../server/src/identity/create-client.ts'
import { issueApiKey } from '../../../server/src/identity/issue-keys.ts'
import { startAnden } from '../anden.ts'
import type { BenchDatabase } from '../database.ts'
import type { Options } from '../options.ts'
import type { RunScope } from '../run-scope.ts'
import type { CustomScenario, Report } from './custom-scenario.ts'

const plan = { few: 100, many: 1_000_000, warmupRequests: 100, requestsPerRound: 200, goal: 1.5 }

export const overview: CustomScenario = {
  name: 'overview',
  about: `GET /overview with ${plan.few.toLocaleString('en')} and with ${plan.many.toLocaleString('en')} orders`,
  run,
}

type Subject = { clientId: string; token: string; orders: number }

async function run(
  scope: RunScope,
  { url, db, ...database }: BenchDatabase,
  options: Options,
): Promise<Report> {
  const few = await aClient(db, plan.few)
  const many = await aClient(db, plan.many)
  scope.log('orders')
  await fillOrders(db, [few, many])
  const anden = await startAnden(scope, { url, db, ...database })
  const medianOf = (subject: Subject, count: number) => medianMs(db, anden.url, subject, count)
  for (const subject of [few, many]) await medianOf(subject, plan.warmupRequests)
  const rounds: { few: number; many: number }[] = []
  for (let round = 0; round < options.rounds; round++) {
    scope.log(`round ${round + 1}`)
    const first = round % 2 === 0 ? await medianOf(few, plan.requestsPerRound) : null
    const large = await medianOf(many, plan.requestsPerRound)
    rounds.push({ few: first ?? (await medianOf(few, plan.requestsPerRound)), many: large })
  }
  const ratio = median(rounds.map((round) => round.many / round.few))
  const row = (subject: Subject, ms: number[]) => [
    subject.orders.toLocaleString('en'),
    median(ms).toFixed(2),
    subject === few ? '1' : `${ratio.toFixed(2)} ×`,
    subject === few ? '' : `≤ ${plan.goal} ×`,
  ]
  return {
    scenario: overview.name,
    about: overview.about,
    tables: [
      {
        columns: ['orders', 'median ms', 'ratio', 'goal'],
        rows: [
          row(
            few,
            rounds.map((round) => round.few),
          ),
          row(
            many,
            rounds.map((round) => round.many),
          ),
        ],
      },
    ],
    remarks: [],
  }
}

async function aClient(db: Db, orders: number): Promise<Subject> {
  const details = { name: `Cliente ${orders}`, email: 'cliente@bench.example', cuit_dni: null }
  const { id: clientId } = await createClient(db, details)
  const { token } = await issueApiKey(db, { clientId, name: 'bench', scopes: [...portalScopes] })
  return { clientId, token, orders }
}

const bulkLimitMs = 900_000

/** Five years of orders, one in a hundred of them open. Without the triggers, so the totals are counted afterwards. */
const fillOrders = (db: Db, subjects: readonly Subject[]) =>
  db.transaction(async (tx) => {
    await tx.allowSlowStatements(bulkLimitMs)
    for (const { clientId, orders } of subjects) {
      const destinatario = await tx.one(sql<{ id: string }>`
        insert into destinatarios (id, client_id, name, name_folded)
        values (new_id(), ${clientId}, 'Vinoteca', 'vinoteca')
        returning id`)
      await tx.run(sql`alter table orders disable trigger user`)
      await tx.run(sql`
        insert into orders (id, client_id, order_number, status, destinatario_id, created_at)
        select new_id(), ${clientId}, 'PED-' || lpad(i::text, 7, '0'),
          case when i % 100 = 0 then 'pending' else 'delivered' end, ${destinatario.id},
          now() - i * (interval '5 years' / ${raw(String(orders))})
        from generate_series(1, ${raw(String(orders))}) as i`)
      await tx.run(sql`alter table orders enable trigger user`)
    }
    await tx.rows(sql`select recount_totals()`)
  })

async function medianMs(db: Db, url: string, { clientId, token }: Subject, count: number): Promise<number> {
  const latencies: number[] = []
  for (let i = 0; i < count; i++) {
    await db.run(sql`
      update client_versions set version = version + 1 where client_id = ${clientId} and topic = 'orders'`)
    const start = performance.now()
    const response = await fetch(`${url}/api/v1/portal/overview`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await response.text()
    if (response.status !== 200) throw new Error(`the overview answers ${response.status}`)
    latencies.push(performance.now() - start)
  }
  return median(latencies)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}
