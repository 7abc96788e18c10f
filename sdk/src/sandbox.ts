// The client of a sandbox, with a test key: everything of the portal, and what a simulated warehouse does. It is an entry of its own, so
// that programs in production do not carry it.
import { type PortalSandbox, type PortalSandboxOrders, sandboxRoutes } from './generated/sandbox.ts'
import { Anden } from './index.ts'
import type { ClientOptions } from './options.ts'
import { apiOf } from './request.ts'
import { addMethods } from './resources.ts'
import {
  resetAndWait,
  simulateAndWait,
  type WaitForReset,
  type WaitForSimulation,
} from './wait-in-sandbox.ts'

export class AndenSandbox extends Anden {
  /** The warehouse of the sandbox: goods, money, orders that are worked, its day and its faults. */
  declare readonly sandbox: PortalSandbox & {
    /**
     * Empties the sandbox and fills it with `data`, and waits until it can be used again. The state of its `reset` is then `done`, or
     * `failed`, and `problem` says why.
     */
    resetAndWait: WaitForReset
    readonly orders: PortalSandboxOrders & {
      /**
       * Simulates what becomes of an order, and waits for the end, also over a restart of the service. Its `state` is then `done`, or
       * `failed` if a step was refused, and `problem` says why.
       */
      simulateAndWait: WaitForSimulation
    }
  }

  constructor(options: ClientOptions = {}) {
    super(options)
    addMethods(this, apiOf(options, '/api/v1/portal'), sandboxRoutes)
    const { sandbox } = this
    Object.assign(sandbox, { resetAndWait: resetAndWait(sandbox) })
    Object.assign(sandbox.orders, { simulateAndWait: simulateAndWait(sandbox.orders) })
  }
}

export type * from './generated/sandbox.ts'
export type { WaitForReset, WaitForSimulation, WaitOptions } from './wait-in-sandbox.ts'
