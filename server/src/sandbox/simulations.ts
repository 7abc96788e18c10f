// Simulates what becomes of an order of a sandbox. Each step is the staff's own action by the staff's rules, in a transaction of its
// own that also counts it and leaves the next one to the job queue: so the steps go on after a restart, and none is done twice.

import { randomUUID } from 'node:crypto'
import {
  type NewSimulation,
  type Simulation,
  type SimulationAction,
  scriptsThatStartIn,
  stepsOfScript,
} from '@anden/contract'
import { recordAcceptance } from '../acceptances/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author, DayOf, Deps } from '../deps.ts'
import { enqueueLater } from '../mail/queue.ts'
import { actOnOrder, lockOrderStatus } from '../orders/actions.ts'
import { ProblemError, problem, throwProblem, unreachable } from '../problem.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import { remitoLinks } from '../remitos/link.ts'
import { actOnReturn } from '../returns/receive.ts'
import { fromThousandths, thousandths } from '../stock/availability.ts'
import { wholeUnitsFault } from '../stock/lock.ts'
import {
  countStep,
  egresoLinesOf,
  expectedReturnLines,
  failStep,
  insertSimulation,
  lockSimulation,
  type OrderedLine,
  orderedLines,
  type SimulationRow,
  simulationOf,
} from './simulation-queries.ts'

export type SimulationDeps = Pick<Deps, 'db' | 'clock'> & {
  settingsOf: (of: { daysAhead: number }) => RemitoSettings
}
type Whose = { clientId: string; orderId: string }

/** A step that no request does is taken up by the queue after so long. */
const takeUpAfterSeconds = 10

export const simulation = (row: SimulationRow): Simulation => ({
  order_id: row.order_id,
  script: row.script,
  step_seconds: row.step_seconds,
  state: row.state,
  steps: row.actions.map((action, index) => ({
    action,
    state: index < row.done ? 'done' : index === row.done && row.state === 'failed' ? 'failed' : 'waiting',
    due_at: new Date(Date.parse(row.started_at) + index * row.step_seconds * 1_000).toISOString(),
  })),
  problem:
    row.problem_code === null || row.problem_detail === null
      ? null
      : { code: row.problem_code, detail: row.problem_detail },
})

/** Begins it, and does at once what is due. */
export async function simulateOrder(
  deps: SimulationDeps,
  by: Author,
  whose: Whose,
  given: NewSimulation,
): Promise<Simulation> {
  await deps.db.transaction((tx) => begin(tx, by, whose, given))
  return simulation((await runDueSteps(deps, whose)) ?? throwProblem('orders/not-found'))
}

async function begin(
  tx: Transaction,
  by: Author,
  { clientId, orderId }: Whose,
  { script, step_seconds: stepSeconds = 0 }: NewSimulation,
): Promise<void> {
  // A step locks its simulation before the order.
  await tx.maybeOne(lockSimulation(clientId, orderId))
  const status = (await lockOrderStatus(tx, clientId, orderId)) ?? throwProblem('orders/not-found')
  const refused = (detail: string, scripts: readonly string[]) =>
    problem('sandbox/script-not-startable', { detail, current_status: status, scripts })
  const last = await tx.maybeOne(simulationOf(clientId, orderId))
  if (last?.state === 'running')
    throw refused(`The script ${last.script} of this order is still running.`, [])
  const lines = await tx.rows(orderedLines(clientId, orderId))
  const startable = scriptsThatStartIn(status).filter(
    (one) => one !== 'partial_refusal' || canRefusePart(lines),
  )
  const actions = stepsOfScript(script, status)
  if (!actions || !startable.includes(script)) {
    const why = actions ? 'there is only one unit, so no part of it can be refused' : `it is ${status}`
    throw refused(
      `The script ${script} cannot start with this order: ${why}. ${startable.join(', ') || 'No script'} can.`,
      startable,
    )
  }
  tx.pipeline(insertSimulation({ clientId, orderId, script, actions, stepSeconds, requestId: by.requestId }))
  await goOnIn(tx, { clientId, orderId }, takeUpAfterSeconds)
}

const goOnIn = (tx: Transaction, { clientId, orderId }: Whose, seconds: number) =>
  enqueueLater(
    tx,
    'simulate',
    { client_id: clientId, order_id: orderId },
    { seconds, key: `simulate ${orderId}` },
  )

/** For requests and the job queue, which may work on the same one. null: there is no such simulation. */
export async function runDueSteps(deps: SimulationDeps, whose: Whose): Promise<SimulationRow | null> {
  for (;;) {
    const { row, wentOn } = await runDueStep(deps, whose)
    if (!row || !wentOn) return row
  }
}

type Ran = { row: SimulationRow | null; wentOn: boolean }

