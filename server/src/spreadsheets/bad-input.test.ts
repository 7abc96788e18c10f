// What people and programs send in place of a sheet: each is read as it was meant, or refused in words, in bounded time and memory.
import { Readable } from 'node:stream'
import { columnFinder, orderColumns } from '@anden/contract'
import { expect, test } from 'vitest'
import { archive, excelFile } from '../../tests/harness/excel-file.ts'
import {
  errorCell,
  formulaCell,
  numberCell,
  textCell,
  workbook,
  xmlRow,
} from '../../tests/harness/order-sheets.ts'
import { UnreadableSheet } from './file.ts'
import { readTable } from './table.ts'

type Column = keyof typeof orderColumns
const form = {
  maxLines: 2_000,
  columnOf: columnFinder<Column>(orderColumns),
  columns: Object.keys(orderColumns) as Column[],
  required: [['reference'], ['quantity']],
} as const

const read = (content: string | Uint8Array) => {
  const bytes = Buffer.from(content as string)
  const file = {
    sizeBytes: () => bytes.length,
    head: async (length: number) => bytes.subarray(0, length),
    read: () => Readable.from([bytes]),
  }
  return readTable<Column>(file, form, null)
}
/** Why the file cannot be read, with the line. */
async function refusal(content: string | Uint8Array) {
  const error: unknown = await read(content).catch((refused: unknown) => refused)
  if (!(error instanceof UnreadableSheet)) throw new Error(`it was read, or broke: ${error}`)
  return [error.line, error.found.code]
}
/** The texts of the lines, and what is wrong: with the sheet, and with its cells. */
async function table(content: string | Uint8Array) {
  const { lines, faults, workbook: source } = await read(content)
  const cells = lines.flatMap((line) => line.cells)
  return {
    texts: lines.map((line) => line.cells.map(({ text }) => text)),
    codes: [...faults.map(({ code }) => code), ...cells.flatMap(({ fault }) => fault?.code ?? [])],
    source,
  }
}

const head = 'reference;quantity'
const headRow = xmlRow(1, [textCell('reference'), textCell('quantity')])
const oneRow = (row: number, ...cells: string[]) => headRow + xmlRow(row, cells)

test('CSV in any dialect, and a workbook that is a CSV under another name, are read', async () => {
  for (const text of [
    'reference,quantity\nA,2',
    '\uFEFFreference;quantity\r\nA;2\r\n',
    'Referencia\tCANTIDAD\nA\t2\n\n',
    '"Référencia";"quantity";;\n"A";"2";;\n;;;\n',
  ]) {
    const { texts, codes } = await table(text.replace('Référencia', 'Referencia'))
    expect([texts[0]?.slice(0, 2), codes]).toEqual([['A', '2'], []])
  }
})

test('text in another encoding, NUL, an open quote and endless cells are refused at their line', async () => {
  expect(await refusal(Buffer.from(`${head}\nA;1\nÑandú;2\n`, 'latin1'))).toEqual([3, 'not_utf8'])
  expect(await refusal(Buffer.from(`${head}\nA;1\n`, 'utf16le'))).toEqual([1, 'not_utf8'])
  expect(await refusal(`${head}\nA\0B;1\n`)).toEqual([2, 'not_utf8'])
  expect(await refusal(`${head}\n"A;1\n`)).toEqual([2, 'quote_not_closed'])
  expect(await refusal(`${head}\n${'x'.repeat(100_000)};1\n`)).toEqual([2, 'line_too_long'])
  expect(await refusal('')).toEqual([1, 'header_missing'])
  expect(await refusal(`${head}\n;\n`)).toEqual([1, 'no_lines'])
  expect((await refusal(`${head}\n${'A;1\n'.repeat(2_001)}`))[1]).toBe('too_many_lines')
})

