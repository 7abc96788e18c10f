// The pages behind the `type` URLs of problems.
import { type ProblemCode, problemEntry, problems } from '@anden/contract'
import type { FastifyInstance } from 'fastify'
import { problem } from '../../problem.ts'
import { escaped, sendHtmlPage, wantsPage } from './html-page.ts'

export function errorPages(app: FastifyInstance) {
  app.get('/errors', async (_request, reply) =>
    sendHtmlPage(reply, { title: 'Errors', body: index('Errors') }),
  )
  app.get<{ Params: { '*': string } }>('/errors/*', async (request, reply) => {
    const code = request.params['*']
    if (Object.hasOwn(problems, code)) return sendHtmlPage(reply, problemPage(code as ProblemCode))
    if (!wantsPage(request)) throw problem('routing/not-found')
    const title = 'No such error'
    return sendHtmlPage(reply, { status: 404, title, body: index(title, 'All errors:') })
  })
}

function problemPage(code: ProblemCode) {
  const { status, title, detail, remedy, headers: sent = [], extra = [] } = problemEntry(code)
  const list = (label: string, names: readonly string[]) =>
    names.length === 0
      ? ''
      : `<dt>${label}</dt><dd>${names.map((name) => `<code>${name}</code>`).join(', ')}</dd>`
  return {
    title,
    body: `<p class="status">HTTP ${status} · <code>${code}</code></p>
    <h1>${escaped(title)}</h1>
    <p>${escaped(detail)}</p>
    <h2>What to do</h2>
    <p>${escaped(remedy)}</p>
    <dl>${list('Additional members', extra)}${list('Headers', sent)}</dl>
    <p><a href="/errors">All errors</a> · <a href="/docs">Documentation</a></p>`,
  }
}

function index(title: string, lead = ''): string {
  const rows = (Object.keys(problems) as ProblemCode[]).map((code) => {
    const entry = problemEntry(code)
    return `<tr><td>${entry.status}</td><td><a href="/errors/${code}"><code>${code}</code></a></td><td>${escaped(entry.title)}</td></tr>`
  })
  return `<h1>${title}</h1>${lead && `<p>${lead}</p>`}<table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${rows.join('')}</tbody></table><p><a href="/docs">Documentation</a></p>`
}
