// Reads a table of announced goods from the clipboard of a spreadsheet: with headings in any order, or without, in the order
// SKU, quantity, lot, expiry date, vintage.

export type PastedRow = {
  sku: string
  quantity: string
  lot_number: string
  expiry_date: string
  vintage_year: string
}
type Field = keyof PastedRow

const headings: Record<Field, readonly string[]> = {
  sku: ['sku', 'codigo', 'articulo', 'producto', 'product', 'code'],
  quantity: ['cantidad', 'cant', 'quantity', 'qty', 'unidades'],
  lot_number: ['lote', 'lot', 'nro de lote', 'lot number'],
  expiry_date: ['vencimiento', 'vence', 'vto', 'fecha de vencimiento', 'expiry', 'expiry date', 'expires'],
  vintage_year: ['cosecha', 'anada', 'vintage', 'vintage year'],
}
const usualOrder: readonly Field[] = ['sku', 'quantity', 'lot_number', 'expiry_date', 'vintage_year']

/** Text of one cell is pasted into its field as usual. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.trim())

export function readRows(text: string): PastedRow[] {
  const table = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some(Boolean))
  const [first = [], ...others] = table
  const named = first.map(fieldNamed)
  const hasHeadings = named.includes('sku') && named.includes('quantity')
  const order = hasHeadings ? named : usualOrder
  return (hasHeadings ? others : table).map((cells) => {
    const cellOf = (field: Field) => cells[order.indexOf(field)] ?? ''
    return {
      sku: cellOf('sku'),
      quantity: cellOf('quantity'),
      lot_number: cellOf('lot_number'),
      expiry_date: dayIn(cellOf('expiry_date')),
      vintage_year: cellOf('vintage_year'),
    }
  })
}

function fieldNamed(heading: string): Field | null {
  const name = heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  return usualOrder.find((field) => headings[field].includes(name)) ?? null
}

/** `31/3/2027` as the service writes it. What is no such date stays as it is, and is said at its field. */
function dayIn(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}
