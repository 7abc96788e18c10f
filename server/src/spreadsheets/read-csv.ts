// Parses the file into records, each with the number of its first line.
import { pipeline, type Readable } from 'node:stream'
import { fault } from '@anden/contract/values'
import { CsvError, type Info, type Parser, parse } from 'csv-parse'
import { type SheetRow, UnreadableSheet } from './file.ts'
import { maxLineBytes, wholeLines } from './whole-lines.ts'

type Separator = ',' | ';' | '\t'

export async function* readCsv(bytes: Readable, maxLines: number): AsyncGenerator<SheetRow> {
  const blocks = wholeLines(bytes, maxLines)
  const first = await blocks.next()
  if (first.done) return
  const progress = { lastLine: 0 }
  const parser = createParser(separatorOf(first.value), progress)
  // An error anywhere in the pipeline destroys the parser with it, so the loop below throws it.
  pipeline(prepend(first.value, blocks), parser, () => {})
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield { line: info.lines - record.reduce((sum, field) => sum + newlinesIn(field), 0), fields: record }
    }
  } catch (error) {
    throw error instanceof CsvError ? faultOf(error, progress.lastLine) : error
  }
}

/** Detected from the header: no column name contains a separator. What is pasted from a workbook has tabs. */
function separatorOf(start: Buffer): Separator {
  const header = /[^\r\n]+/.exec(start.toString('utf8').replace(/^\uFEFF/, ''))?.[0] ?? ''
  return header.includes('\t') ? '\t' : header.includes(';') ? ';' : ','
}

async function* prepend(first: Buffer, rest: AsyncIterable<Buffer>) {
  yield withPlainNewlines(first)
  for await (const block of rest) yield withPlainNewlines(block)
}

/** Within quotes the parser counts CRLF as two lines. */
function withPlainNewlines(block: Buffer): Buffer {
  if (!block.includes('\r')) return block
  return Buffer.from(block.toString('latin1').replace(/\r\n?/g, '\n'), 'latin1')
}

function createParser(delimiter: Separator, progress: { lastLine: number }): Parser {
  return parse({
    bom: true,
    delimiter,
    record_delimiter: '\n',
    // A tab is white space, and would be trimmed with the empty fields around it.
    trim: delimiter !== '\t',
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: maxLineBytes,
    info: true,
    on_record(record, { lines }) {
      progress.lastLine = lines
      return record
    },
  })
}

function newlinesIn(field: string): number {
  let count = 0
  for (let at = field.indexOf('\n'); at !== -1; at = field.indexOf('\n', at + 1)) count++
  return count
}

function faultOf({ code, lines }: CsvError & { lines?: number }, lastLine: number) {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_MAX_RECORD_SIZE':
      return new UnreadableSheet(lastLine + 1, fault('quote_not_closed'))
    default:
      return new UnreadableSheet(lines ?? lastLine + 1, fault('quote_misplaced'))
  }
}
