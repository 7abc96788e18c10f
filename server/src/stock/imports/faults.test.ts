import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { lotsOf, rowCounts, sendCount } from '../../../tests/harness/counts.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import type { TestClient } from '../../../tests/harness/service.ts'
import { sizes } from '../../../tests/harness/sizes.ts'
import { addLot, addProduct } from '../../../tests/harness/stock-data.ts'
import { sql } from '../../db/sql.ts'
import type { ProblemError } from '../../problem.ts'
import { loadLines } from './load-lines.ts'
import { maxLines, readCountFile } from './read-file.ts'
import { createStagingTables } from './staging-tables.ts'

let client: TestClient
const service = await useService()
const staff = await service.aStaffMember()
beforeEach(async () => {
  client = await service.aClient()
  const caja = await addProduct(service.db, client.id, { sku: 'CAJA', unit_type: 'caja' })
  await addProduct(service.db, client.id, { sku: 'KG', unit_type: 'kg' })
  await addLot(service.db, client.id, caja.id, { lot_number: 'L', quantity: 3 })
})

type UploadedFile = string | readonly string[] | Uint8Array<ArrayBuffer>

/** Imports the file, which must be refused without any change, and returns its faults. */
async function faultsIn(file: UploadedFile) {
  const before = { rows: await rowCounts(service.db), lots: await lotsOf(service.db, client.id) }
  const answer = await sendCount(staff, client.id, file)
  const { errors, detail } = expectProblem(answer, 'imports/invalid-file')
  expect({ rows: await rowCounts(service.db), lots: await lotsOf(service.db, client.id) }).toEqual(before)
  return { errors, detail, only: errors.length === 1 ? errors[0] : null }
}
const oneFault = async (file: UploadedFile) => (await faultsIn(file)).only
const fault = (line: number, column: string | null, detail: RegExp) => ({
  line,
  column,
  detail: expect.stringMatching(detail),
})

describe('a header', () => {
  test.each([
    [
      'sku,quantity,precio\nKG,1,2',
      fault(1, 'precio', /is not a known column: the columns are sku, quantity/),
    ],
    ['sku,quantity,sku\nKG,1,KG', fault(1, 'sku', /more than once/)],
    ['sku,lot_number\nKG,1', fault(1, 'quantity', /missing in the header/)],
    ['sku,quantity,\nKG,1,', fault(1, '', /column 3 has no name/)],
  ])('%j is refused', async (file, expected) => {
    expect(await oneFault(file)).toEqual(expected)
  })

  test('reports all its faults at once', async () => {
    const { errors } = await faultsIn('rubro;importe\nKG;1')
    expect(errors.map(({ column }: { column: string }) => column)).toEqual([
      'rubro',
      'importe',
      'sku',
      'quantity',
    ])
  })

  test.each([
    ['', /starts with a header/],
    ['\n\r\n', /starts with a header/],
    ['sku,quantity\n', /no line follows/],
    ['\uFEFFsku,quantity\n\n,\n', /no line follows/],
  ])('a file that is only %j is refused', async (file, detail) => {
    expect(await oneFault(file)).toEqual(fault(1, null, detail))
  })
})

