// `/openapi.json` and the interactive reference at `/docs/reference/`. All assets are served from here, so the page works offline, and
// the Content-Security-Policy below blocks everything from elsewhere.
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

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

/** A document is built when it is first asked for: building both takes a sixth of the time of a start. */
export type PublishedDocument = { title: string; path: string; build: () => object }

export async function referencePages(app: FastifyInstance, documents: readonly PublishedDocument[]) {
  for (const { path, build } of documents) {
    let bytes: Buffer | null = null
    app.get(path, async (_request, reply) => {
      bytes ??= Buffer.from(JSON.stringify(build()))
      return reply.header('content-type', 'application/json; charset=utf-8').send(bytes)
    })
  }
  app.get('/', async (_request, reply) => reply.redirect('/docs'))
  await app.register(reference, {
    routePrefix: '/docs/reference',
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.headers({
          'content-security-policy': contentSecurityPolicy,
          'referrer-policy': 'no-referrer',
        })
        done()
      },
    },
    configuration: {
      pageTitle: 'Andén API reference',
      favicon: '/favicon.svg',
      sources: documents.map(({ title, path }) => ({ title, url: path })),
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
}
