// Reads an Excel file with code that shares nothing with the writer: the directory of the archive, and the cells of its
// first sheet as they are stored.
import { inflateRawSync } from 'node:zlib'

/** `text`: a string cell. `number`: a number, also of a date, with the format in which it is shown. */
type XlsxCell =
  | { type: 'text'; value: string }
  | { type: 'number'; value: number; format: string }
  | { type: 'formula'; value: string }
  | null

export type XlsxSheet = { name: string; headings: string[]; rows: XlsxCell[][] }

export function readXlsx(bytes: Uint8Array): XlsxSheet {
  const files = unzip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const fileOf = (path: string) => files.get(path)?.toString() ?? ''
  const formats = formatsOf(fileOf('xl/styles.xml'))
  const [, name = ''] = /<sheet name="([^"]*)"/.exec(fileOf('xl/workbook.xml')) ?? []
  const rows: XlsxCell[][] = []
  for (const [, number, content = ''] of fileOf('xl/worksheets/sheet1.xml').matchAll(
    /<row r="(\d+)"[^>]*>(.*?)<\/row>/gs,
  ))
    rows[Number(number) - 1] = cellsOf(content, formats)
  const [head = [], ...body] = rows
  return { name, headings: head.map((cell) => String(cell?.value ?? '')), rows: body }
}

/** The rows by their headings, with numbers and texts alike as plain values. */
export function recordsOfXlsx({ headings, rows }: XlsxSheet): Record<string, string | number | null>[] {
  return rows.map((row) =>
    Object.fromEntries(headings.map((heading, index) => [heading, row[index]?.value ?? null])),
  )
}

/** The digits of a date cell: `2026-11-14 09:30`. */
export const wallTime = (serial: string | number | null | undefined) =>
  new Date(Math.round((Number(serial) - 25_569) * 86_400) * 1_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')

function cellsOf(row: string, formats: string[]): XlsxCell[] {
  const cells: XlsxCell[] = []
  for (const [, column = '', attributes = '', content = ''] of row.matchAll(
    /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
  ))
    cells[columnIndex(column)] = cellOf(attributes, content, formats)
  return Array.from(cells, (cell) => cell ?? null)
}

function cellOf(attributes: string, content: string, formats: string[]): XlsxCell {
  if (content === '') return null
  const formula = /<f[^>]*>(.*?)<\/f>/s.exec(content)?.[1]
  if (formula !== undefined) return { type: 'formula', value: formula }
  if (attributes.includes('t="inlineStr"'))
    return { type: 'text', value: unescaped(/<t[^>]*>(.*?)<\/t>/s.exec(content)?.[1] ?? '') }
  const style = Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0)
  return { type: 'number', value: Number(/<v>(.*?)<\/v>/.exec(content)?.[1]), format: formats[style] ?? '' }
}

const columnIndex = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Also the codes of characters that XML cannot have, as Excel reads them. */
const unescaped = (text: string) =>
  text
    .replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '')
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The number formats of the cell styles. */
function formatsOf(styles: string): string[] {
  const own = new Map(
    [...styles.matchAll(/<numFmt [^>]*?numFmtId="(\d+)"[^>]*?formatCode="([^"]*)"/g)].map(
      ([, id, code = '']) => [id, unescaped(code)],
    ),
  )
  const builtIn: Record<string, string> = { 0: 'General', 4: '#,##0.00', 49: '@' }
  const [, cellStyles = ''] = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles) ?? []
  return [...cellStyles.matchAll(/<xf [^>]*?numFmtId="(\d+)"/g)].map(
    ([, id = '']) => own.get(id) ?? builtIn[id] ?? id,
  )
}

/** By the directory at the end of the archive, where each file begins and how long it is. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    ) as [number, number, number]
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const header = archive.readUInt32LE(at + 42)
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
    const content = archive.subarray(start, start + archive.readUInt32LE(at + 20))
    files.set(name, archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content)
    at += 46 + nameLength + extraLength + commentLength
  }
  return files
}
