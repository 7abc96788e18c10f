// What is read here: a file that was received as a whole, and the refusal of one that cannot be read. Nothing here knows
// what the sheet is about.
import type { Readable } from 'node:stream'
import type { Fault, LineFaultCode } from '@anden/contract'

export type SheetFile = {
  sizeBytes(): number
  /** The first bytes; fewer if there are no more. */
  head(length: number): Promise<Buffer>
  read(): Readable
}

/** The file cannot be read beyond this line, whatever it is about. */
export class UnreadableSheet extends Error {
  readonly line: number
  readonly found: Fault<LineFaultCode>
  constructor(line: number, found: Fault<LineFaultCode>) {
    super(`line ${line}: ${found.code}`)
    this.line = line
    this.found = found
  }
}

/** A record of a sheet. `outside`: the name of a cell beyond the columns of the header, which only a workbook has. */
export type SheetRow = { line: number; fields: string[]; outside?: string | null }

/** 0 is A, 26 is AA. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

/** As Excel writes its errors, in English and in Spanish. */
export const isErrorText = (text: string): boolean => /^#(?:N\/[AD]|[¡¿]?[A-ZÑ0-9/]{2,12}[!?])$/.test(text)
