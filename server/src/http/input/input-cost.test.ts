// The cost of a 1 MiB body, relative to JSON.parse of the same bytes in the same run, not to a fixed time. Compares
// this thread's CPU time, so that a busy machine does not disturb it.
import { NewApiKey, NewDestinatario, NewOrder, NewRemito, NewWebhookEndpoint } from '@anden/contract'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { ProblemError } from '../../problem.ts'
import { problemDocument } from '../wire/render-problem.ts'
import { parseJson } from './bodies.ts'
import { bodyValidator } from './validation.ts'

const policy = { maxRatio: 5, bodyBytes: 1024 * 1024, minMicroseconds: 15_000, attempts: 4 }
const { bodyBytes } = policy

const repeated = (unit: string) => unit.repeat(Math.floor(bodyBytes / unit.length))
const many = (unit: string) => `${repeated(`${unit},`)}${unit}`
const members = Array.from({ length: bodyBytes / 12 }, (_, index) => `"a${index}":1`).join(',')
const nested = `${'['.repeat(62)}${']'.repeat(62)}`

const hostile: [string, TSchema, string][] = [
  ['events that are arrays', NewWebhookEndpoint, `{"events":[${many('[]')}]}`],
  ['identical events', NewWebhookEndpoint, `{"events":[${many('"order.created"')}]}`],
  ['scopes that are objects', NewApiKey, `{"scopes":[${many('{}')}]}`],
  ['items that are objects', NewOrder, `{"items":[${many('{}')}]}`],
  ['items that are strings', NewOrder, `{"items":[${many('"a"')}]}`],
  ['items that are numbers', NewOrder, `{"items":[${many('1.2345678901')}]}`],
  [
    '200 items full of unknown members',
    NewOrder,
    `{"items":[${`{${'"x":1,'.repeat(800)}"y":1},`.repeat(199)}{}]}`,
  ],
  ['items nested 64 levels deep', NewRemito, `{"items":[${many(nested)}]}`],
  ['numbers of remitos', NewRemito, `{"remito_number":[${many('"R 0001-00000001"')}]}`],
  ['unknown members', NewDestinatario, `{${members}}`],
  ['one member repeated', NewDestinatario, `{${many('"name":1')}}`],
  ['members named constructor', NewOrder, `{"items":[${many('{"constructor":{"prototype":1}}')}]}`],
  ['strings "__proto__"', NewOrder, `{"items":[${many('"__proto__"')}]}`],
  ['a name of 1 MiB', NewDestinatario, `{"${repeated('~')}":1}`],
  ['a long text', NewDestinatario, `{"name":"${repeated('a')}"}`],
  ['a long text beyond Latin-1', NewDestinatario, `{"name":"${repeated('漢')}"}`],
  ['a text of brackets', NewDestinatario, `{"name":"${repeated('[{')}"}`],
  ['a text of escapes', NewDestinatario, `{"name":"${repeated('\\"[')}"}`],
  ['a text of U+0000', NewDestinatario, `{"name":"${repeated('\\u0000')}"}`],
  ['blanks where digits are expected', NewDestinatario, `{"cuit_dni":"${repeated(' ')}"}`],
  ['an address of dots', NewDestinatario, `{"name":"a","email":"a@${repeated('.')} "}`],
  ['a number of a million digits', NewDestinatario, `{"name":${repeated('9')}}`],
  ['blanks between the members', NewDestinatario, `{"name":"a"${repeated(' ')},"x":${nested}}`],
  ['truncated JSON', NewDestinatario, `{"items":[${repeated('[1],')}`],
]

test.each(hostile)('%s: validating costs at most 5 times parsing', (_, schema, text) => {
  const bytes = Buffer.from(text)
  const validate = bodyValidator(schema)
  const parse = () => attempt(() => JSON.parse(bytes.toString('utf8')))
  const answer = () => refusalOf(() => validate(parseJson(bytes)))
  expect(answer()).toMatch(/invalid-body|malformed-json/)
  // Noise only adds to a measurement, so one within the bound proves it.
  const ratios: number[] = []
  while (ratios.length < policy.attempts && !ratios.some((ratio) => ratio <= policy.maxRatio)) {
    ratios.push(ratioOf(answer, parse))
  }
  expect(Math.min(...ratios)).toBeLessThanOrEqual(policy.maxRatio)
})

/** Alternates, so that both run under the same conditions, until the baseline is long enough to compare. */
function ratioOf(work: () => unknown, baseline: () => unknown): number {
  let [spent, baselineSpent] = [0, 0]
  while (baselineSpent < policy.minMicroseconds) {
    baselineSpent += cpuOf(baseline)
    spent += cpuOf(work)
  }
  return spent / baselineSpent
}

function cpuOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

/** The problem document as it would be sent. */
function refusalOf(work: () => unknown): string {
  const error = attempt(work)
  if (!(error instanceof ProblemError)) throw new Error('the body was expected to be refused')
  return JSON.stringify(problemDocument(error, '', { path: '', id: '' }).body)
}
