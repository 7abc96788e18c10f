// What takes a while in a sandbox, awaited to its end, so that a program needs no loop of its own.
import type {
  PortalSandbox,
  PortalSandboxOrders,
  PortalSandboxOrdersSimulation,
} from './generated/sandbox.ts'
import type { NewSandboxReset, NewSimulation, Sandbox, Simulation } from './generated/schemas.ts'
import type { CallOptions } from './options.ts'
import { pause } from './time-limit.ts'

export interface WaitOptions<Progress> extends CallOptions {
  /** Called after the start and after each change. It ends the wait if it throws; what was started goes on. */
  onProgress?: ((progress: Progress) => unknown) | undefined
}

const secondMs = 1_000

/** A whole script takes at most about forty of the 1000 reads per hour. */
const pollMsOf = ({ step_seconds = 0 }: NewSimulation) =>
  Math.min(10 * secondMs, Math.max(secondMs, (step_seconds * secondMs) / 4))

export type WaitForSimulation = (
  id: string,
  body: NewSimulation,
  options?: WaitOptions<Simulation>,
) => Promise<Simulation>

type Simulate = Pick<PortalSandboxOrders, 'simulate'> & {
  simulation: Pick<PortalSandboxOrdersSimulation, 'get'>
}

export const simulateAndWait =
  ({ simulate, simulation }: Simulate): WaitForSimulation =>
  async (id, body, { onProgress, ...call } = {}) =>
    untilSettled(await simulate(id, body, call), () => simulation.get(id, {}, call), {
      isRunning: ({ state }) => state === 'running',
      progressOf: ({ state, steps }) => `${state} ${steps.filter((step) => step.state === 'done').length}`,
      pollMs: pollMsOf(body),
      onProgress,
      signal: call.signal,
    })

export type WaitForReset = (body: NewSandboxReset, options?: WaitOptions<Sandbox>) => Promise<Sandbox>

export const resetAndWait =
  ({ reset, get }: Pick<PortalSandbox, 'reset' | 'get'>): WaitForReset =>
  async (body, { onProgress, ...call } = {}) =>
    untilSettled(await reset(body, call), () => get({}, call), {
      isRunning: ({ reset }) => reset?.state === 'running',
      progressOf: ({ reset }) => `${reset?.state} ${reset?.done}`,
      pollMs: secondMs,
      onProgress,
      signal: call.signal,
    })

type Wait<State> = {
  isRunning: (state: State) => boolean
  /** What is the same as long as nothing has changed. */
  progressOf: (state: State) => string
  pollMs: number
  onProgress: ((state: State) => unknown) | undefined
  signal: AbortSignal | undefined
}

/** An aborted signal ends the pause, and the read that follows it throws. */
async function untilSettled<State>(
  start: State,
  read: () => PromiseLike<State>,
  { isRunning, progressOf, pollMs, onProgress, signal }: Wait<State>,
): Promise<State> {
  let state = start
  await onProgress?.(state)
  while (isRunning(state)) {
    await pause(pollMs, signal)
    const next = await read()
    const hasChanged = progressOf(next) !== progressOf(state)
    state = next
    if (hasChanged) await onProgress?.(state)
  }
  return state
}
