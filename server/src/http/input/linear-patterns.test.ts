// Reading a client's text takes linear time. V8 does not expose its step count, so the regular expressions that
// actually run are recorded and run again in an engine that counts steps.
import { cuitOrDni, type FieldFault, remitoNumber } from '@anden/contract'
import { compileCheck, formatFault, formatNames } from '@anden/contract/validation'
import { describe, expect, test } from 'vitest'
import { textSchemas } from '../../../tests/harness/input-schemas.ts'
import { stepsOf } from '../../../tests/harness/regexp-steps.ts'
import { cleanFileName, contentDisposition, isPdfName } from '../../attachments/single-file-form.ts'
import { csvCell, dialectFor, wantsCsv } from '../reads/csv/table.ts'
import { parseJson } from './bodies.ts'

const mebibyte = 1024 * 1024
const patterns = [...new Set(textSchemas.flatMap(({ pattern }) => pattern ?? []))]
const usedFormats = [...new Set(textSchemas.flatMap(({ format }) => format ?? []))]

type Reader = [string, (text: string) => unknown]

/** Everything that reads a client's text, by name. */
const readers: Reader[] = [
  ...patterns.map(
    (pattern): Reader => [`the pattern ${pattern}`, (text) => new RegExp(pattern, 'u').test(text)],
  ),
  ...formatNames.map((name): Reader => [`the format ${name}`, (text) => formatFault(name, text)]),
  ['cuitOrDni', cuitOrDni],
  ['remitoNumber', remitoNumber],
  ['a cell of CSV', (text) => csvCell(text, '.')],
  ['Accept', wantsCsv],
  ['Accept-Language', dialectFor],
  ['a JSON body', (text) => parseJson(Buffer.from(JSON.stringify([text])))],
]

/** It splits and replaces, which match again at each position. The head of a form part is at most 16 KiB. */
const fileNameReader: Reader = [
  'the name of a file',
  (text) => contentDisposition(cleanFileName(text)) && isPdfName(text),
]

/** The regular expressions that run, each with the length of its input. */
function recordRegExps(work: () => unknown): { regExp: RegExp; length: number }[] {
  const runs: { regExp: RegExp; length: number }[] = []
  const { exec } = RegExp.prototype
  RegExp.prototype.exec = function (text) {
    runs.push({ regExp: this, length: String(text).length })
    return exec.call(this, text)
  }
  try {
    work()
  } finally {
    RegExp.prototype.exec = exec
  }
  return runs
}

const starts = [
  '',
  'a',
  'a@',
  'a@b',
  'R',
  'X 0003',
  '0003-',
  '20-',
  '2026-11-01',
  '2026-11-01T00:00:00.',
  '"__proto__"',
  '.',
]
const pumps = [
  ' ',
  'a',
  '.',
  '@',
  '-',
  '0',
  '0.',
  'a.',
  'a ',
  ' a',
  '0 ',
  '\t',
  '\\',
  '"',
  '_',
  '/',
  'Ñ',
  '(',
]
const ends = ['', ' ', '!', '\n', '@', 'a']
function hostile(length: number): string[] {
  return starts.flatMap((start) =>
    pumps.flatMap((pump) => ends.map((end) => start + pump.repeat(Math.ceil(length / pump.length)) + end)),
  )
}

/** The cost of the worst text of four times the length, relative to the worst text of the given length. */
function growth(regExp: RegExp): number {
  const [short, long] = [hostile(60), hostile(240)]
  return Math.max(...short.map((text, index) => stepsOf(regExp, long[index] ?? '') / stepsOf(regExp, text)))
}

const isLinear = ([, factor]: [string, number]) => factor < 6

describe("a client's text", () => {
  test.each([...readers, fileNameReader])('is read by %s in linear time', (_, read) => {
    const runs = hostile(60).flatMap((text) => recordRegExps(() => read(text)))
    const bySource = new Map(runs.map(({ regExp }) => [String(regExp), regExp]))
    for (const regExp of bySource.values()) expect([String(regExp), growth(regExp)]).toSatisfy(isLinear)
  })

  test.each(readers)('of 1 MiB is scanned by %s a few times at most', (_, read) => {
    for (const text of [`a@${'.'.repeat(mebibyte)} `, ' '.repeat(mebibyte), `R${'0'.repeat(mebibyte)}`]) {
      const characters = recordRegExps(() => read(text)).reduce((sum, { length }) => sum + length, 0)
      expect(characters).toBeLessThanOrEqual(8 * mebibyte)
    }
  })

  test('past its maxLength is never matched', () => {
    expect(textSchemas.length).toBeGreaterThan(50)
    expect(patterns.length).toBeGreaterThan(1)
    expect(usedFormats.length).toBeGreaterThan(4)
    for (const schema of textSchemas) {
      expect(schema).toMatchObject({ maxLength: expect.any(Number) })
      const check = compileCheck(schema)
      for (const text of [`a@${'.'.repeat(mebibyte)} `, 'x'.repeat((schema.maxLength ?? 0) + 1)]) {
        const faults: FieldFault[] = []
        expect(recordRegExps(() => check(text, '', faults))).toEqual([])
        expect(faults).toHaveLength(1)
      }
    }
  })
})

test('the step count detects non-linear expressions', () => {
  for (const regExp of [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, /^\s*([RX])?\s*(\d{4})$/i, /\s+$/]) {
    expect([String(regExp), growth(regExp)]).not.toSatisfy(isLinear)
  }
})
