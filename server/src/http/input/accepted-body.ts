// A route that reads its body as a stream accepts only its content types. It gets its own Fastify scope, so that all other
// routes keep accepting only JSON.
import { fault } from '@anden/contract/values'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, RouteOptions } from 'fastify'
import { problem } from '../../problem.ts'

const form = 'multipart/form-data'
const formOptions = {
  throwFileSizeLimit: false,
  // The route enforces the file size and stops reading there; the parser would read on.
  limits: { fileSize: Number.POSITIVE_INFINITY, parts: 2, headerPairs: 20, headerSize: 16 * 1024 },
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
