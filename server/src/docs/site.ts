// The documentation at `/docs`: pages rendered from docs/, their Markdown, the files that they offer, the search index,
// and `/llms.txt`. Everything is served from here and works offline.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Language, languages } from '@anden/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { preferredLanguage } from '../http/wire/accept-language.ts'
import { problem } from '../problem.ts'
import { audienceOf, errorsSlug, homeSlug, pagePath } from './contents.ts'
import { framedPage } from './layout.ts'
import type { DocsPage, GeneratedPage, Library } from './library.ts'
import { type DocsReader, docsReader } from './reader.ts'
import { type SdkPackage, sdkPath, withOwnAddress } from './sdk-package.ts'
import { searchIndex } from './search-index.ts'
import { siteTexts } from './site-texts.ts'
import { contentTypes, docsFiles, isPublishedFile, readDocsFile, typeOfFile } from './sources.ts'

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  // Revalidated by ETag, so that an upgrade shows at once.
  'cache-control': 'no-cache',
}

type Resource = { type: string; bytes: Buffer; etag: string }
type Load = () => Promise<{ type: string; content: string | Buffer }>

export function docsSite(
  app: FastifyInstance,
  generated: readonly GeneratedPage[],
  baseUrl: () => string,
  currentSdk: () => SdkPackage | null,
): DocsReader {
  let opening: Promise<Site> | null = null
  const site = () => {
    opening ??= openSite(generated, baseUrl, currentSdk)
    return opening
  }

  for (const path of ['/docs', '/docs/'])
    app.get(path, async ({ headers: { 'accept-language': accepted } }, reply) =>
      reply
        .headers({ ...headers, vary: 'accept-language' })
        .redirect(pagePath(preferredLanguage(accepted), homeSlug)),
    )
  for (const language of languages)
    app.get(`/docs/${language}`, async (_request, reply) =>
      reply.headers(headers).redirect(pagePath(language, homeSlug)),
    )
  const send = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const { find, notFound } = await site()
    const resource = await find(path)
    if (resource) return sendResource(request, reply, resource)
    const withoutSlash = path.replace(/\/$/, '')
    if (withoutSlash !== path && (await find(withoutSlash)))
      return reply.headers(headers).redirect(withoutSlash)
    if (!request.headers.accept?.includes('text/html')) throw problem('routing/not-found')
    const language = languages.find((one) => path.startsWith(`/docs/${one}/`))
    const preferred = language ?? preferredLanguage(request.headers['accept-language'])
    const page = notFound(preferred, path.startsWith(pagePath(preferred, `${errorsSlug}/`)))
    return reply
      .code(404)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page)
  }
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const sdk = currentSdk()
    const file = request.params['*']
    if (sdk && file === sdk.file) reply.header('cache-control', 'public, max-age=31536000, immutable')
    const isSdk = sdk && (file === sdk.file || `/docs/${file}` === sdkPath)
    if (isSdk) return sendResource(request, reply, resourceOf(sdk))
    // It is being built: npm tries again.
    if (!sdk && `/docs/${file}` === sdkPath) throw problem('server/unavailable')
    return send(`/docs/${file}`, request, reply)
  })
  for (const path of ['/errors', '/errors/*'])
    app.get<{ Params: { '*'?: string } }>(path, (request, reply) => {
      const language = preferredLanguage(request.headers['accept-language'])
      reply.header('vary', 'accept-language')
      const code = request.params['*']
      return send(pagePath(language, code ? `${errorsSlug}/${code}` : errorsSlug), request, reply)
    })
  app.get('/llms.txt', (request, reply) => send('/llms.txt', request, reply))
  return docsReader(site)
}

function sendResource(request: FastifyRequest, reply: FastifyReply, { type, bytes, etag }: Resource) {
  reply.headers({
    ...headers,
    etag,
    'cache-control': reply.getHeader('cache-control') ?? headers['cache-control'],
  })
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.some((tag) => tag === etag || tag === '*')) return reply.code(304).send()
  return reply.type(type).send(bytes)
}

const resourceOf = ({ bytes }: SdkPackage): Resource => withEtag({ type: 'application/gzip', content: bytes })

