import type { Simulation, SimulationAction, SimulationScript, UnitType } from '@anden/contract'
import { sql } from '../db/sql.ts'

export type SimulationRow = {
  order_id: string
  script: SimulationScript
  actions: SimulationAction[]
  step_seconds: number
  state: Simulation['state']
  done: number
  problem_code: string | null
  problem_detail: string | null
  request_id: string
  started_at: string
  /** Until the next step; not above 0 if it is due. */
  waits_seconds: number
  days_ahead: number
}

const columns = sql`
  order_id, script, actions, step_seconds, state, done, problem_code, problem_detail, request_id, started_at,
  extract(epoch from started_at + done * step_seconds * interval '1 second' - clock_timestamp())::float8 as waits_seconds,
  (select days_ahead from clients where clients.id = sandbox_simulations.client_id) as days_ahead`

export const simulationOf = (clientId: string, orderId: string) =>
  sql<SimulationRow>`
    select ${columns} from sandbox_simulations where client_id = ${clientId} and order_id = ${orderId}`

export const lockSimulation = (clientId: string, orderId: string) =>
  sql<SimulationRow>`
    select ${columns} from sandbox_simulations where client_id = ${clientId} and order_id = ${orderId} for update`

type NewRow = {
  clientId: string
  orderId: string
  script: SimulationScript
  actions: readonly SimulationAction[]
  stepSeconds: number
  requestId: string
}

/** In place of the one before, which has ended. */
export const insertSimulation = ({ clientId, orderId, script, actions, stepSeconds, requestId }: NewRow) =>
  sql`
    insert into sandbox_simulations (order_id, client_id, script, actions, step_seconds, request_id)
    values (${orderId}, ${clientId}, ${script}, ${actions}::text[], ${stepSeconds}, ${requestId})
    on conflict (order_id, client_id) do update
    set script = excluded.script, actions = excluded.actions, step_seconds = excluded.step_seconds, state = 'running',
      done = 0, problem_code = null, problem_detail = null, request_id = excluded.request_id, started_at = now()`

export const countStep = (clientId: string, orderId: string) =>
  sql<SimulationRow>`
    update sandbox_simulations
    set done = done + 1, state = case when done + 1 = cardinality(actions) then 'done' else 'running' end
    where client_id = ${clientId} and order_id = ${orderId}
    returning ${columns}`

/** Unless somebody else has done that step meanwhile. */
export const failStep = (
  clientId: string,
  orderId: string,
  step: number,
  { code, detail }: { code: string; detail: string },
) =>
  sql`
    update sandbox_simulations
    set state = 'failed', problem_code = ${code}, problem_detail = ${detail}
    where client_id = ${clientId} and order_id = ${orderId} and done = ${step} and state = 'running'`

export type OrderedLine = { quantity: number; unit_type: UnitType }

export const orderedLines = (clientId: string, orderId: string) =>
  sql<OrderedLine>`
    select item.quantity, products.unit_type
    from order_items item
    join products on products.id = item.product_id
    where item.client_id = ${clientId} and item.order_id = ${orderId}
    order by item.position`

export const egresoLinesOf = (clientId: string, orderId: string) =>
  sql<OrderedLine & { id: string; remito_id: string }>`
    select item.id, item.remito_id, item.quantity, products.unit_type
    from remitos
    join remito_items item on item.client_id = remitos.client_id and item.remito_id = remitos.id
    join products on products.id = item.product_id
    where remitos.client_id = ${clientId} and remitos.source_order_id = ${orderId} and remitos.status = 'issued'
    order by item.position`

export const expectedReturnLines = (clientId: string, orderId: string) =>
  sql<{ id: string; return_id: string; quantity: number }>`
    select item.id, item.return_id, item.expected as quantity
    from returns
    join return_items item on item.client_id = returns.client_id and item.return_id = returns.id
    where returns.client_id = ${clientId} and returns.order_id = ${orderId} and returns.status = 'expected'`
