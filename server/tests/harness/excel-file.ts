// Makes Excel files as Excel writes them: texts in a shared table that comes after the sheet, dates as numbers with a
// format. Shares no code with the library that reads them.
import { crc32, deflateRawSync } from 'node:zlib'

/** `day`: days since 1899-12-30, as Excel stores a date. `formula`: its last result. `null`: no cell. */
type ExcelCell = string | number | null | { day: number } | { formula: string; result: number | string }

export type ExcelRows = readonly (readonly ExcelCell[])[]

/** The rows begin at the first line, unless `rowNumbers` has the number of each. */
export function excelFile(rows: ExcelRows, rowNumbers = rows.map((_, index) => index + 1)) {
  const shared = new Map<string, number>()
  const sheet = rows.map((cells, index) => {
    const row = rowNumbers[index] ?? 0
    return `<row r="${row}">${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row}`, shared)).join('')}</row>`
  })
  return archive({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationTypes}"><sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${Array.from(shared.keys(), (text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  })
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const relations = (...all: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(
      ([id, type, target]) => `<Relationship Id="${id}" Type="${relationTypes}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

function cellXml(cell: ExcelCell, name: string, shared: Map<string, number>): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${name}"><v>${cell}</v></c>`
  if (typeof cell === 'string') {
    const index = shared.get(cell) ?? shared.size
    shared.set(cell, index)
    return `<c r="${name}" t="s"><v>${index}</v></c>`
  }
  if ('day' in cell) return `<c r="${name}" s="1"><v>${cell.day}</v></c>`
  const type = typeof cell.result === 'string' ? ' t="str"' : ''
  return `<c r="${name}"${type}><f>${escaped(cell.formula)}</f><v>${escaped(String(cell.result))}</v></c>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** A ZIP archive. `claimed` replaces the size that it says a file has when it is unpacked. */
export function archive(files: Record<string, string>, claimed: Record<string, number> = {}) {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const name = Buffer.from(path)
    // Version, flags, method, time and date; then checksum and sizes.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claimed[path] ?? content.length, 18)
    common.writeUInt16LE(name.length, 22)
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, name, packed)
    const entry = Buffer.alloc(16)
    entry.writeUInt32LE(offset, 12)
    const version = Buffer.from([20, 0])
    directory.push(Buffer.from('PK\u0001\u0002', 'latin1'), version, common, entry.subarray(2), name)
    offset += 4 + common.length + name.length + packed.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, entries, end]))
}
