// Writes about people and keys: none of them changes what a cached read shows.
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../../src/db/queryable.ts'
import type { HttpAnswer } from './http.ts'
import { addUserWithSecondFactor } from './people.ts'
import type { Warehouse } from './warehouse.ts'
import type { BusyClient, Effect } from './write-effects.ts'

const put = (write: (client: BusyClient) => Promise<HttpAnswer>): Effect => ({
  write,
  changes: [],
  mayTouch: [],
})
const aReader = () => ({ email: `${uuidv7()}@cliente.example`, name: 'Luz', role: 'reader' })
const key = { name: 'x', scopes: ['read:stock'] }
const staffKey = { name: 'x', scopes: ['staff:read'] }

export function peopleEffects({ staff }: Warehouse, db: Queryable): Record<string, Effect> {
  const byAdministrator = (
    write: (api: BusyClient['portal'], id: string) => Promise<HttpAnswer>,
    path: '/users' | '/keys',
  ) =>
    put(async (client) => {
      const { api } = await client.aUser()
      return write(api, (await api.post(path, path === '/users' ? aReader() : key)).body.id)
    })
  const aUserOf = async ({ id }: BusyClient) =>
    (await staff.post('/users', { ...aReader(), client_id: id })).body.id
  const aStaffKey = async () => (await staff.post('/staff-keys', staffKey)).body.id
  return {
    'portal POST /users': put(async (client) => (await client.aUser()).api.post('/users', aReader())),
    'portal PATCH /users/:id': byAdministrator(
      (api, id) => api.patch(`/users/${id}`, { name: 'Sol' }),
      '/users',
    ),
    'portal POST /users/:id/reset-second-factor': put(async (client) => {
      const { api } = await client.aUser()
      return api.post(`/users/${await addUserWithSecondFactor(db, client.id)}/reset-second-factor`)
    }),
    'portal DELETE /users/:id': byAdministrator((api, id) => api.delete(`/users/${id}`), '/users'),
    'portal POST /keys': put(async (client) => (await client.aUser()).api.post('/keys', key)),
    'portal POST /keys/:id/rotate': byAdministrator((api, id) => api.post(`/keys/${id}/rotate`), '/keys'),
    'portal DELETE /keys/:id': byAdministrator((api, id) => api.delete(`/keys/${id}`), '/keys'),
    'backoffice POST /users': put(({ id }) => staff.post('/users', { ...aReader(), client_id: id })),
    'backoffice PATCH /users/:id': put(async (client) =>
      staff.patch(`/users/${await aUserOf(client)}`, { name: 'Sol' }),
    ),
    'backoffice POST /users/:id/reset-second-factor': put(async ({ id }) =>
      staff.post(`/users/${await addUserWithSecondFactor(db, id)}/reset-second-factor`),
    ),
    'backoffice DELETE /users/:id': put(async (client) => staff.delete(`/users/${await aUserOf(client)}`)),
    'backoffice POST /staff-keys': put(() => staff.post('/staff-keys', staffKey)),
    'backoffice POST /staff-keys/:id/rotate': put(async () =>
      staff.post(`/staff-keys/${await aStaffKey()}/rotate`),
    ),
    'backoffice DELETE /staff-keys/:id': put(async () => staff.delete(`/staff-keys/${await aStaffKey()}`)),
  }
}
