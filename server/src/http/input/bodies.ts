// A route that reads its body as a stream accepts only its content types. It gets its own Fastify scope, so that all other
// routes keep accepting only JSON.

import { isUtf8 } from 'node:buffer'
import { fault } from '@anden/contract/values'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyPluginAsync, RouteOptions } from 'fastify'
import { problem } from '../../problem.ts'
import { jsonFaultAt, placeIn } from './json-fault.ts'

const form = 'multipart/form-data'
const formOptions = {
  throwFileSizeLimit: false,
  // The route enforces the file size and stops reading there; the parser would read on.
  limits: { fileSize: Number.POSITIVE_INFINITY, parts: 20, headerPairs: 20, headerSize: 16 * 1024 },
}

/** The route, with its body as a stream in `request.body`, or in `request.parts()` if it is a form. */
export function acceptingOnly(contentTypes: readonly string[], route: RouteOptions): FastifyPluginAsync {
  const refusal = () =>
    problem('validation/unsupported-media-type', { detail: `Send the body as ${contentTypes.join(' or ')}.` })
  return async (scope) => {
    scope.removeAllContentTypeParsers()
    for (const contentType of contentTypes) {
      if (contentType === form) await scope.register(multipart, formOptions)
      else scope.addContentTypeParser(contentType, (_request, payload, done) => done(null, payload))
    }
    scope.addContentTypeParser('*', (_request, _payload, done) => done(refusal()))
    // Fastify does not check the content type of a request without a body.
    scope.addHook('preHandler', async ({ headers }) => {
      if (headers['content-type'] === undefined) throw refusal()
    })
    // The handler limits what it reads.
    scope.route({ ...route, bodyLimit: Number.MAX_SAFE_INTEGER })
  }
}

// A route without a body accepts an empty one with any content type, since many clients send that header with every
// request, and `{}`, which means the same. Anything else was meant to have an effect and is rejected.

const emptyObject = /^\s*\{\s*\}\s*$/

/** The route in its own Fastify scope, so that all other routes keep accepting JSON. */
export function acceptingNoBody(route: RouteOptions): FastifyPluginAsync {
  return async (scope) => {
    scope.removeAllContentTypeParsers()
    // A malformed content type would be rejected before the body is read.
    scope.addHook('onRequest', async ({ headers }) => {
      delete headers['content-type']
    })
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body: string, done) => {
      if (body === '' || emptyObject.test(body)) done(null, undefined)
      else done(refusal())
    })
    scope.route(route)
  }
}

const refusal = () =>
  problem('validation/invalid-body', {
    errors: [{ pointer: '', ...fault('body_not_allowed') }],
  })

// Parses JSON bodies. They must be valid UTF-8 (an invalid byte would become U+FFFD, and two different bodies equal), at
// most 64 levels deep (so that no recursive code overflows the stack), and have no member `__proto__`.

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
