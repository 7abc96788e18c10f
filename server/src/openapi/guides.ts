// Serves the guides in docs/guides as pages next to the API reference.
import { readdir, readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { escaped, sendHtmlPage } from '../http/html-page.ts'
import { problem } from '../problem.ts'
import { renderMarkdown } from './markdown.ts'

const directory = new URL('../../../docs/guides/', import.meta.url)

export async function guidePages(app: FastifyInstance) {
  const guides = await readGuides()
  const links = [...guides].map(([name, { title }]) => `<a href="/docs/guides/${name}">${escaped(title)}</a>`)
  const footer = `<p>${links.join(' · ')} · <a href="/docs/">API reference</a></p>`

  app.get('/docs/guides', async (_request, reply) => {
    const body = `<h1>Guides</h1><ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul>
      <p><a href="/docs/">API reference</a> · <a href="/errors">All errors</a></p>`
    return sendHtmlPage(reply, { title: 'Guides', body })
  })
  app.get<{ Params: { name: string } }>('/docs/guides/:name', async ({ params }, reply) => {
    const guide = guides.get(params.name)
    if (!guide) throw problem('routing/not-found')
    return sendHtmlPage(reply, { title: guide.title, body: guide.body + footer })
  })
}

/** By name, in alphabetical order. Empty if the service was installed without them. */
async function readGuides(): Promise<Map<string, { title: string; body: string }>> {
  const files = (await readdir(directory).catch(() => [])).filter((file) => file.endsWith('.md')).sort()
  const guides = files.map(async (file) => {
    const text = await readFile(new URL(file, directory), 'utf8')
    const title = /^# (.+)$/m.exec(text)?.[1] ?? file
    return [file.replace(/\.md$/, ''), { title, body: renderMarkdown(text) }] as const
  })
  return new Map(await Promise.all(guides))
}
