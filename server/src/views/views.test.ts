// Saved views: whose they are, who sees them, and who changes them.
import { maxViewsPerUser, type SavedView } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import type { SignedInUser } from '../../tests/harness/people.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { aNewView } from '../../tests/harness/view-data.ts'
import { sql } from '../db/sql.ts'

const service = await useService()
const client = await service.aClient()
const [ana, luz] = [await client.aUser(), await client.aUser('reader')]

const save = async ({ api }: SignedInUser, more: object = {}): Promise<SavedView> => {
  const answer = await api.post('/views', { ...aNewView(), ...more })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const seenBy = async ({ api }: SignedInUser, query = ''): Promise<string[]> =>
  (await api.get(`/views${query}`)).body.data.map(({ id }: SavedView) => id)

describe('a view', () => {
  test('keeps the search and the columns of its page, and is listed there by name', async () => {
    const page = '/stock'
    const given = {
      page,
      name: ' Por vencer ',
      search: 'expiring=30&sort=expiry',
      columns: ['sku', 'expiry'],
    }
    const view = await save(luz, given)
    expect(view).toMatchObject({
      ...given,
      name: 'Por vencer',
      shared: false,
      is_own: true,
      owner_name: 'Ana',
    })
    const other = await save(luz, { page, name: 'agotado' })
    expect(other.columns).toBeNull()
    const { body } = await luz.api.get(`/views?page=${page}`)
    expect(body).toEqual({ data: [other, view] })
    expect(await seenBy(luz, '?page=/nothing')).toEqual([])
    expect(await seenBy(luz)).toEqual(expect.arrayContaining([view.id, other.id]))
  })

  test('is changed and deleted by its owner', async () => {
    const view = await save(luz)
    const { body } = await luz.api.patch(`/views/${view.id}`, { name: 'Otra', columns: ['status'] })
    expect(body).toMatchObject({ id: view.id, name: 'Otra', columns: ['status'], search: view.search })
    expect((await luz.api.patch(`/views/${view.id}`, {})).body).toEqual(body)
    expect((await luz.api.delete(`/views/${view.id}`)).status).toBe(204)
    expectProblem(await luz.api.delete(`/views/${view.id}`), 'views/not-found')
  })

  test('that is not shared is nobody else’s, not even an administrator’s', async () => {
    const view = await save(luz)
    expect(await seenBy(ana)).not.toContain(view.id)
    expectProblem(await ana.api.patch(`/views/${view.id}`, { name: 'x' }), 'views/not-found')
    expectProblem(await ana.api.delete(`/views/${view.id}`), 'views/not-found')
  })

  test('that is shared is seen by everybody of the client, and changed by administrators', async () => {
    const view = await save(ana, { shared: true })
    expect(await seenBy(luz, '?page=/orders')).toContain(view.id)
    expectProblem(await luz.api.patch(`/views/${view.id}`, { name: 'x' }), 'auth/administrator-required')
    expectProblem(await luz.api.delete(`/views/${view.id}`), 'auth/administrator-required')
    const colleague = await client.aUser()
    const { body } = await colleague.api.patch(`/views/${view.id}`, { search: 'status=approved' })
    expect(body).toMatchObject({ search: 'status=approved', is_own: false })
    const stranger = await (await service.aClient()).aUser()
    expect(await seenBy(stranger)).toEqual([])
    expectProblem(await stranger.api.delete(`/views/${view.id}`), 'views/not-found')
  })

  test('is shared by no reader', async () => {
    const shared = { ...aNewView(), shared: true }
    expectProblem(await luz.api.post('/views', shared), 'auth/administrator-required')
    const view = await save(luz)
    expectProblem(await luz.api.patch(`/views/${view.id}`, { shared: true }), 'auth/administrator-required')
  })

  test('has a name of its own on its page, also when two are saved at once', async () => {
    const view = aNewView()
    const answers = await Promise.all([1, 2, 3].map(() => ana.api.post('/views', view)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const second = await save(ana)
    expectProblem(await ana.api.patch(`/views/${second.id}`, { name: view.name }), 'views/duplicate-name')
    expect((await ana.api.post('/views', { ...view, page: '/stock' })).status).toBe(201)
  })

  test('is refused with an invalid page, name or columns', async () => {
    for (const wrong of [
      { page: 'orders' },
      { page: '/a b' },
      { name: ' ' },
      { columns: [''] },
      { search: null },
    ])
      expectProblem(await ana.api.post('/views', { ...aNewView(), ...wrong }), 'validation/invalid-body')
  })

  test('is deleted with its owner', async () => {
    const colleague = await client.aUser()
    const view = await save(colleague, { shared: true })
    expect((await ana.api.delete(`/users/${colleague.id}`)).status).toBe(204)
    expect(await seenBy(ana)).not.toContain(view.id)
  })
})

test('a user can have a hundred, and no more when the last ones are saved at once', async () => {
  const user = await client.aUser()
  await service.db.run(sql`
    insert into saved_views (id, client_id, user_id, page, name, search, shared)
    select new_id(), ${client.id}, ${user.id}, '/orders', number::text, '', false
    from generate_series(2, ${maxViewsPerUser}::int) as number`)
  const answers = await Promise.all([1, 2].map(() => user.api.post('/views', aNewView())))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expectProblem(await user.api.post('/views', aNewView()), 'views/limit-reached')
})

test('the staff share theirs among themselves, and those with staff:admin change them', async () => {
  const [leo, mia, admin] = [
    await service.aStaffUser(['staff:read']),
    await service.aStaffUser(['staff:read']),
    await service.aStaffUser(['staff:admin']),
  ]
  const view = await save(leo, { page: '/warehouse/orders', shared: true })
  expect(await seenBy(mia)).toEqual([view.id])
  expect(await seenBy(ana)).not.toContain(view.id)
  expectProblem(await mia.api.delete(`/views/${view.id}`), 'auth/administrator-required')
  expect((await admin.api.delete(`/views/${view.id}`)).status).toBe(204)
})
