import { language } from '../../ui/languages.ts'

/** Has a byte order mark, and semicolons if spreadsheets in the reader's language expect them. */
export function csvFile(rows: readonly (readonly (string | number)[])[]): Blob {
  const separator = language() === 'es' ? ';' : ','
  const lines = rows.map((row) => row.map((field) => quoted(String(field), separator)).join(separator))
  return new Blob(['\uFEFF', `${lines.join('\r\n')}\r\n`], { type: 'text/csv' })
}

/** A spreadsheet would execute a field that begins like a formula. */
function quoted(field: string, separator: string): string {
  const text = /^[=+\-@\t\r]/.test(field) && !/^-?[\d.,]+$/.test(field) ? `'${field}` : field
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
