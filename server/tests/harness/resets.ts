// Resets of sandboxes as the job does them, at once.

import { runReset } from '../../src/sandbox/reset/run.ts'
import { startReset } from '../../src/sandbox/reset/start.ts'
import { settingsOfSandbox } from '../../src/sandbox/simulations.ts'
import { dayOf } from '../../src/stock/warehouse-day.ts'
import type { TestService } from './service.ts'

type Service = Pick<TestService, 'deps'>

export const resetJob = ({ deps }: Service) => ({
  db: deps.db,
  settingsOf: settingsOfSandbox(dayOf(deps), deps),
  now: deps.clock,
})

/** What the queue does after a request for it. */
export const finishReset = (service: Service, clientId: string) => runReset(resetJob(service), clientId)

export async function reset(service: Service, clientId: string, data: 'empty' | 'products' | 'demo') {
  const by = { actor: 'test', requestId: 'test' }
  await service.deps.db.transaction((tx) => startReset(tx, by, clientId, data))
  await finishReset(service, clientId)
}
