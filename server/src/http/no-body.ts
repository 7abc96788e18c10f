// A route that takes no body accepts an empty one, of whatever content type, since many clients send that header
// with every request; and `{}`, which says the same. Anything else was meant to do something, and is refused.
import type { FastifyPluginAsync, RouteOptions } from 'fastify'
import { problem } from '../problem.ts'

const emptyObject = /^\s*\{\s*\}\s*$/

/** The route, in a scope of its own so that every other route goes on taking JSON. */
export function takingNothing(route: RouteOptions): FastifyPluginAsync {
  return async (scope) => {
    scope.removeAllContentTypeParsers()
    // A content type that cannot be parsed would be refused before the body is looked at.
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
