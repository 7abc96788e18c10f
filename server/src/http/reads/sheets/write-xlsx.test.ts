// The writer of Excel files, without a database and a network: many rows, and a reader that is slower than they are.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sizes } from '../../../../tests/harness/sizes.ts'
import { readXlsx } from '../../../../tests/harness/xlsx.ts'
import type { PageRange } from '../../../db/keyset.ts'
import { defaultCsvPolicy, pullStream } from '../csv/export.ts'
import type { CellValue } from './sheet.ts'
import { localTimeIn } from './sheet-handler.ts'
import { xlsxOf } from './write-xlsx.ts'

const heading = (es: string) => ({ es, en: es })
const file = {
  name: heading('prueba'),
  columns: [
    { heading: heading('Número'), kind: 'text', width: 10 },
    { heading: heading('Cantidad'), kind: 'number', width: 10 },
    { heading: heading('Importe'), kind: 'money', width: 10 },
    { heading: heading('Vence'), kind: 'date', width: 10 },
    { heading: heading('Fecha'), kind: 'moment', width: 10 },
  ],
  language: 'es',
  localTime: localTimeIn('America/Argentina/Buenos_Aires'),
} as const

/** A list of `rowCount` rows, and how often it was read. Random text, so that the file is as large as its rows. */
function listOf(rowCount: number) {
  const reads: number[] = []
  const read = async ({ after, rowLimit }: PageRange) => {
    const start = Number(after?.[0] ?? 0)
    const end = Math.min(rowCount, start + rowLimit - 1)
    reads.push(end - start)
    const rows = Array.from({ length: end - start }, (_, i): CellValue[] => [
      `${start + i} ${randomBytes(300).toString('base64')}`,
      (start + i) / 1_000,
      (start + i) / 100,
      '2026-12-31',
      '2026-11-18T02:30:00.000Z',
    ])
    return { rows, next: end < rowCount ? [end] : null }
  }
  return { read, reads }
}
const start = async ({ read }: ReturnType<typeof listOf>) =>
  xlsxOf(await read({ after: null, rowLimit: 101 }), read, defaultCsvPolicy, file)

test('every row is written once, numbers as numbers that add up, dates in local time', async () => {
  const count = sizes.exportRows
  const chunks: Buffer[] = []
  for await (const chunk of await start(listOf(count))) chunks.push(chunk)
  const { headings, rows } = readXlsx(Buffer.concat(chunks))
  expect(headings).toEqual(['Número', 'Cantidad', 'Importe', 'Vence', 'Fecha'])
  expect(rows).toHaveLength(count)
  const isInOrder = rows.every(([first], index) => String(first?.value).startsWith(`${index} `))
  expect(isInOrder).toBe(true)
  const sumOf = (column: number, scale: number) =>
    rows.reduce((sum, row) => sum + Math.round(Number(row[column]?.value) * scale), 0)
  const total = (count * (count - 1)) / 2
  expect([sumOf(1, 1_000), sumOf(2, 100)]).toEqual([total, total])
  expect(rows[0]?.slice(2)).toEqual([
    { type: 'number', value: 0, format: '#,##0.00' },
    { type: 'number', value: 46_387, format: 'dd/mm/yyyy' },
    // 23:30 of the day before.
    { type: 'number', value: expect.closeTo(46_343 + 23.5 / 24, 8), format: 'dd/mm/yyyy hh:mm' },
  ])
})

test('rows are read as the reader takes bytes, never more than a few pages ahead', async () => {
  const list = listOf(20_000)
  const never = () => expect.unreachable()
  const body = pullStream(await start(list), { stallMs: 60_000, onStall: never, onFailure: never })
  let received = 0
  let taken: (() => void) | undefined
  const slow = new Writable({
    highWaterMark: 1,
    write(chunk, _, done) {
      received += chunk.length
      taken = done
    },
  })
  const ended = once(slow, 'finish')
  body.pipe(slow)
  // A page is 256 kB of text, of which base64 leaves three quarters after compression.
  const pagesTaken = () => received / (190 * 1024)
  while (!slow.writableFinished) {
    for (let i = 0; i < 50 && !taken && !slow.writableFinished; i++) await turn()
    expect(list.reads.length - pagesTaken()).toBeLessThan(8)
    const take = taken
    taken = undefined
    if (take) take()
    else await turn()
  }
  await ended
  expect(list.reads.reduce((sum, rows) => sum + rows, 0)).toBe(20_000)
  expect(list.reads.length).toBeGreaterThan(30)
})

test('an error while rows are read ends the file with it', async () => {
  const { read } = listOf(1_000)
  const pages = xlsxOf(
    await read({ after: null, rowLimit: 101 }),
    () => Promise.reject(new Error('the disk is gone')),
    defaultCsvPolicy,
    file,
  )
  const all = async () => {
    for await (const _ of pages);
  }
  await expect(all()).rejects.toThrow('the disk is gone')
})
