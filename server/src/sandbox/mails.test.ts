import { expect, test } from 'vitest'
import { useService } from '../../tests/harness/prologue.ts'
import { sql } from '../db/sql.ts'
import { insertSandboxMail } from './mails.ts'

const service = await useService()

test('pages show every mail of the sandbox once, newest first, also of one moment, and none of another', async () => {
  const [sandbox, other] = await Promise.all(
    [1, 2].map(async () => service.aSandboxOf(await service.aClient())),
  )
  if (!sandbox || !other) throw new Error('two sandboxes were asked for')
  const subjects = Array.from({ length: 7 }, (_, index) => `Remito ${index}`)
  for (const subject of subjects)
    await service.db.run(insertSandboxMail(sandbox.id, { to: 'a@cliente.example', subject, text: 'Hola' }))
  await service.db.run(
    insertSandboxMail(other.id, { to: 'b@cliente.example', subject: 'Otro', text: 'Hola' }),
  )
  await service.db.run(sql`
    update sandbox_mails set created_at = '2026-05-01T00:00:00Z' where subject in ('Remito 1', 'Remito 2', 'Remito 3')`)

  const shown: { subject: string; created_at: string }[] = []
  let cursor = ''
  do {
    const { status, body } = await sandbox.portal.get(`/sandbox/mails?limit=2${cursor}`)
    expect(status).toBe(200)
    shown.push(...body.data)
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
  } while (cursor !== '')
  expect(shown.map(({ subject }) => subject).sort()).toEqual(subjects)
  const moments = shown.map(({ created_at }) => created_at)
  expect(moments).toEqual(moments.toSorted().reverse())

  const { body } = await sandbox.portal.get(
    '/sandbox/mails?from=2026-04-30T00:00:00Z&to=2026-05-02T00:00:00Z',
  )
  expect(body.data).toHaveLength(3)
})
