// What the log contains of a request, and what it must not contain.
import { pino } from 'pino'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { useService } from '../../../tests/harness/prologue.ts'
import { rawConnection } from '../../../tests/harness/raw-connection.ts'
import { until } from '../../../tests/harness/until.ts'

const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
const service = await useService({ log })

/** The paths in the log after a request, and all lines that it has left there. */
async function logged(path: string, method = 'GET'): Promise<{ paths: string[]; text: string }> {
  lines.length = 0
  const client = rawConnection(service.url)
  const rest = 'HTTP/1.1\r\nHost: anden'
  // Not through a client library, which would normalise the path. The second request shows that the first is complete.
  client.send(`${method} ${path} ${rest}\r\n\r\nGET /the-end ${rest}\r\nConnection: close\r\n\r\n`)
  await client.rest()
  const paths = () => lines.map((line) => String(JSON.parse(line).path))
  await until('both are through', () => paths().includes('/the-end'))
  return { paths: paths().filter((one) => one !== '/the-end'), text: lines.join('') }
}

const token = 'gSVdN2m8yHbJ0n5cQp7r_T4uXw-Zk1eA9fLhRiOs3Bq'
/** Of a driver: shorter than that of a password. */
const driverToken = '6f1d0c5be1a94a7f8d2b3c4d5e6f7a8b'

test.each([
  '/t/TOKEN',
  '/t/TOKEN/',
  '/t/TOKEN?x=1',
  '/t/TOKEN/trip',
  '/t/TOKEN/stops/1/fail',
  '/t/TOKEN/stops/1/nothing',
  '/t/TOKEN/nothing',
  '//t/TOKEN',
  '/T/TOKEN',
  '/t//TOKEN',
  '/%74/TOKEN',
  '/t%2fTOKEN',
  '/t%252fTOKEN',
  '/t;x/TOKEN',
  '/tTOKEN',
  '/es/t/TOKEN',
  '/docs/t/TOKEN',
  '/t/TOKEN%',
  '/TOKEN',
  '/r/TOKEN',
  '/r/TOKEN/remito',
  '/r/TOKEN/pdf',
  '/r/TOKEN/acceptance',
  '/r/TOKEN/nothing',
  '/R/TOKEN/pdf',
  '/r//TOKEN',
  '/%72/TOKEN',
  '/r%2fTOKEN',
  '/rTOKEN',
])('no token of a driver or a remito is logged: %s', async (path) => {
  for (const method of ['GET', 'POST', 'PUT']) {
    const { text } = await logged(path.replace('TOKEN', driverToken), method)
    expect(text).not.toContain(driverToken.slice(0, 12))
  }
})

test.each([
  '/reset/TOKEN',
  '/welcome/TOKEN',
  '//reset/TOKEN',
  '///reset///TOKEN',
  '/reset//TOKEN',
  '/reset/TOKEN/',
  '/reset/TOKEN/more',
  '/reset/x/TOKEN',
  '/./reset/TOKEN',
  '/x/../reset/TOKEN',
  '/Reset/TOKEN',
  '/WELCOME/TOKEN',
  '/%2freset/TOKEN',
  '/%2Freset%2FTOKEN',
  '/reset%2fTOKEN',
  '/%72eset/TOKEN',
  '/%72%65%73%65%74/TOKEN',
  '/%2572eset/TOKEN',
  '/reset%252fTOKEN',
  '/reset%5cTOKEN',
  '/reset\\TOKEN',
  '/reset%20/TOKEN',
  '/reset%00/TOKEN',
  '/rese%E2%80%8Bt/TOKEN',
  '/reset;x/TOKEN',
  '/resetTOKEN',
  '/rest/TOKEN',
  '/es/reset/TOKEN',
  '/docs/reset/TOKEN',
  '/errors/reset/TOKEN',
  '/assets/reset/TOKEN',
  '/api/v1/portal/reset/TOKEN',
  '/api/auth/reset/TOKEN',
  '/reset/TOKEN%',
  '/reset/%zz/TOKEN',
  'http://anden.example/reset/TOKEN',
  '/TOKEN',
])('no token of a link is logged: %s', async (path) => {
  for (const method of ['GET', 'POST']) {
    const { text } = await logged(path.replace('TOKEN', token), method)
    expect(text).not.toContain(token.slice(0, 12))
  }
})

test.each([
  '/api/v1/portal/stock',
  `/api/v1/portal/orders/${uuidv7()}`,
  '/api/auth/two-factor/generate-backup-codes',
  '/orders/new',
  `/warehouse/orders/${uuidv7()}`,
  '/assets/index-DiwrgTda_abcdefghijklmn.js',
  '/nowhere',
  '/wp-login.php',
])('any other path is logged as it is: %s', async (path) => {
  expect((await logged(`${path}?secret=1`)).paths).toEqual([path])
  expect(lines.join('')).not.toContain('secret')
})

test('a page of a link is logged by its name', async () => {
  expect((await logged(`/reset/${token}`)).paths).toEqual(['/reset/…'])
  expect((await logged(`//Welcome/${token}`)).paths).toEqual(['/Welcome/…'])
  expect((await logged(`/t/${driverToken}`)).paths).toEqual(['/t/…'])
  expect((await logged(`/t/${driverToken}/stops/3/fail`, 'POST')).paths).toEqual(['/t/…/stops/3/fail'])
})
