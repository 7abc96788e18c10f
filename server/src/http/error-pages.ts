// What a person sees who opens the `type` URL of a problem.
import { type ProblemCode, problemEntry, problems } from '@anden/contract'
import type { FastifyInstance } from 'fastify'
import { problem } from './problems.ts'

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, max-age=3600',
}

export function errorPages(app: FastifyInstance) {
  app.get('/errors', async (_request, reply) => reply.headers(headers).send(indexPage()))
  app.get<{ Params: { category: string; code: string } }>(
    '/errors/:category/:code',
    async ({ params }, reply) => {
      const code = `${params.category}/${params.code}`
      if (!Object.hasOwn(problems, code)) throw problem('routing/not-found')
      return reply.headers(headers).send(problemPage(code as ProblemCode))
    },
  )
}

function problemPage(code: ProblemCode): string {
  const { status, title, detail, remedy, headers: sent = [], extra = [] } = problemEntry(code)
  const list = (label: string, names: readonly string[]) =>
    names.length === 0
      ? ''
      : `<dt>${label}</dt><dd>${names.map((name) => `<code>${name}</code>`).join(', ')}</dd>`
  return page(
    title,
    `<p class="status">HTTP ${status} · <code>${code}</code></p>
    <h1>${escaped(title)}</h1>
    <p>${escaped(detail)}</p>
    <h2>What to do</h2>
    <p>${escaped(remedy)}</p>
    <dl>${list('Also in the answer', extra)}${list('Headers', sent)}</dl>
    <p><a href="/errors">All errors</a> · <a href="/docs">API reference</a></p>`,
  )
}

function indexPage(): string {
  const rows = (Object.keys(problems) as ProblemCode[]).map((code) => {
    const { status, title } = problemEntry(code)
    return `<tr><td>${status}</td><td><a href="/errors/${code}"><code>${code}</code></a></td><td>${escaped(title)}</td></tr>`
  })
  return page(
    'Errors',
    `<h1>Errors</h1><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${rows.join('')}</tbody></table><p><a href="/docs">API reference</a></p>`,
  )
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Andén</title>
<style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
  h1 { line-height: 1.2 } .status { opacity: .75 } dt { font-weight: 600 } dd { margin: 0 0 .75rem }
  table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .3rem .75rem .3rem 0; vertical-align: top }
</style></head>
<body><main>${body}</main></body></html>
`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