test('headings that are twice there, unknown or missing, and lines of another width, are faults', async () => {
  expect((await table('reference;ref;quanto;;quantity\nA;A;1;x;2')).codes).toEqual([
    'column_twice',
    'unknown_column',
    'unnamed_column',
  ])
  expect((await table('quantity\n1')).codes).toEqual(['column_missing'])
  expect((await table(`${head}\nA;1;3\nB\n`)).codes).toEqual(['too_many_fields', 'too_few_fields'])
  expect((await table(`${head}\nA;#N/A\nB;#¡REF!\n`)).codes).toEqual(['cell_error', 'cell_error'])
})

test('a bomb, a million empty rows, and what is no workbook are refused before they are unpacked', async () => {
  const rows = '<row r="9" ht="15"/>'.repeat(1_000_000)
  expect(await refusal(workbook([{ name: 'A', rows: headRow + rows }]))).toEqual([1, 'spreadsheet_too_large'])
  const shared = { 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(1_200_000)}</sst>` }
  expect(await refusal(workbook([{ name: 'A', rows: headRow }], shared))).toEqual([
    1,
    'spreadsheet_too_large',
  ])
  expect(await refusal(archive({ 'word/document.xml': '<w/>' }))).toEqual([1, 'not_a_spreadsheet'])
  expect(await refusal(archive({ 'a.xml': 'a'.repeat(9_000) }, { 'a.xml': 0 }))).toEqual([
    1,
    'not_a_spreadsheet',
  ])
  expect(await refusal(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toEqual([1, 'not_a_spreadsheet'])
  expect(await refusal(Buffer.from(excelFile([['reference']])).subarray(0, 200))).toEqual([
    1,
    'not_a_spreadsheet',
  ])
})

test('of a workbook the first visible sheet is read, and said; macros and links are not opened', async () => {
  const more = {
    'xl/vbaProject.bin': 'macro',
    'xl/externalLinks/externalLink1.xml': '<externalLink><externalBook/></externalLink>',
  }
  const sheets = [
    { name: 'Oculta', hidden: true, rows: oneRow(2, textCell('X'), numberCell(9)) },
    { name: 'Pedidos', rows: oneRow(7, textCell('A'), numberCell(2.5)) },
    { name: 'Otra', rows: '' },
  ]
  const { texts, codes, source } = await table(workbook(sheets, more))
  expect([texts, codes]).toEqual([[['A', '2.5']], []])
  expect(source).toEqual({ sheet: 'Pedidos', position: 2, sheets: 3, hidden: 1 })
})

test('formulas have their last result or are faults, as are errors and merged cells; long cells end early', async () => {
  const rows =
    headRow +
    xmlRow(2, [textCell('A'), formulaCell('1+1', 2)]) +
    xmlRow(3, [textCell('B'), formulaCell('1+1')]) +
    xmlRow(4, [textCell('C'), errorCell('#N/A')]) +
    xmlRow(5, [textCell('D'), numberCell(1)]) +
    xmlRow(6, ['<c/>', numberCell(1)]) +
    xmlRow(7, [textCell('x'.repeat(100_000)), numberCell(1)])
  const after = '<mergeCells><mergeCell ref="A5:A6"/></mergeCells>'
  const { lines, faults } = await read(workbook([{ name: 'A', rows, after }]))
  expect(faults).toEqual([])
  expect(lines.map(({ line, cells }) => [line, cells[0]?.fault?.code, cells[1]?.fault?.code])).toEqual([
    [2, undefined, undefined],
    [3, undefined, 'formula_without_value'],
    [4, undefined, 'cell_error'],
    [5, undefined, undefined],
    [6, 'merged_cells', undefined],
    [7, undefined, undefined],
  ])
  expect(lines[0]?.cells[1]).toMatchObject({ text: '2', number: 2 })
  expect(lines[4]?.cells[0]?.fault?.candidates).toEqual([{ value: 'D', label: null }])
  expect(lines[5]?.cells[0]?.text.length).toBe(2_500)
  const beside = await table(
    workbook([{ name: 'A', rows: oneRow(2, textCell('A'), numberCell(1), numberCell(3)) }]),
  )
  expect(beside.codes).toEqual(['cell_outside_columns'])
})
