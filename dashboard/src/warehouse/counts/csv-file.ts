import { language } from '../../languages.ts'

/** With a byte order mark, and semicolons where a spreadsheet of the reader's language expects them. */
export function csvFile(rows: readonly (readonly (string | number)[])[]): Blob {
  const separator = language() === 'es' ? ';' : ','
  const lines = rows.map((row) => row.map((field) => quoted(String(field), separator)).join(separator))
  return new Blob(['\uFEFF', `${lines.join('\r\n')}\r\n`], { type: 'text/csv' })
}

/** A field that begins like a formula would be run by a spreadsheet. */
function quoted(field: string, separator: string): string {
  const text = /^[=+\-@\t\r]/.test(field) && !/^-?[\d.,]+$/.test(field) ? `'${field}` : field
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
