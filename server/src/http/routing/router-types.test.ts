// Declarations that the compiler rejects: `tsc` fails if a line below `@ts-expect-error` compiles.
import { Type } from '@anden/contract'
import { describe, expectTypeOf, test } from 'vitest'
import { sql } from '../../db/sql.ts'
import type { PortalPrincipal, StaffPrincipal } from '../admission/principal.ts'
import type { RenderedJson } from '../writes/upload-handler.ts'
import { createRouter, type Router } from './router.ts'

const portal = createRouter<PortalPrincipal>('portal')
const backoffice = createRouter<StaffPrincipal>('backoffice')

const Parcel = Type.Object({ id: Type.String(), weight: Type.Number() })
type Parcel = { id: string; weight: number }
const parcel: Parcel = { id: 'a', weight: 1 }

const read = { summary: 'Parcels', scope: 'staff:read' } as const
const write = { summary: 'Parcels', scope: 'staff:stock', reply: Parcel } as const
const one = { ...read, reply: Parcel }
const list = { ...read, filters: {}, sortKey: (row: { id: string }) => [row.id] }

describe('the parameters of a route', () => {
  test('are those of its path', () => {
    backoffice.get('/shelves/:id/parcels/:parcel_id', one, async ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<{ id: string; parcel_id: string }>()
      return parcel
    })
    // @ts-expect-error: it is called parcel_id
    backoffice.get('/parcels/:parcel_id', one, async ({ params }) => ({ ...parcel, id: params.id }))
    // @ts-expect-error: it has none
    backoffice.post('/parcels', write, async ({ params }) => ({ ...parcel, id: params.id }))
  })
})

describe('the query and the body of a route', () => {
  test('have the types of their schemas', () => {
    const filters = { heavier_than: Type.Optional(Type.Number()) }
    backoffice.list('/parcels', { ...list, filters, item: Parcel }, ({ query }) => {
      expectTypeOf(query).toEqualTypeOf<{ heavier_than?: number }>()
      return sql<Parcel>``
    })
    backoffice.post('/parcels', { ...write, body: Parcel }, async ({ body }) => {
      expectTypeOf(body).toEqualTypeOf<Parcel>()
      return parcel
    })
    backoffice.post('/parcels', write, async ({ body }) => {
      expectTypeOf(body).toEqualTypeOf<undefined>()
      return parcel
    })
  })
})

describe('the principal of a route', () => {
  test('is that of its API', () => {
    portal.get('/parcels', { ...one, scope: 'read:stock' }, async ({ client }) => ({
      ...parcel,
      id: client.id,
    }))
    // @ts-expect-error: staff act for no client
    backoffice.get('/parcels', one, async ({ client }) => ({ ...parcel, id: client.id }))
  })

  test('is that of one API alone', () => {
    // @ts-expect-error: its handlers expect a client
    expectTypeOf(portal).toExtend<Router<StaffPrincipal>>()
  })

  test('does not exist on a public route', () => {
    portal.getPublic('/parcels', { summary: 'Parcels', reply: Parcel }, async () => parcel)
    // @ts-expect-error: it is called without credentials
    portal.getPublic('/parcels', { summary: 'Parcels', reply: Parcel }, async ({ client }) => client)
  })
})

describe('the reply of a route', () => {
  const named = { id: 'a', wieght: 1 }
  const typed = { id: 'a', weight: '1' }

  test('has the type of its schema, in a read', () => {
    // @ts-expect-error: a wrong name
    backoffice.get('/parcels', one, async () => named)
    // @ts-expect-error: a wrong type
    backoffice.call('/parcels', one, async () => typed)
    // @ts-expect-error: nothing
    backoffice.get('/parcels', one, async () => undefined)
  })

  test('has the type of its schema, in rows', () => {
    backoffice.row('/parcels/:id', one, () => sql<Parcel & { shelf: string }>``)
    // @ts-expect-error: a wrong name, and no shape that corrects it
    backoffice.row('/parcels/:id', one, () => sql<typeof named>``)
    backoffice.row('/parcels/:id', { ...one, shape: (_: typeof named) => parcel }, () => sql<typeof named>``)
    // @ts-expect-error: a shape for other rows
    backoffice.row('/parcels/:id', { ...one, shape: (_: typeof named) => parcel }, () => sql<Parcel>``)
    // @ts-expect-error: a shape that returns a wrong type
    backoffice.row('/parcels/:id', { ...one, shape: (_: Parcel) => typed }, () => sql<Parcel>``)
  })

  test('has the type of its schema, in lists', () => {
    // @ts-expect-error: a wrong type
    backoffice.list('/parcels', { ...list, item: Parcel }, () => sql<typeof typed>``)
    const shaped = { ...list, item: Parcel, shape: (_: object) => parcel }
    // @ts-expect-error: rows without the sort key
    backoffice.list('/parcels', shaped, () => sql<{ weight: 1 }>``)
  })

  test('has the type of its schema, in envelopes', () => {
    const reply = Type.Object({ heaviest: Type.Number(), parcels: Type.Array(Parcel) })
    const rows = () => sql<Parcel>``
    const envelope = { ...list, item: Parcel, reply }
    backoffice.listInEnvelope('/parcels', envelope, rows, async ({ data }) => ({
      heaviest: 1,
      parcels: data,
    }))
    // @ts-expect-error: the page as it is
    backoffice.listInEnvelope('/parcels', envelope, rows, async (page) => page)
    const misnamed = () => sql<typeof named>``
    // @ts-expect-error: rows that are not items, and no shape that corrects them
    backoffice.listInEnvelope('/parcels', envelope, misnamed, async ({ data }) => ({
      heaviest: 1,
      parcels: data,
    }))
  })

  test('has the type of its schema, in writes', () => {
    // @ts-expect-error: a wrong name
    backoffice.post('/parcels', write, async () => named)
    // @ts-expect-error: nothing
    backoffice.patch('/parcels/:id', write, async () => undefined)
    // @ts-expect-error: something, where nothing is declared
    backoffice.delete('/parcels/:id', { summary: 'Remove', scope: 'staff:stock' }, async () => parcel)
    // @ts-expect-error: a location from a member that the reply lacks
    backoffice.post('/parcels', { ...write, location: ({ shelf }) => shelf }, async () => parcel)
  })

  test('has the type of its schema, in uploads', () => {
    const upload = { ...write, contentTypes: ['text/csv'], otherReplies: { 200: Type.Array(Parcel) } }
    const hash = () => Buffer.of()
    const rendered: RenderedJson<Parcel[]> = Object.create(null)
    backoffice.upload('/parcels', upload, async ({ respond }) => respond.json(parcel))
    backoffice.upload('/parcels', upload, async ({ respond }) => respond.rendered(200, rendered))
    // @ts-expect-error: a wrong name
    backoffice.upload('/parcels', upload, async ({ respond }) => respond.json(named))
    // @ts-expect-error: a wrong type, in a transaction
    backoffice.upload('/parcels', upload, ({ respond }) => respond.once(hash, async () => typed))
    // @ts-expect-error: a status that is not declared
    backoffice.upload('/parcels', upload, async ({ respond }) => respond.rendered(202, rendered))
    // @ts-expect-error: a value that was not sent through `respond`
    backoffice.upload('/parcels', upload, async () => parcel)
  })
})
