import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { rowCounts, sendCount } from '../../../tests/harness/counts.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import { addProduct } from '../../../tests/harness/stock-data.ts'
import { backofficePrefix } from '../../app/routes.ts'
import { issueStaffKey } from '../../identity/issue-keys.ts'

const logged: { level: number }[] = []
const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) })
const service = await useService({ log })

test('an upload that breaks off changes nothing, and is not logged as an internal error', async () => {
  const client = await service.aClient()
  await addProduct(service.db, client.id, { sku: 'A' })
  const { token } = await issueStaffKey(service.db, { name: 'ERP', scopes: ['staff:stock'] })
  const before = await rowCounts(service.db)

  const upload = request(`${service.url}${backofficePrefix}/stock/imports?client_id=${client.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', 'content-length': 1000 },
  })
  upload.on('error', () => {})
  upload.write('sku,quantity\nA,1\n')
  const [received] = (await once(service.app.server, 'request')) as [IncomingMessage]
  upload.destroy()
  await new Promise((resolve) => received.once('close', resolve))

  expect(await rowCounts(service.db)).toEqual(before)
  const staff = service.backoffice(token)
  expect((await sendCount(staff, client.id, ['sku,quantity', 'A,1'])).status).toBe(201)
  expect(logged.filter(({ level }) => level > 30)).toEqual([])
})
