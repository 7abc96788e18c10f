import { request } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backofficePrefix } from '../../app.ts'
import { issueStaffKey } from '../../identity/issue-keys.ts'
import { until } from '../../testing/command.ts'
import { rowCounts } from '../../testing/counts.ts'
import { startTestService, type TestService } from '../../testing/service.ts'
import { addProduct } from '../../testing/stock-data.ts'

type Logged = { level: number; path?: string; status?: number }
const logged: Logged[] = []
let service: TestService
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  service = await startTestService({ log })
})
afterAll(() => service.stop())

test('an upload that breaks off changes nothing, and is no fault of ours', async () => {
  const client = await service.aClient()
  await addProduct(service.db, client.id, { sku: 'A' })
  const { token } = await issueStaffKey(service.db, { name: 'ERP', scopes: ['staff:stock'] })
  const before = await rowCounts(service.db)

  const path = `${backofficePrefix}/stock/imports`
  const upload = request(`${service.url}${path}?client_id=${client.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', 'content-length': 1000 },
  })
  upload.on('error', () => {})
  upload.write('sku,quantity\nA,1\n', () => upload.destroy())

  const ended = () => logged.find((line) => line.path === path)
  await until('the request has ended', () => ended() !== undefined)
  expect(ended()).toMatchObject({ status: 400 })
  expect(logged.filter(({ level }) => level > 30)).toEqual([])
  expect(await rowCounts(service.db)).toEqual(before)
})
