// Parses JSON bodies. They must be valid UTF-8 (an invalid byte would become U+FFFD, and two different bodies equal), at
// most 64 levels deep (so that no recursive code overflows the stack), and have no member `__proto__`.
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { problem } from '../../problem.ts'
import { jsonFaultAt, placeIn } from './json-fault.ts'

const maxDepth = 64

/** An empty body becomes `undefined`: the route decides whether a body is required. */
export function readJsonBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isUtf8Charset(request.headers['content-type'] ?? '')) {
      throw problem('validation/unsupported-media-type', { detail: 'Send JSON in UTF-8.' })
    }
    done(null, body.length === 0 ? undefined : parseJson(body))
  })
}

export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw malformed('The body is not valid UTF-8.')
  const text = withoutByteOrderMark(body.toString('utf8'))
  const value = parsed(text)
  if (mayBeDeep(text) && isDeeperThan(maxDepth, value)) {
    throw malformed(`The body is nested more than ${maxDepth} levels deep.`)
  }
  if (protoMember.test(text)) throw malformed('A member of the body is named "__proto__".')
  return value
}

const malformed = (detail: string) => problem('validation/malformed-json', { detail })

/** This mark is not part of JSON, but some programs write it, and RFC 8259 lets parsers ignore it. */
const withoutByteOrderMark = (text: string) => (text.startsWith('\uFEFF') ? text.slice(1) : text)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const { line, column } = placeIn(text, jsonFaultAt(text))
    throw malformed(`The body is not valid JSON: it cannot be read at line ${line}, column ${column}.`)
  }
}

/** Any other charset would be misread. Without one, JSON is UTF-8. */
function isUtf8Charset(contentType: string): boolean {
  const [, ...parameters] = contentType.toLowerCase().split(';')
  return parameters
    .map((parameter) => parameter.split('=').map((part) => part.trim()))
    .every(([name, value = '']) => name !== 'charset' || /^"?utf-?8"?$/.test(value))
}

/** A value has at most as many levels as its text has brackets. Most bodies have so few that no walk is needed. */
function mayBeDeep(text: string): boolean {
  let left = maxDepth
  for (const opener of ['[', '{']) {
    for (let at = text.indexOf(opener); at !== -1; at = text.indexOf(opener, at + 1)) {
      if (left-- === 0) return true
    }
  }
  return false
}

/** Each character literal or escaped. Inside a string value, a backslash would precede the closing quote. */
const protoMember =
  /"(?:_|\\u005[fF]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF]){2}"\s*:/

/**
 * Whether a parsed JSON value is nested more than this deep. Recursive code overflows the stack at about 7,000 levels.
 */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(levels - 1, item))
  for (const name in value) {
    if (isDeeperThan(levels - 1, (value as Record<string, unknown>)[name])) return true
  }
  return false
}
