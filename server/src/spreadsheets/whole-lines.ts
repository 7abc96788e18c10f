// Splits the file into blocks of whole lines and checks that each is UTF-8. A newline byte is never part of another
// UTF-8 character, so each block can be checked alone, and a fault traced to its line.
import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { fault } from '@anden/contract/values'
import { UnreadableSheet } from './file.ts'

export const maxLineBytes = 64 * 1024
const newline = 0x0a

export async function* wholeLines(bytes: Readable, maxLines: number): AsyncGenerator<Buffer> {
  let line = 1
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const known = Buffer.concat([rest, chunk])
    const end = known.lastIndexOf(newline) + 1
    const block = known.subarray(0, end)
    rest = known.subarray(end)
    if (block.length > 0) {
      checkText(block, line)
      checkLengths(block, line)
      yield block
      line += countNewlines(block)
      if (line > maxLines + 1) throw tooManyLines(maxLines)
    }
    if (rest.length > maxLineBytes) {
      throw lineTooLong(line)
    }
  }
  if (rest.length > 0) {
    if (line > maxLines) throw tooManyLines(maxLines)
    checkText(rest, line)
    yield rest
  }
}

const tooManyLines = (maxLines: number) =>
  new UnreadableSheet(maxLines + 1, fault('too_many_lines', { max: maxLines }))

const lineTooLong = (line: number) =>
  new UnreadableSheet(line, fault('line_too_long', { max_kib: maxLineBytes / 1024 }))

/** The parser takes a record that is too long for one whose quote is not closed. */
function checkLengths(block: Buffer, firstLine: number) {
  if (block.length <= maxLineBytes) return
  let line = firstLine
  for (let start = 0; start < block.length; line++) {
    const end = block.indexOf(newline, start)
    if (end - start > maxLineBytes) throw lineTooLong(line)
    start = end + 1
  }
}

function checkText(block: Buffer, firstLine: number) {
  if (isText(block)) return
  let line = firstLine
  for (let start = 0; start < block.length; line++) {
    const end = block.indexOf(newline, start)
    const text = block.subarray(start, end === -1 ? block.length : end)
    if (!isText(text)) throw new UnreadableSheet(line, fault('not_utf8'))
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
