// An Excel file of a few lines. The library that writes the exports of the service is loaded when a file is asked for.

export type FileColumn = { heading: string; width: number; kind: 'text' | 'number' | 'date' }

/** Numbers with a decimal point, dates with the year first: Excel shows both in the reader's language. */
export async function xlsxFile(
  name: string,
  columns: readonly FileColumn[],
  rows: readonly (readonly string[])[],
): Promise<Blob> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const cells = rows.map((row) => columns.map(({ kind }, index) => cellOf(row[index] ?? '', kind)))
  const bytes = writeXlsxStream(cells, {
    // Excel allows no longer name of a sheet.
    name: name.slice(0, 31),
    columns: columns.map(({ heading, width, kind }) => ({ header: heading, width, numFmt: formats[kind] })),
    freezePane: { rows: 1 },
  })
  return new Response(bytes as BodyInit, { headers: { 'content-type': xlsxType } }).blob()
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
// As text, a code keeps its leading zeros.
const formats = { text: '@', number: 'General', date: 'dd/mm/yyyy' }

function cellOf(text: string, kind: FileColumn['kind']): string | number | Date | null {
  if (text === '' || kind === 'text') return text || null
  return kind === 'number' ? Number(text) : new Date(`${text}T00:00:00Z`)
}
