// The starting point of tests, created without the browser: clients with stock, and signed-in users.
import { type ClientRole, portalScopes, type StaffScope, staffScopes } from '@anden/contract'
import { inject } from 'vitest'
import { backofficePrefix, portalPrefix } from '../../server/src/app/routes.ts'
import { secretKeys } from '../../server/src/config/secrets.ts'
import { createDb } from '../../server/src/db/database.ts'
import { demoClients } from '../../server/src/demo/data.ts'
import { createClient } from '../../server/src/identity/clients.ts'
import { issueApiKey, issueStaffKey } from '../../server/src/identity/issue-keys.ts'
import { scryptPasswords } from '../../server/src/identity/passwords.ts'
import { createLink, type LinkKind } from '../../server/src/identity/users/links.ts'
import { openSecrets } from '../../server/src/secret-key/stored-key.ts'
import { caller } from '../../server/tests/harness/http.ts'
import { testPeople } from '../../server/tests/harness/people.ts'
import { aWarehouse } from '../../server/tests/harness/warehouse.ts'
import { secretKey } from './service.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

let shared: Promise<World> | undefined

/** The world of the service that all tests share. */
export const sharedWorld = () => {
  shared ??= openWorld(inject('url'), inject('databaseUrl'))
  return shared
}

export async function openWorld(url: string, databaseUrl: string) {
  const db = createDb({ url: databaseUrl, maxConnections: 3 })
  const secrets = await openSecrets(db, secretKeys([secretKey]))
  const people = testPeople({
    db,
    secrets,
    clock: Date.now,
    passwords: scryptPasswords(),
    baseUrl: () => url,
  })
  const root = url + portalPrefix

  const personsOf = (id: string) => ({
    aUser: (role: ClientRole = 'administrator') => people.signedIn({ clientId: id, role, scopes: [] }, root),
    aPersonWithPassword: (role: ClientRole = 'administrator') =>
      people.aPersonWithPassword({ clientId: id, role, scopes: [] }),
  })

  async function aClient({ name = `Bodega ${crypto.randomUUID().slice(0, 6)}` } = {}) {
    const client = await createClient(db, { name, email: 'cliente@cliente.example', cuit_dni: null })
    const key = await issueApiKey(db, { clientId: client.id, name: 'test', scopes: portalScopes })
    return {
      id: client.id,
      token: key.token,
      keyId: key.id,
      portal: caller(root, key.token),
      ...personsOf(client.id),
    }
  }

  async function aStaffMember() {
    const key = await issueStaffKey(db, { name: 'test', scopes: staffScopes })
    return caller(url + backofficePrefix, key.token)
  }

  const aStaffUser = (scopes: readonly StaffScope[] = staffScopes) =>
    people.signedIn({ clientId: null, role: 'staff', scopes }, url + backofficePrefix)

  /** The path of a link to set a password, of a user who was invited. */
  async function aLink(kind: LinkKind): Promise<string> {
    const { id } = await createClient(db, {
      name: 'Bodega',
      email: 'cliente@cliente.example',
      cuit_dni: null,
    })
    const person = await people.aPerson({ clientId: id, role: 'operator', scopes: [] })
    const link = await db.transaction((tx) => createLink(tx, person.id, kind, { secrets, baseUrl: url }))
    return new URL(link.url).pathname
  }

  return {
    url,
    db,
    aLink,
    aClient,
    aStaffUser,
    /** The client of the demo data, which has something on every page. */
    demo: { id: demoClients[0].id, ...personsOf(demoClients[0].id) },
    warehouse: await aWarehouse({ aClient, aStaffMember }),
    close: () => db.close(),
  }
}
