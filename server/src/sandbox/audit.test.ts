// What is done in a sandbox is recorded as everything else is, by the request that asked for it.
import { expect, test } from 'vitest'
import { useService } from '../../tests/harness/prologue.ts'
import { routeSamples } from '../../tests/harness/route-samples.ts'
import { declarationDeps } from '../app/deps.ts'
import { portalRouter } from '../app/routes.ts'
import { sql } from '../db/sql.ts'

const service = await useService()
const writes = portalRouter(declarationDeps).routes.filter(
  ({ method, environment }) => method !== 'GET' && environment === 'sandbox',
)

test.each(writes)('$method $path leaves its entries in the audit log', async ({ method, path }) => {
  const sandbox = await service.aSandboxOf(await service.aClient())
  const sample = routeSamples[`${method} ${path}`]
  const params = (await sample?.params?.(service.db, sandbox.id)) ?? {}
  const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const body = await sample?.body?.(service.db, sandbox.id)
  const answer = await sandbox.portal.call(method, filled, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  const entries = await service.db.rows<{ client_id: string; actor: string }>(
    sql`select client_id, actor from audit_entries where request_id = ${answer.headers.get('x-request-id')}`,
  )
  expect(entries.length).toBeGreaterThan(0)
  for (const { client_id, actor } of entries) {
    expect(client_id).toBe(sandbox.id)
    expect(actor).toMatch(/^(simulator|client test \(pk_test_\w{7}\))$/)
  }
})
