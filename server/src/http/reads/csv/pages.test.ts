// The pages of an export and the stream that they are pulled by, without a database and a network.

import { once } from 'node:events'
import { Writable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { Type } from '@anden/contract'
import { expect, test } from 'vitest'
import { recordsOf } from '../../../../tests/harness/csv.ts'
import type { PageRange } from '../../../db/keyset.ts'
import { csvPages, defaultCsvPolicy, firstPageRange, pullStream, TooManyRows } from './export.ts'
import { csvTable } from './table.ts'

const table = csvTable(Type.Object({ n: Type.Integer(), text: Type.String() }))
const dialect = { separator: ',', decimalMark: '.' } as const

/** A list of `rowCount` rows, and what was read of it. */
function exportOf(rowCount: number, limits = {}, textLength = 10) {
  const policy = { ...defaultCsvPolicy, ...limits }
  const reads: number[] = []
  const read = async ({ after, rowLimit }: PageRange) => {
    const start = Number(after?.[0] ?? 0)
    const end = Math.min(rowCount, start + rowLimit - 1)
    reads.push(end - start)
    const rows = Array.from({ length: end - start }, (_, i) => ({
      n: start + i,
      text: 'x'.repeat(textLength),
    }))
    return { rows, next: end < rowCount ? [end] : null }
  }
  const start = async () =>
    csvPages(await read(firstPageRange(null, policy)), read, { table, dialect, policy })
  return { start, reads }
}

async function textOf(pages: AsyncIterable<Buffer>): Promise<string> {
  const chunks = []
  for await (const page of pages) chunks.push(page)
  return Buffer.concat(chunks).toString()
}

test('every row is written once, after one header', async () => {
  const { start, reads } = exportOf(2_345)
  const [header, ...records] = recordsOf(await textOf(await start()))
  expect(header).toEqual(['n', 'text'])
  expect(records.map(([n]) => Number(n))).toEqual(Array.from({ length: 2_345 }, (_, i) => i))
  expect(reads).toEqual([100, 1_000, 1_000, 245])
})

test('an empty list is a header', async () => {
  expect(await textOf(await exportOf(0).start())).toBe('\u{feff}n,text\r\n')
})

test('pages of long rows have fewer of them', async () => {
  const { start, reads } = exportOf(300, {}, 10_000)
  await textOf(await start())
  expect(Math.max(...reads.slice(1))).toBeLessThan(27)
})

test('a list of the maximum length is complete, and one row more is an error after the maximum', async () => {
  const limits = { maxRows: 250, maxPageRows: 100 }
  expect(recordsOf(await textOf(await exportOf(250, limits).start()))).toHaveLength(251)
  const { start, reads } = exportOf(251, limits)
  await expect(start().then(textOf)).rejects.toThrow(TooManyRows)
  expect(reads).toEqual([100, 100, 50])
})

test('the next page is read only when the reader has taken the previous one', async () => {
  const { start, reads } = exportOf(1_000, { maxPageRows: 100 })
  const never = () => expect.unreachable()
  const body = pullStream(await start(), { stallMs: 60_000, onStall: never, onFailure: never })
  const taken: (() => void)[] = []
  const received: Buffer[] = []
  const slow = new Writable({
    highWaterMark: 1,
    write(chunk, _, done) {
      received.push(chunk)
      taken.push(done)
    },
  })
  const ended = once(slow, 'finish')
  body.pipe(slow)
  for (let page = 1; page <= 10; page++) {
    for (let i = 0; i < 20; i++) await turn()
    expect([received.length, reads.length]).toEqual([page, page])
    taken[page - 1]?.()
  }
  await ended
  expect(recordsOf(Buffer.concat(received).toString())).toHaveLength(1_001)
})
