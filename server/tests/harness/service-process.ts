// `anden serve --roles worker` as a separate process, on the database of a test's service.

import { portalScopes, type RateLimits, staffScopes } from '@anden/contract'
import { backofficePrefix, portalPrefix } from '../../src/app/routes.ts'
import type { Db } from '../../src/db/database.ts'
import { createClient } from '../../src/identity/clients.ts'
import { issueApiKey, issueStaffKey } from '../../src/identity/issue-keys.ts'
import { launch, type Settings } from './command.ts'
import { caller } from './http.ts'
import { type TestClient, type TestService, testSecret } from './service.ts'
import { until } from './until.ts'

export function processSettings(service: TestService, dataDir: string): Settings {
  return {
    ...service.database.settings,
    SECRET_KEY: testSecret,
    DATA_DIR: dataDir,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    LOG_LEVEL: 'info',
  }
}

export async function startWorkerProcess(settings: Settings) {
  const worker = launch(['serve', '--roles', 'worker'], settings)
  await until(
    'the worker runs',
    () => worker.stderr().includes('without the API') || worker.exitCode() !== undefined,
  )
  if (worker.exitCode() !== undefined) throw new Error(`the worker ended: ${worker.stderr()}`)
  return worker
}

// Clients and staff with keys to a service that runs in a process of its own.

const rateLimits: RateLimits = {
  read_per_hour: 1_000_000,
  write_per_hour: 1_000_000,
  burst_per_minute: 1_000_000,
}

export function accessTo(url: string, db: Db) {
  return {
    async aClient(): Promise<TestClient> {
      const client = await createClient(db, { name: 'Bodega', email: 'b@bodega.example', cuit_dni: null })
      const key = await issueApiKey(db, {
        clientId: client.id,
        name: 'test',
        scopes: portalScopes,
        rateLimits,
      })
      const aUser = () => Promise.reject(new Error('nobody signs in to this service'))
      const portal = caller(url + portalPrefix, key.token)
      return { id: client.id, token: key.token, keyId: key.id, portal, aUser }
    },
    async aStaffMember() {
      const { token } = await issueStaffKey(db, { name: 'test', scopes: staffScopes })
      return caller(url + backofficePrefix, token)
    },
  }
}
