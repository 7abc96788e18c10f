// The pages of the dashboard. They are one document, which shows the page that its path names. So if a browser asks for a
// page, every path outside the APIs, the documentation and the files gets it.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { preferredLanguage } from '../http/wire/accept-language.ts'
import { sendHtmlPage, wantsPage } from '../http/wire/html-page.ts'
import { pathOf } from '../http/wire/render-problem.ts'
import type { Dashboard } from './open.ts'
import { pageHeaders } from './policy.ts'
import { pageTexts } from './texts.ts'

/** First segments of paths that have no page. */
const reserved = new Set(['api', 'assets', 'docs', 'errors', 'files'])
/** Vite inserts it wherever the page needs a nonce. */
const noncePlaceholder = '__nonce__'
const reloadAfterSeconds = 2

export function isDashboardPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const segments = pathOf(request).split('/').slice(1)
  return wantsPage(request) && !reserved.has(segments[0] ?? '') && !segments.at(-1)?.includes('.')
}

export function sendDashboardPage(dashboard: Dashboard, request: FastifyRequest, reply: FastifyReply) {
  const state = dashboard.state()
  if (state.is === 'ready') {
    const nonce = randomBytes(16).toString('base64url')
    return reply.headers(pageHeaders(nonce)).send(state.dist.index.replaceAll(noncePlaceholder, nonce))
  }
  const language = preferredLanguage(request.headers['accept-language'])
  const { title, text } = pageTexts[language][state.is]
  reply.headers({ vary: 'accept-language', 'retry-after': `${reloadAfterSeconds}` })
  if (state.is === 'building') reply.header('refresh', `${reloadAfterSeconds}`)
  return sendHtmlPage(reply, { status: 503, language, title, body: `<h1>${title}</h1><p>${text}</p>` })
}