describe('a line', () => {
  const header = 'sku,quantity,lot_number,expiry_date,vintage_year,name,unit_type'
  test.each([
    [',1,,,,,', fault(2, 'sku', /must not be empty/)],
    [`${'x'.repeat(65)},1,,,,x,caja`, fault(2, 'sku', /at most 64 characters/)],
    ['"A\nB",1,,,,x,caja', fault(2, 'sku', /line break/)],
    ['KG,,,,,,', fault(2, 'quantity', /must not be empty/)],
    ['KG,-1,,,,,', fault(2, 'quantity', /must be at least 0/)],
    ['KG,1.2345,,,,,', fault(2, 'quantity', /at most 3 decimals/)],
    ['KG,"1.234,5",,,,,', fault(2, 'quantity', /without thousands separators/)],
    ['KG,1e3,,,,,', fault(2, 'quantity', /must be a number/)],
    ['KG,doce,,,,,', fault(2, 'quantity', /must be a number/)],
    ['KG,1000000000.001,,,,,', fault(2, 'quantity', /at most 1000000000/)],
    ['CAJA,1.5,,,,,', fault(2, 'quantity', /must be a whole number: cajas are counted whole/)],
    ['NUEVO,1.5,,,,Nuevo,bulto', fault(2, 'quantity', /bultos are counted whole/)],
    [`KG,1,${'x'.repeat(65)},,,,`, fault(2, 'lot_number', /at most 64 characters/)],
    ['KG,1,,31/03/2027,,,', fault(2, 'expiry_date', /YYYY-MM-DD, year first/)],
    ['KG,1,,2027,,,', fault(2, 'expiry_date', /YYYY-MM-DD$/)],
    ['KG,1,,2027-02-29,,,', fault(2, 'expiry_date', /^is not a day: 2027-02-29 does not exist$/)],
    ['KG,1,,,1899,,', fault(2, 'vintage_year', /from 1900 to 2200/)],
    ['KG,1,,,20,,', fault(2, 'vintage_year', /from 1900 to 2200/)],
    [`NUEVO,1,,,,${'x'.repeat(201)},caja`, fault(2, 'name', /at most 200 characters/)],
    ['NUEVO,1,,,,Nuevo,docena', fault(2, 'unit_type', /must be one of unidad, caja/)],
    ['KG,1,,,,,caja', fault(2, 'unit_type', /counted by kg/)],
    ['NUEVO,1,,,,Nuevo,', fault(2, 'sku', /to create it, give its name and unit_type/)],
    ['NUEVO,1,,,,,caja', fault(2, 'sku', /not a product of this client/)],
    ['caja,1,,,,,', fault(2, 'sku', /not a product of this client/)],
    ['KG,1,,,', fault(2, null, /has 5 fields where the header has 7/)],
    ['KG,1,5,,,,,', fault(2, null, /has 8 fields .* decimal comma, needs quotes/)],
  ])('%j is refused', async (line, expected) => {
    expect(await oneFault([header, line])).toEqual(expected)
  })

  test('that names the lot of an earlier one is refused, and says which', async () => {
    const lines = ['sku,quantity,lot_number', 'KG,1,', '', 'CAJA,1,SIN-LOTE', 'KG,1,SIN-LOTE', 'KG,2,L']
    expect(await oneFault(lines)).toEqual(fault(5, 'sku', /same lot as on line 2/))
  })

  test('is numbered by its first line in the file, also after quoted line breaks', async () => {
    const file = `${header}\r\n\r\nA,1,,,,"uno\r\ndos\ntres",caja\r\n\r\nB,x,,,,"uno\r\ndos",caja\r\nKG,1,,,,,\r\nC,1,,,,,`
    const { errors } = await faultsIn(file)
    expect(errors).toEqual([fault(7, 'quantity', /number/), fault(10, 'sku', /not a product/)])
  })

  test('that takes a product past what can be counted is refused', async () => {
    const lines = Array.from({ length: 1001 }, (_, index) => `KG,1000000000,L${index}`)
    const expected = fault(1002, 'quantity', /a trillion/)
    expect(await oneFault(['sku,quantity,lot_number', ...lines])).toEqual(expected)
  })

  test.each([
    ['KG,1\n"CAJA,1\nKG,2\n', 3, /opens a quote that is not closed/],
    ['KG,1\nCA"JA,1\n', 3, /quote in the wrong place/],
    ['KG,1\n"CAJA"x,1\n', 3, /quote in the wrong place/],
    [`KG,1\n"${'CAJA,1\n'.repeat(20_000)}`, 3, /opens a quote that is not closed/],
    [`KG,1\n${'x'.repeat(200_000)}`, 3, /longer than 64 KiB/],
  ])('with quotes or a length that cannot be is refused: %#', async (lines, line, detail) => {
    expect(await oneFault(`sku,quantity\n${lines}`)).toEqual(fault(line, null, detail))
  })
})

