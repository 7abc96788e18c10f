// Sheets of orders, sent as CSV or as a workbook.
import { archive } from './excel-file.ts'
import type { Caller } from './http.ts'

export type SentSheet = string | readonly string[] | Uint8Array<ArrayBuffer>
const csv = { 'content-type': 'text/csv' }

/** To a route that imports a sheet, with its parameters. */
export function sendSheet(
  caller: Caller,
  path: string,
  file: SentSheet,
  headers: Record<string, string> = {},
) {
  const content = file instanceof Uint8Array || typeof file === 'string' ? file : file.join('\n')
  return caller.post(path, new Blob([content]), { ...csv, ...headers })
}

export const orderSheetHeader = 'reference;destinatario;sku;quantity'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...all: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(
      ([id, type, target]) => `<Relationship Id="${id}" Type="${relationTypes}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

type SheetXml = { name: string; hidden?: boolean; rows: string; after?: string }

/** A workbook with several sheets, of which each has the XML of its rows. `more`: further parts, such as macros. */
export function workbook(sheets: readonly SheetXml[], more: Record<string, string> = {}) {
  const listed = sheets.map(
    ({ name, hidden }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  )
  const parts = sheets.map(({ rows, after = '' }, index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
  ])
  return archive({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationTypes}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...sheets.map((_, index): [string, string, string] => [
        `rId${index + 1}`,
        'worksheet',
        `worksheets/sheet${index + 1}.xml`,
      ]),
    ),
    ...Object.fromEntries(parts),
    ...more,
  })
}

/** Cells as XML: `text` inline, `number`, `error`, and `formula`, which may have no result. */
export const xmlRow = (row: number, cells: readonly string[]) =>
  `<row r="${row}">${cells.map((cell, index) => cell.replace('<c', `<c r="${String.fromCharCode(65 + index)}${row}"`)).join('')}</row>`
export const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
export const numberCell = (value: number) => `<c><v>${value}</v></c>`
export const errorCell = (text: string) => `<c t="e"><v>${text}</v></c>`
export const formulaCell = (formula: string, result?: number) =>
  `<c><f>${formula}</f>${result === undefined ? '' : `<v>${result}</v>`}</c>`
