// Splits the file into blocks of whole lines and checks that each is UTF-8. A newline byte is never part of another
// UTF-8 character, so each block can be checked alone, and a fault traced to its line.
import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { fault } from '@anden/contract/values'
import { unreadable } from './faults.ts'

export const maxLineBytes = 64 * 1024
/**
 * The row limit of a spreadsheet. 64 MiB can hold 64 million lines, and even a short line costs time: a file of separators
 * alone would take half a minute to read, and one of unknown SKUs several minutes (docs/decisions/0021-csv-imports.md).
 */
export const maxLines = 1_048_576
const newline = 0x0a

export async function* wholeLines(bytes: Readable): AsyncGenerator<Buffer> {
  let line = 1
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const known = Buffer.concat([rest, chunk])
    const end = known.lastIndexOf(newline) + 1
    const block = known.subarray(0, end)
    rest = known.subarray(end)
    if (block.length > 0) {
      checkText(block, line)
      yield block
      line += countNewlines(block)
      if (line > maxLines + 1) throw tooManyLines()
    }
    if (rest.length > maxLineBytes) {
      throw unreadable(line, fault('line_too_long', { max_kib: maxLineBytes / 1024 }))
    }
  }
  if (rest.length > 0) {
    if (line > maxLines) throw tooManyLines()
    checkText(rest, line)
    yield rest
  }
}

const tooManyLines = () => unreadable(maxLines + 1, fault('too_many_lines', { max: maxLines }))

function checkText(block: Buffer, firstLine: number) {
  if (isText(block)) return
  let line = firstLine
  for (let start = 0; start < block.length; line++) {
    const end = block.indexOf(newline, start)
    const text = block.subarray(start, end === -1 ? block.length : end)
    if (!isText(text)) throw unreadable(line, fault('not_utf8'))
    start = end === -1 ? block.length : end + 1
  }
}

/** UTF-16 text is full of zero bytes, and PostgreSQL cannot store them. */
const isText = (bytes: Buffer) => isUtf8(bytes) && !bytes.includes(0)

function countNewlines(block: Buffer): number {
  let count = 0
  for (let at = block.indexOf(newline); at !== -1; at = block.indexOf(newline, at + 1)) count++
  return count
}