type Site = {
  library: Library
  find: (path: string) => Promise<Resource | undefined>
  /** Of an error: with the list of all of them. */
  notFound: (language: Language, isError: boolean) => string
}

async function openSite(
  generated: readonly GeneratedPage[],
  baseUrl: () => string,
  currentSdk: () => SdkPackage | null,
): Promise<Site> {
  // Loaded with the first page that is requested, together with Marked: the start needs neither.
  const { openLibrary } = await import('./library.ts')
  const library = await openLibrary(generated)
  const loads = new Map<string, Load>([
    ...library.pages.flatMap((page) =>
      pageResources(page, library, (text) => withOwnAddress(text, baseUrl(), currentSdk())),
    ),
    ...docsFiles()
      .filter(isPublishedFile)
      .map((file): [string, Load] => [
        `/docs/${file}`,
        async () => ({ type: typeOfFile(file), content: await readDocsFile(file) }),
      ]),
    ...languages.map((language): [string, Load] => [
      `/docs/assets/search-${language}.json`,
      async () => ({ type: json, content: JSON.stringify(searchIndex(library.readable(language))) }),
    ]),
    ...assets,
    ['/llms.txt', async () => ({ type: contentTypes['.md'] ?? '', content: llmsText(library, baseUrl()) })],
  ])
  const loaded = new Map<string, Promise<Resource>>()
  return {
    library,
    async find(path) {
      const load = loads.get(path)
      if (!load) return undefined
      // Pages show the SDK, which is built after the start.
      const key = `${path} ${currentSdk()?.file}`
      const resource = loaded.get(key) ?? load().then(withEtag)
      loaded.set(key, resource)
      return resource
    },
    notFound: (language, isError) => {
      const { notFound, notFoundText } = siteTexts[language]
      const list = isError ? library.page(language, errorsSlug)?.rendered.html : undefined
      const errors = list?.replace(/^<h1.*<\/h1>/, '') ?? ''
      return framedPage({
        language,
        slug: null,
        title: notFound,
        lead: notFoundText,
        html: `<h1>${notFound}</h1><p>${notFoundText}</p>${errors}`,
        headings: [],
        contents: library.contents(language),
        translations: [],
      })
    },
  }
}

const json = contentTypes['.json'] ?? ''

function pageResources(
  page: DocsPage,
  library: Library,
  addressed: (text: string) => string,
): [string, Load][] {
  const { language, slug, markdown, rendered } = page
  const path = pagePath(language, slug)
  const own = audienceOf(slug) === 'client' ? addressed : (text: string) => text
  const html = () =>
    framedPage({
      language,
      slug,
      ...rendered,
      headings: rendered.sections.map(({ heading }) => heading),
      contents: library.contents(language),
      translations: languages.filter((one) => library.page(one, slug)),
    })
  return [
    [path, async () => ({ type: 'text/html; charset=utf-8', content: own(html()) })],
    [
      `${path}${slug === homeSlug ? homeSlug : ''}.md`,
      async () => ({ type: contentTypes['.md'] ?? '', content: own(markdown) }),
    ],
  ]
}

const assetOf = (name: string, type: string, file = new URL(`assets/${name}`, import.meta.url)) =>
  [`/docs/assets/${name}`, async () => ({ type, content: await readFile(file) })] as [string, Load]

const assets: [string, Load][] = [
  assetOf('docs.css', 'text/css; charset=utf-8'),
  assetOf('docs.js', 'text/javascript; charset=utf-8'),
  assetOf('search.js', 'text/javascript; charset=utf-8'),
  assetOf('ranking.js', 'text/javascript; charset=utf-8'),
  assetOf('theme.js', 'text/javascript; charset=utf-8'),
  assetOf(
    'inter.woff2',
    'font/woff2',
    new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
  ),
]

function withEtag({ type, content }: { type: string; content: string | Buffer }): Resource {
  const bytes = Buffer.from(content)
  return { type, bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

// `/llms.txt` (llmstxt.org): every page with its address as Markdown, for programs that read documentation.
const summary =
  'The client portal of a distribution warehouse: an HTTP/JSON API to stock, lots, remitos, orders and account, with signed webhooks.'

function llmsText(library: Library, baseUrl: string): string {
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
