// Users of the demo: an administrator and an operator of the first client and an administrator of the staff, who sign in, and
// two who were invited.
import { staffScopes } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../db/queryable.ts'
import { scryptPasswords } from '../identity/passwords.ts'
import { insertUser, setPassword, userByEmail } from '../identity/users/queries.ts'
import { demoClients } from './data.ts'

const people = [
  {
    email: 'ana@losalamos.example',
    name: 'Ana Álamos',
    client_id: demoClients[0].id,
    role: 'administrator' as const,
    scopes: [],
  },
  {
    email: 'carla@losalamos.example',
    name: 'Carla Funes',
    client_id: demoClients[0].id,
    role: 'operator' as const,
    scopes: [],
  },
  {
    email: 'leo@deposito.example',
    name: 'Leo Duarte',
    client_id: null,
    role: 'staff' as const,
    scopes: [...staffScopes],
  },
] as const

/** Users without a password. */
const invited = [
  {
    email: 'bruno@losalamos.example',
    name: 'Bruno Álamos',
    client_id: demoClients[0].id,
    role: 'reader' as const,
    scopes: [],
  },
  {
    email: 'marta@deposito.example',
    name: 'Marta Ríos',
    client_id: null,
    role: 'staff' as const,
    scopes: ['staff:read', 'staff:orders', 'staff:stock'],
  },
] as const

/** A person who places orders. */
export const demoBuyer = { email: people[1].email, name: people[1].name }

export const demoLogins = {
  client: people[0].email,
  operator: people[1].email,
  warehouse: people[2].email,
}

/** All users who sign in have the same password. */
export async function addDemoPeople(db: Queryable, password: string): Promise<void> {
  const hash = await scryptPasswords().hash(password)
  for (const person of people) {
    await db.maybeOne(insertUser({ ...person, scopes: [...person.scopes], id: uuidv7() }))
    await db.run(setPassword({ id: uuidv7(), email: person.email, hash }))
  }
  for (const person of invited)
    await db.maybeOne(insertUser({ ...person, scopes: [...person.scopes], id: uuidv7() }))
}

export async function areDemoPeopleThere(db: Queryable): Promise<boolean> {
  const found = await Promise.all(people.map(({ email }) => db.maybeOne(userByEmail(email))))
  return found.every((user) => user !== undefined && !user.invitation_pending)
}
