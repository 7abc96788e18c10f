// `/openapi.json` and the interactive reference at `/docs/reference`. All assets are served from here, so the page works
// offline, and the Content-Security-Policy below blocks everything from elsewhere.
import type { FastifyApiReferenceOptions } from '@scalar/fastify-api-reference'
import Fastify, { type FastifyInstance } from 'fastify'

const routePrefix = '/docs/reference'
const referencePaths = [routePrefix, `${routePrefix}/`, `${routePrefix}/js/scalar.js`]

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
].join('; ')

/** A document is built when it is first requested, so that the start does not wait for it. */
export type PublishedDocument = { title: string; path: string; build: () => object }

export async function referencePages(app: FastifyInstance, documents: readonly PublishedDocument[]) {
  for (const { path, build } of documents) {
    let bytes: Buffer | null = null
    app.get(path, async (_request, reply) => {
      bytes ??= Buffer.from(JSON.stringify(build()))
      return reply.header('content-type', 'application/json; charset=utf-8').send(bytes)
    })
  }
  const answerFor = referenceAnswers({
    pageTitle: 'Andén API reference',
    favicon: '/favicon.svg',
    sources: documents.map(({ title, path }) => ({ title, url: path })),
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  })
  for (const path of referencePaths) {
    app.get(path, async (_request, reply) => {
      const { status, headers, bytes } = await answerFor(path)
      return reply
        .code(status)
        .headers({
          ...headers,
          'content-security-policy': contentSecurityPolicy,
          'referrer-policy': 'no-referrer',
        })
        .send(bytes)
    })
  }
}

type Answer = { status: number; headers: Record<string, string>; bytes: Buffer }

/** The library contains the page's 3 MB script, so it is loaded when the page is first requested. */
function referenceAnswers(
  configuration: FastifyApiReferenceOptions['configuration'],
): (path: string) => Promise<Answer> {
  let pages: Promise<FastifyInstance> | undefined
  const load = async () => {
    const { default: reference } = await import('@scalar/fastify-api-reference')
    const app = Fastify()
    await app.register(reference, { routePrefix, configuration })
    return app
  }
  return async (path) => {
    pages ??= load()
    const { statusCode, headers, rawPayload } = await (await pages).inject(path)
    const shown = ['content-type', 'location'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    })
    return { status: statusCode, headers: Object.fromEntries(shown), bytes: rawPayload }
  }
}
