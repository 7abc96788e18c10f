// A route that reads its own body takes that one content type and no other. It gets a scope of its own, so
// that every other route goes on taking JSON alone.
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, RouteOptions } from 'fastify'
import { problem } from '../problem.ts'

const form = 'multipart/form-data'
const formOptions = {
  throwFileSizeLimit: false,
  // How large a file may be is for the route to say, which stops reading there; the parser would read on.
  limits: { fileSize: Number.POSITIVE_INFINITY, parts: 2, headerPairs: 20, headerSize: 16 * 1024 },
}

/** The route, with its body as a stream in `request.body`, or by `request.parts()` where it is a form. */
export function takingOnly(contentType: string, route: RouteOptions): FastifyPluginAsync {
  const refusal = () =>
    problem('validation/unsupported-media-type', { detail: `Send the body as ${contentType}.` })
  return async (scope) => {
    scope.removeAllContentTypeParsers()
    if (contentType === form) await scope.register(multipart, formOptions)
    else scope.addContentTypeParser(contentType, (_request, payload, done) => done(null, payload))
    scope.addContentTypeParser('*', (_request, _payload, done) => done(refusal()))
    // A request without a body has no type that would be looked at.
    scope.addHook('preHandler', async ({ headers }) => {
      if (headers['content-type'] === undefined) throw refusal()
    })
    // Its handler bounds what it reads.
    scope.route({ ...route, bodyLimit: Number.MAX_SAFE_INTEGER })
  }
}