async function runDueStep(deps: SimulationDeps, whose: Whose): Promise<Ran> {
  const { clientId, orderId } = whose
  const failed = { step: 0 }
  try {
    return await deps.db.transaction(async (tx): Promise<Ran> => {
      const row = (await tx.maybeOne(lockSimulation(clientId, orderId))) ?? null
      const action = row?.actions[row.done]
      if (row?.state !== 'running' || action === undefined) return { row, wentOn: false }
      if (row.waits_seconds > 0) {
        await goOnIn(tx, whose, row.waits_seconds)
        return { row, wentOn: false }
      }
      failed.step = row.done
      const settings = deps.settingsOf({ daysAhead: row.days_ahead })
      await performAction(tx, { actor: 'simulator', requestId: row.request_id }, whose, action, {
        settings,
        now: deps.clock(),
      })
      const after = await tx.one(countStep(clientId, orderId))
      if (after.state === 'running')
        await goOnIn(tx, whose, Math.max(after.waits_seconds, 0) || takeUpAfterSeconds)
      return { row: after, wentOn: true }
    })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { code, details } = error
    await deps.db.run(failStep(clientId, orderId, failed.step, { code, detail: details.detail ?? code }))
    return { row: (await deps.db.maybeOne(simulationOf(clientId, orderId))) ?? null, wentOn: false }
  }
}

type Circumstances = { settings: RemitoSettings; now: number }

const reasons = {
  reject: 'Simulación: el depósito no puede preparar este pedido',
  fail: 'Simulación: no había nadie en el domicilio',
  cancel: 'Simulación: el destinatario ya no lo quiere',
}

/** As whoever does it in reality. */
export async function performAction(
  tx: Transaction,
  by: Author,
  { clientId, orderId }: Whose,
  action: SimulationAction,
  { settings, now }: Circumstances,
): Promise<void> {
  switch (action) {
    case 'accept':
    case 'accept_partly':
      return accept(tx, by, { clientId, orderId }, { isWhole: action === 'accept', now })
    case 'receive_return':
      return receiveReturn(tx, by, { clientId, orderId }, settings.today)
    case 'pack':
      await actOnOrder(tx, by, orderId, { action, packages: 1, checked: true }, settings)
      return
    case 'reject':
    case 'fail':
    case 'cancel':
      await actOnOrder(tx, by, orderId, { action, reason: reasons[action] }, settings)
      return
    default:
      await actOnOrder(tx, by, orderId, { action }, settings)
  }
}

/** On the page of the remito, as the recipient does. */
async function accept(
  tx: Transaction,
  by: Author,
  { clientId, orderId }: Whose,
  { isWhole, now }: { isWhole: boolean; now: number },
): Promise<void> {
  const lines = await tx.rows(egresoLinesOf(clientId, orderId))
  const remitoId = lines[0]?.remito_id ?? unreachable('an order under way without an egreso')
  const refusedShares = isWhole ? [] : partToRefuse(lines)
  await recordAcceptance(tx, remitoId, orderId, {
    channel: 'recipient',
    by,
    given: {
      submission_id: randomUUID(),
      name: 'Destinatario simulado',
      signed_at: new Date(now).toISOString(),
      items: lines.map(({ id, quantity }, index) => {
        const refused = refusedShares[index] ?? 0
        const accepted = fromThousandths(thousandths(quantity) - thousandths(refused))
        return { item_id: id, accepted, missing: 0, damaged: 0, refused }
      }),
    },
    files: { ids: [] },
    pdfSha256: null,
    mayDeliver: true,
  })
}

/** Half of the first line that can be divided, or else the first line. */
function partToRefuse(lines: readonly OrderedLine[]): number[] {
  const halves = lines.map(({ quantity, unit_type }) => {
    const isWholeUnits = wholeUnitsFault(unit_type, 0.5) !== null
    return isWholeUnits ? Math.floor(quantity / 2) : fromThousandths(Math.floor(thousandths(quantity) / 2))
  })
  const divisible = halves.findIndex((half) => half > 0)
  return lines.map(({ quantity }, index) => {
    if (divisible !== -1) return index === divisible ? (halves[index] ?? 0) : 0
    return index === 0 && lines.length > 1 ? quantity : 0
  })
}

const canRefusePart = (lines: readonly OrderedLine[]) => partToRefuse(lines).some((refused) => refused > 0)

async function receiveReturn(
  tx: Transaction,
  by: Author,
  { clientId, orderId }: Whose,
  today: string,
): Promise<void> {
  const lines = await tx.rows(expectedReturnLines(clientId, orderId))
  const returnId = lines[0]?.return_id ?? throwProblem('returns/not-found')
  const items = lines.map(({ id, quantity }) => ({ id, quantity, disposition: 'restock' as const }))
  await actOnReturn(tx, by, returnId, { action: 'receive', items }, today)
}

/** What the staff's rules need to know of the sandbox whose rows they change. */
export function settingsOfSandbox(
  today: DayOf,
  deps: Pick<Deps, 'secrets' | 'baseUrl' | 'remitoPointOfSale'>,
): SimulationDeps['settingsOf'] {
  const links = remitoLinks(deps)
  return (of) => ({ today: today(of), pointOfSale: deps.remitoPointOfSale, hashOfLink: links.hashOf })
}
