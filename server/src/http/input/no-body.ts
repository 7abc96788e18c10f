// A route without a body accepts an empty one with any content type, since many clients send that header with every
// request, and `{}`, which means the same. Anything else was meant to have an effect and is rejected.
import type { FastifyPluginAsync, RouteOptions } from 'fastify'
import { problem } from '../../problem.ts'

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
    errors: [{ pointer: '', detail: 'must be empty or {}: this request takes no body' }],
  })
