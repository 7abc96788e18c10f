// The layout of every HTML page that the service renders itself: one style, no scripts, no external resources.
import type { Language } from '@anden/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

export function sendHtmlPage(reply: FastifyReply, { title, body, status = 200, language = 'en' }: HtmlPage) {
  const cacheControl = status === 200 ? 'public, max-age=3600' : 'no-store'
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': cacheControl })
    .send(htmlDocument(language, title, body))
}

type HtmlPage = { title: string; body: string; status?: number; language?: Language }

function htmlDocument(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Andén</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
  h1 { line-height: 1.2 } .status { opacity: .75 } dt { font-weight: 600 } dd { margin: 0 0 .75rem }
  table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .3rem .75rem .3rem 0; vertical-align: top }
  pre { overflow-x: auto; padding: .75rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent) }
</style></head>
<body><main>${body}</main></body></html>
`
}

/** Browsers ask for HTML; scripts accept anything, or ask for JSON. */
export function wantsPage({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('text/html')
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** A loading dock with its door, in the accent colour. Browsers that request the .ico accept the SVG too. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#7b1e3a"/><path d="M7 25V12l9-5 9 5v13h-4V15H11v10z" fill="#fff"/><path d="M13 18h6v2h-6zm0 4h6v2h-6z" fill="#fff"/></svg>`

export function favicon(app: FastifyInstance) {
  for (const path of ['/favicon.svg', '/favicon.ico']) {
    app.get(path, async (_request, reply) =>
      reply
        .headers({
          'content-type': 'image/svg+xml; charset=utf-8',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'public, max-age=86400',
        })
        .send(icon),
    )
  }
}
