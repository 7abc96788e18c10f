// The client of a sandbox, with a test key: everything of the portal, and what a simulated warehouse does. It is an entry of its own, so
// that programs in production do not carry it.
import { type PortalSandbox, sandboxRoutes } from './generated/sandbox.ts'
import { Anden } from './index.ts'
import type { ClientOptions } from './options.ts'
import { apiOf } from './request.ts'
import { addMethods } from './resources.ts'

export class AndenSandbox extends Anden {
  /** The warehouse of the sandbox: goods, money, orders that are worked, its day and its faults. */
  declare readonly sandbox: PortalSandbox

  constructor(options: ClientOptions = {}) {
    super(options)
    addMethods(this, apiOf(options, '/api/v1/portal'), sandboxRoutes)
  }
}

export type * from './generated/sandbox.ts'
