// What a test file works on, created before its tests and removed after them: `const service = await useService()` at its
// top.
import { afterAll } from 'vitest'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { expectInvariants } from './invariants.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { startTestService, type TestService } from './service.ts'
import { startWebhooks, type Webhooks } from './subscribers.ts'
import { aWarehouse, type Warehouse } from './warehouse.ts'

/** The service with a working warehouse, whose invariants are checked at the end. */
export async function useWarehouse(
  ...options: Parameters<typeof startTestService>
): Promise<{ service: TestService; warehouse: Warehouse }> {
  const service = await useService(...options)
  afterAll(() => expectInvariants(service.db))
  return { service, warehouse: await aWarehouse(service) }
}

export async function useService(...options: Parameters<typeof startTestService>): Promise<TestService> {
  const service = await startTestService(...options)
  afterAll(() => service.stop())
  return service
}

export async function useDatabase(...options: Parameters<typeof cloneDatabase>): Promise<TestDatabase> {
  const database = await cloneDatabase(...options)
  afterAll(() => database.drop())
  return database
}

export async function useWebhooks(...options: Parameters<typeof startWebhooks>): Promise<Webhooks> {
  const webhooks = await startWebhooks(...options)
  afterAll(() => webhooks.stop())
  return webhooks
}

/** Call it before creating the webhooks that send to it: what was created last is stopped first. */
export async function useReceiver(...options: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...options)
  afterAll(() => receiver.stop())
  return receiver
}
