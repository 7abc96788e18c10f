// A sandbox that nobody uses is announced, once, and emptied a week later, unless somebody uses it.
import { expect, test } from 'vitest'
import { keptMail } from '../../tests/harness/mail-server.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { finishReset } from '../../tests/harness/resets.ts'
import { until } from '../../tests/harness/until.ts'
import { sql } from '../db/sql.ts'
import { touchSandboxes } from '../identity/queries.ts'
import { startJobs } from '../jobs/runner.ts'
import { tidyIdleSandboxes } from './idle.ts'

const { service, warehouse } = await useWarehouse()
const day = 86_400_000

async function anIdleSandbox() {
  const live = await warehouse.aStockedClient()
  const sandbox = await service.aSandboxOf(live)
  const since = Date.now()
  const use = (at: number) => service.db.run(touchSandboxes([sandbox.id], [new Date(at).toISOString()]))
  await use(since)
  const after = (days: number) => tidyIdleSandboxes(service.deps, since + days * day)
  const state = () =>
    service.db.one(sql<{ announced_at: string | null; emptied_at: string | null; products: number }>`
      select announced_at, emptied_at,
        (select count(*)::int from products where products.client_id = sandboxes.client_id) as products
      from sandboxes where client_id = ${sandbox.id}`)
  return { live, sandbox, after, state, use }
}

test('it is announced by mail to the administrators, from the live account, once, and emptied a week later', async () => {
  const { live, sandbox, after, state } = await anIdleSandbox()
  const { email } = await live.aUser('administrator')
  await live.aUser('operator')
  expect(await after(22)).toEqual({ announced: 0, emptied: 0 })
  expect((await state()).announced_at).toBeNull()
  expect((await after(23.5)).announced).toBe(1)
  expect(await after(24)).toEqual({ announced: 0, emptied: 0 })
  expect(await after(30.4)).toEqual({ announced: 0, emptied: 0 })
  const kept = keptMail()
  const jobs = await startJobs(service.deps, kept.transport)
  await until('the mail is sent', () => kept.mails.length > 0)
  await jobs.stop()
  expect(kept.mails.map(({ to }) => to)).toEqual([email])
  expect(kept.mails[0]?.text).toContain('entorno de pruebas')

  expect(await after(30.6)).toEqual({ announced: 0, emptied: 1 })
  expect(await after(31)).toEqual({ announced: 0, emptied: 0 })
  await finishReset(service, sandbox.id)
  expect(await state()).toMatchObject({ emptied_at: expect.any(String), products: 0 })
  expect((await after(90)).announced).toBe(0)
  const audited = await service.db.rows(
    sql`select actor, action, after from audit_entries where client_id = ${sandbox.id}`,
  )
  expect(audited).toEqual([{ actor: 'idle-sandboxes', action: 'sandbox.reset', after: { data: 'empty' } }])
  const staff = await service.aStaffMember(['staff:clients'])
  const { body } = await staff.get(`/clients/${live.id}/sandbox`)
  expect(body).toMatchObject({ emptied_at: expect.any(String), used: { products: 0 } })
})

test('a use after the announcement keeps it', async () => {
  const { after, state, use } = await anIdleSandbox()
  expect((await after(24)).announced).toBe(1)
  await use(Date.now() + 25 * day)
  expect((await state()).announced_at).toBeNull()
  expect(await after(40)).toEqual({ announced: 0, emptied: 0 })
  expect(await state()).toMatchObject({ emptied_at: null, products: 1 })
  expect((await after(50)).announced).toBe(1)
  await use(Date.now() + 50 * day)
})

test('several processes announce and empty it once', async () => {
  const { sandbox, after, state } = await anIdleSandbox()
  const announced = await Promise.all([after(24), after(24), after(24)])
  expect(announced.reduce((sum, done) => sum + done.announced, 0)).toBe(1)
  const emptied = await Promise.all([after(40), after(40), after(40)])
  expect(emptied.reduce((sum, done) => sum + done.emptied, 0)).toBe(1)
  await finishReset(service, sandbox.id)
  expect((await state()).products).toBe(0)
})
