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

/** `withCalls`: the document as the reference shows it, with the call of each operation. */
export async function referencePages(
  app: FastifyInstance,
  documents: readonly PublishedDocument[],
  withCalls: (document: object) => object,
) {
  const shown = ({ path }: PublishedDocument) => `${routePrefix}${path}`
  for (const document of documents) {
    documentAt(document.path, document.build)
    documentAt(shown(document), () => withCalls(document.build()))
  }
  function documentAt(path: string, build: () => object) {
    let bytes: Buffer | null = null
    app.get(path, async (_request, reply) => {
      bytes ??= Buffer.from(JSON.stringify(build()))
      return reply.header('content-type', 'application/json; charset=utf-8').send(bytes)
    })
  }
  const answerFor = referenceAnswers({
    pageTitle: 'Andén API reference',
    favicon: '/favicon.svg',
    sources: documents.map((document) => ({ title: document.title, url: shown(document) })),
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

/** The page belongs to the documentation, so a line above it leads back there. Its texts are in English. */
function withWayBack(html: string): string {
  const style = `:root { --scalar-custom-header-height: 44px }
.way-back { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 44px; display: flex; align-items: center; gap: 20px;
  padding: 0 20px; font: 14px/20px system-ui, sans-serif; background: #7b1e3a }
.way-back a { color: #fff }`
  const links = [
    ['/docs', '← Documentation'],
    ['/docs/en/reference/portal', 'Portal as one page'],
    ['/docs/en/reference/backoffice', 'Back office as one page'],
  ].map(([path, text]) => `<a href="${path}">${text}</a>`)
  const bar = `<style>${style}</style><nav class="way-back" aria-label="Documentation">${links.join('')}</nav>`
  return html.replace('<html>', '<html lang="en">').replace(/<body[^>]*>/, (body) => body + bar)
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
    const bytes = path === `${routePrefix}/` ? Buffer.from(withWayBack(String(rawPayload))) : rawPayload
    return { status: statusCode, headers: Object.fromEntries(shown), bytes }
  }
}
