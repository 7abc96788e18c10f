// The pages of the dashboard. They are one document, which shows the page that its path names. So if a browser asks for a
// page, every path outside the APIs, the documentation and the files gets it.
import { randomBytes } from 'node:crypto'
import type { Language } from '@anden/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { preferredLanguage } from '../http/wire/accept-language.ts'
import { sendHtmlPage, wantsPage } from '../http/wire/html-page.ts'
import { pathOf } from '../http/wire/render-problem.ts'
import type { Dashboard } from './build.ts'

/** First segments of paths that have no page. */
const reserved = new Set(['api', 'assets', 'docs', 'errors', 'files', 'r', 't'])
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
  if (state.is !== 'ready') return sendNotice(state.is, request, reply)
  const nonce = randomBytes(16).toString('base64url')
  return reply.headers(pageHeaders(nonce)).send(state.dist.index.replaceAll(noncePlaceholder, nonce))
}

/** The page behind a link. It says itself what a status other than 200 means. */
export function sendPhonePage(
  dashboard: Dashboard,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
) {
  const state = dashboard.state()
  if (state.is !== 'ready') return sendNotice(state.is, request, reply)
  return reply.code(status).headers(phonePageHeaders).send(state.dist.phone)
}

function sendNotice(state: 'building' | 'failed', request: FastifyRequest, reply: FastifyReply) {
  const language = preferredLanguage(request.headers['accept-language'])
  const { title, text } = pageTexts[language][state]
  reply.headers({ vary: 'accept-language', 'retry-after': `${reloadAfterSeconds}` })
  if (state === 'building') reply.header('refresh', `${reloadAfterSeconds}`)
  return sendHtmlPage(reply, { status: 503, language, title, body: `<h1>${title}</h1><p>${text}</p>` })
}

// The page that a browser shows while there is no dashboard yet.
type Notice = { title: string; text: string }

const pageTexts: Record<Language, Record<'building' | 'failed', Notice>> = {
  es: {
    building: {
      title: 'Preparando el panel',
      text: 'Se arma una sola vez y tarda unos segundos. Esta página se actualiza sola. La API ya responde.',
    },
    failed: {
      title: 'El panel no está disponible',
      text: 'No se pudo armar; la salida del servicio dice por qué. La API y la <a href="/docs">documentación</a> funcionan.',
    },
  },
  en: {
    building: {
      title: 'Preparing the dashboard',
      text: 'It is built once, which takes a few seconds. This page reloads by itself. The API is already available.',
    },
    failed: {
      title: 'The dashboard is not available',
      text: 'It could not be built; the output of the service says why. The API and the <a href="/docs">documentation</a> work.',
    },
  },
}

// The headers of the dashboard's pages. Nothing comes from another host, and a script or style element in the page needs the
// nonce of this response, so injected markup does not run. Components set styles through the DOM,
// which the policy does not restrict, so style attributes in markup stay forbidden.

/** `nonce`: new for every response. */
const pageHeaders = (nonce: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy(nonce),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
})

export const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

// A page behind a link has nothing inline, so its policy needs no nonce; photos that are not sent yet are `blob:`. It may be known to nobody but its holder: no search
// engine keeps it, and it names its address to no other server.
const phonePageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}