describe('a file', () => {
  const lines = (count: number, make = (index: number) => `KG,1,L${index}`) =>
    Array.from({ length: count }, (_, index) => make(index))

  test('in Latin-1 or UTF-16 is refused, and says on which line and what to do', async () => {
    const text = ['sku,quantity,lot_number', ...lines(5000), 'KG,1,Año', ...lines(10)].join('\n')
    const notUtf8 = (line: number) => fault(line, null, /is not UTF-8: save the file as "CSV UTF-8"/)
    expect(await oneFault(new Uint8Array(Buffer.from(text, 'latin1')))).toEqual(notUtf8(5002))
    expect(await oneFault(new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le')))).toEqual(notUtf8(1))
    expect(await oneFault(new Uint8Array(Buffer.from(text, 'utf16le')))).toEqual(notUtf8(1))
    expect(await oneFault('sku,quantity\nKG,1\nKG\0,1')).toEqual(notUtf8(3))
  })

  test('with one fault on its last line but one is refused with that line', async () => {
    const line = sizes.importLines - 1
    const file = ['sku,quantity,lot_number', ...lines(line - 2), 'KG,uno,L', 'KG,1,L']
    const { errors, detail } = await faultsIn(file)
    expect(errors).toEqual([fault(line, 'quantity', /must be a number/)])
    expect(detail).toMatch(
      `The file has 1 error; nothing was changed. Line ${line}, quantity: must be a number`,
    )
  })

  test('with many faults shows them by line, of every kind, and their total', async () => {
    const file = ['sku,quantity', ...lines(50, (index) => (index % 2 ? `NADIE${index},1` : 'KG,x'))]
    const { errors, detail } = await faultsIn(file)
    expect(errors.map(({ line }: { line: number }) => line)).toEqual(lines(50, (i) => `${i + 2}`).map(Number))
    expect(detail).toMatch(/^The file has 50 errors/)
  })

  /** How many blocks of an endless file are read before it is refused. */
  async function blocksRead(lines: string) {
    const header = 'sku,quantity,lot_number\n'
    let blocks = 0
    const file = Readable.from(
      (function* () {
        yield Buffer.from(header)
        for (const block = Buffer.from(lines); ; blocks++) yield block
      })(),
      { highWaterMark: 1 },
    )
    const refusal = await service.db.transaction(async (tx) => {
      // A million blank lines write nothing, and on a busy machine reading them takes longer than a transaction may be idle.
      await tx.run(sql`set local idle_in_transaction_session_timeout = 0`)
      await createStagingTables(tx)
      const received = { read: () => file, head: async () => Buffer.alloc(0), sizeBytes: () => 0 }
      return loadLines(tx, readCountFile(received)).catch((error: ProblemError) => error)
    })
    return { blocks, refusal: refusal as ProblemError }
  }

  test('with a thousand faults is not read any further, and shows them all', async () => {
    const { blocks, refusal } = await blocksRead('KG,uno,\n'.repeat(8192))
    expect(blocks).toBeLessThan(10)
    expect(refusal.details.detail).toMatch(/^The file has at least 1,000 errors; nothing was changed/)
    expect(refusal.details.errors).toHaveLength(1000)

    const many = lines(3000, (index) => (index === 1 ? 'KG,x' : `NADIE${index},1`))
    const { detail, errors } = await faultsIn(['sku,quantity', ...many])
    expect(detail).toMatch(/^The file has at least 1,000 errors/)
    expect(errors.slice(0, 3)).toEqual([
      fault(2, 'sku', /not a product/),
      fault(3, 'quantity', /number/),
      fault(4, 'sku', /not a product/),
    ])
  })

  test.each(['\n', ',,\n'])('of ever more lines such as %j is read up to a bound', async (line) => {
    const linesPerBlock = 8192
    const { blocks, refusal } = await blocksRead(line.repeat(linesPerBlock))
    expect(blocks).toBeLessThan(maxLines / linesPerBlock + 30)
    expect(refusal.details.errors).toMatchObject([fault(maxLines + 1, null, /may have 1048576 lines/)])
  })

  test('of as many lines as there may be is read to its end', async () => {
    const file = `sku,quantity\n${'\n'.repeat(maxLines - 2)}`
    expect(await oneFault(`${file}KG,x`)).toEqual(fault(maxLines, 'quantity', /must be a number/))
    expect(await oneFault(`${file}\nKG,x`)).toEqual(fault(maxLines + 1, null, /one too many/))
  })

  test('larger than 64 MiB is refused', async () => {
    const file = new Uint8Array(64 * 1024 * 1024 + 1).fill(0x61)
    expectProblem(await sendCount(staff, client.id, file), 'validation/payload-too-large')
  })

  test('larger than 64 MiB is refused without a Content-Length, too', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'KG,1\n')
    let left = 80
    const body = new ReadableStream({
      pull(controller) {
        if (left-- > 0) controller.enqueue(chunk)
        else controller.close()
      },
    })
    const answer = await staff.call('POST', `/stock/imports?client_id=${client.id}`, body, {
      'content-type': 'text/csv',
    })
    expectProblem(answer, 'validation/payload-too-large')
  })
})
