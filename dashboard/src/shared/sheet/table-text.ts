// Tables as text: what a spreadsheet puts on the clipboard, and CSV.

/** Rows of cells. A cell in quotes can contain line breaks; in one that only begins with a quote it is a character. */
export function readTable(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  while (at <= source.length) {
    const [cell, end] = quotedCell(source, at, separator) ?? plainCell(source, at, separator)
    row.push(cell)
    if (source[end] !== separator) {
      rows.push(row)
      row = []
    }
    at = end + 1
  }
  // The last line of a file ends with a line break, too.
  while (rows.at(-1)?.every((cell) => cell.trim() === '')) rows.pop()
  return rows
}

type CellAndEnd = [cell: string, end: number]

function plainCell(source: string, from: number, separator: string): CellAndEnd {
  let end = from
  while (end < source.length && source[end] !== separator && source[end] !== '\n') end++
  return [source.slice(from, end), end]
}

function quotedCell(source: string, from: number, separator: string): CellAndEnd | null {
  if (source[from] !== '"') return null
  let end = source.indexOf('"', from + 1)
  while (end !== -1 && source[end + 1] === '"') end = source.indexOf('"', end + 2)
  const next = source[end + 1]
  if (end === -1 || (next !== undefined && next !== separator && next !== '\n')) return null
  return [source.slice(from + 1, end).replaceAll('""', '"'), end + 1]
}

/** As a spreadsheet pastes it. */
export const writeTable = (rows: readonly (readonly string[])[], separator = '\t'): string =>
  rows.map((row) => row.map((cell) => quoted(cell, separator)).join(separator)).join('\n')

const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
