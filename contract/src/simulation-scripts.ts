// What can become of an order in a sandbox: which steps each script has, and where it can begin. The service, the API description and
// the documentation take it from this table.
import { type orderStatuses, orderTransitions } from './order-transitions.ts'

/** The actions of the staff, and what the recipient and the warehouse do with the goods. */
export const simulationActions = [
  'approve',
  'reject',
  'prepare',
  'pack',
  'dispatch',
  'fail',
  'cancel',
  'accept',
  'accept_partly',
  'receive_return',
] as const
export type SimulationAction = (typeof simulationActions)[number]

const untilDispatch = ['approve', 'prepare', 'pack', 'dispatch'] as const

const scripts = {
  happy: [...untilDispatch, 'accept'],
  reject: ['reject'],
  fail_then_deliver: [...untilDispatch, 'fail', 'dispatch', 'accept'],
  fail_and_cancel: [...untilDispatch, 'fail', 'cancel'],
  partial_refusal: [...untilDispatch, 'accept_partly', 'receive_return'],
} as const satisfies Record<string, readonly SimulationAction[]>

export type SimulationScript = keyof typeof scripts
export const simulationScripts = Object.keys(scripts) as SimulationScript[]

export const simulationStates = ['running', 'done', 'failed'] as const

type Status = (typeof orderStatuses)[number]

/** The status of the order after the action. An acceptance delivers it. */
const statusAfter = (action: SimulationAction): Status =>
  action === 'accept' || action === 'accept_partly' || action === 'receive_return'
    ? 'delivered'
    : orderTransitions[action].to

/**
 * What the script does with an order in this status: all of it with a pending one, the rest with one that is on its way already;
 * null: the script does not come by this status, or ends with it.
 */
export function stepsOfScript(script: SimulationScript, status: Status): SimulationAction[] | null {
  const actions: readonly SimulationAction[] = scripts[script]
  const before = actions.map((_, index) => {
    const previous = actions[index - 1]
    return previous === undefined ? 'pending' : statusAfter(previous)
  })
  const first = before.indexOf(status)
  return first === -1 || status === 'delivered' ? null : actions.slice(first)
}

export const scriptsThatStartIn = (status: Status): SimulationScript[] =>
  simulationScripts.filter((script) => stepsOfScript(script, status) !== null)
