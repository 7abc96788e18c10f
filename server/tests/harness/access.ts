// Clients and staff with keys to a service that runs in a process of its own.
import { portalScopes, type RateLimits, staffScopes } from '@anden/contract'
import { backofficePrefix, portalPrefix } from '../../src/app/routes.ts'
import type { Db } from '../../src/db/database.ts'
import { createClient } from '../../src/identity/clients.ts'
import { issueApiKey, issueStaffKey } from '../../src/identity/issue-keys.ts'
import { caller } from './http.ts'
import type { TestClient } from './service.ts'

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
