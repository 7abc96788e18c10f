// `/llms.txt` (llmstxt.org): every page with its address as Markdown, for programs that read documentation.
import { homeSlug, pagePath } from './contents.ts'
import type { Library } from './library.ts'

const summary =
  'The client portal of a distribution warehouse: an HTTP/JSON API to stock, lots, remitos, orders and account, with signed webhooks.'

export function llmsText(library: Library, baseUrl: string): string {
  const english = library.contents('en').map(({ title, entries }) => {
    const lines = entries.map(({ slug }) => lineOf('en', slug))
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  const spanish = library.pages
    .filter(({ language }) => language === 'es')
    .map(({ slug }) => lineOf('es', slug))
  const descriptions = [
    `- [OpenAPI of the portal](${baseUrl}/openapi.json)`,
    `- [OpenAPI of the back office](${baseUrl}/openapi-backoffice.json)`,
    `- [Postman collection of the portal](${baseUrl}/docs/collections/portal.postman.json)`,
    `- [Postman collection of the back office](${baseUrl}/docs/collections/backoffice.postman.json)`,
  ]
  return [
    `# Andén\n\n> ${summary}\n`,
    ...english,
    `## API descriptions\n\n${descriptions.join('\n')}\n`,
    ...(spanish.length > 0 ? [`## Español\n\n${spanish.join('\n')}\n`] : []),
  ].join('\n')

  function lineOf(language: 'en' | 'es', slug: string): string {
    const { title = '', lead = '' } = library.page(language, slug)?.rendered ?? {}
    const path = `${pagePath(language, slug)}${slug === homeSlug ? homeSlug : ''}.md`
    return `- [${title}](${baseUrl}${path}): ${lead}`
  }
}
