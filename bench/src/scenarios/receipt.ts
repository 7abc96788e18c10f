// Measures the time from a request to the receipt of its webhook, one write at a time, compared with a transaction of
// eight statements followed by a POST.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { staffScopes } from '@anden/contract'
import { secretKeys } from '../../../server/src/config/secrets.ts'
import { sql } from '../../../server/src/db/sql.ts'
import { createClient } from '../../../server/src/identity/clients.ts'
import { issueStaffKey } from '../../../server/src/identity/issue-keys.ts'
import { endpointBoxes, newSigningSecret } from '../../../server/src/secret-key/secret-box.ts'
import { insertEndpoint } from '../../../server/src/webhooks/queries.ts'
import { secretKey, startAnden } from '../anden.ts'
import { startScript } from '../child.ts'
import type { BenchDatabase } from '../database.ts'
import { type Figure, ratioFigure } from '../figures.ts'
import type { Options } from '../options.ts'
import { startArrivals } from '../receipt/arrivals.ts'
import { rotated } from '../rounds.ts'
import type { RunScope } from '../run-scope.ts'
import { estimate, percentile } from '../statistics.ts'
import type { CustomScenario, Report } from './scenario.ts'

const plan = { warmupWrites: 200, writesPerRound: 100, pauseMs: 10, goal: 2 }

export const receipt: CustomScenario = {
  name: 'receipt',
  about: 'from POST /payments to the receipt of its webhook, one at a time',
  run,
}

type Loop = { name: string; write: () => unknown; rounds: number[][] }

async function run(scope: RunScope, database: BenchDatabase, options: Options): Promise<Report> {
  const arrivals = await startArrivals(scope)
  const bare: Loop = {
    name: 'eight statements, then POST',
    write: await bareWrite(scope, database, arrivals.url),
    rounds: [],
  }
  const anden: Loop = {
    name: 'Andén',
    write: await andenWrite(scope, database, arrivals.url),
    rounds: [],
  }
  const measure = async ({ write }: Loop, writes: number) => {
    const latencies: number[] = []
    for (let i = 0; i < writes; i++) {
      latencies.push(await arrivals.after(write))
      await scope.wait(plan.pauseMs)
    }
    return latencies
  }
  const loops = [bare, anden]
  for (const loop of loops) await measure(loop, plan.warmupWrites)
  for (let round = 0; round < options.rounds; round++) {
    scope.log(`round ${round + 1}/${options.rounds}`)
    for (const loop of rotated(loops, round)) loop.rounds.push(await measure(loop, plan.writesPerRound))
  }
  const row = ({ name, rounds }: Loop) => [
    name,
    String(rounds.flat().length),
    percentile(rounds.flat(), 0.5).toFixed(2),
    percentile(rounds.flat(), 0.99).toFixed(2),
  ]
  return {
    scenario: receipt.name,
    about: receipt.about,
    tables: [{ columns: ['variant', 'writes', 'p50 ms', 'p99 ms'], rows: loops.map(row) }],
    figures: figuresOf(bare, anden),
    remarks: [],
  }
}

/** The p50 is compared within the rounds; a p99 needs the samples of all of them. */
function figuresOf(bare: Loop, anden: Loop): Figure[] {
  const p50 = anden.rounds.map(
    (latencies, round) => percentile(latencies, 0.5) / percentile(bare.rounds[round] ?? [], 0.5),
  )
  const pairs = anden.rounds.map((ours, round) => ({ ours, theirs: bare.rounds[round] ?? [] }))
  const p99 = estimate(
    pairs,
    (drawn) =>
      percentile(
        drawn.flatMap(({ ours }) => ours),
        0.99,
      ) /
      percentile(
        drawn.flatMap(({ theirs }) => theirs),
        0.99,
      ),
  )
  const goal = { atMost: plan.goal }
  return [
    ratioFigure('receipt: p50', bare.name, p50, goal),
    { name: 'receipt: p99', comparedTo: bare.name, unit: '×', goal, ...p99 },
  ]
}

async function bareWrite(scope: RunScope, { db, url }: BenchDatabase, receiverUrl: string) {
  await db.run(sql`create schema baseline`)
  await db.run(sql`
    create table baseline.notes (id bigint generated always as identity primary key, body text not null)`)
  const script = new URL('../receipt/bare.ts', import.meta.url)
  const { process: loop } = await startScript(scope, script, { databaseUrl: url, receiverUrl })
  return () => loop.send('write')
}

async function andenWrite(scope: RunScope, database: BenchDatabase, receiverUrl: string) {
  const { db } = database
  const [box] = endpointBoxes(secretKeys([secretKey]))
  const details = { name: 'Cliente', email: 'cliente@bench.example', cuit_dni: null }
  const { id: clientId } = await createClient(db, details)
  const id = randomUUID()
  const secret = box?.seal(newSigningSecret(), id) ?? Buffer.alloc(0)
  const endpoint = { id, url: receiverUrl, description: null, events: ['payment.received'], secret }
  await db.run(insertEndpoint(clientId, endpoint))
  const { token } = await issueStaffKey(db, { name: 'bench', scopes: staffScopes })
  const anden = await startAnden(scope, database, { WEBHOOK_ALLOW_PRIVATE: 'true' })
  const body = JSON.stringify({ client_id: clientId, amount: 1821.5, payment_method: 'transferencia' })
  return poster(scope, `${anden.url}/api/v1/backoffice/payments`, token, body)
}

/** Uses node:http on one kept connection: `fetch` takes half a millisecond longer, and adds garbage collection. */
function poster(scope: RunScope, url: string, token: string, body: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  scope.onClose(async () => agent.destroy())
  return () =>
    new Promise<void>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        'content-length': Buffer.byteLength(body),
      }
      const post = request(url, { method: 'POST', agent, headers }, (response) => {
        response.resume().on('end', resolve)
        if (response.statusCode !== 201) reject(new Error(`a payment failed with ${response.statusCode}`))
      })
      post.on('error', reject)
      post.end(body)
    })
}
