// The pages behind the `type` URLs of problems, `/errors/<category>/<code>`, as Markdown in both languages: what it means,
// what to do, an example of the response, and which operations respond with it.
import { type Language, languages, type ProblemCode, problemEntry, problems } from '@anden/contract'
import { problemExample } from '../openapi/operation.ts'
import { anchorsOfPage } from './anchors.ts'
import { errorsSlug, pagePath, referenceSlugs } from './contents.ts'
import type { GeneratedPage } from './library.ts'
import { problemsInSpanish } from './problems-es.ts'
import { type ApiDescription, problemsOf } from './reference-page.ts'

type Operation = { name: string; path: string; reference: string }

const problemCodes = Object.keys(problems) as ProblemCode[]
/** Above this number it is a problem of nearly every operation. */
const maxOperations = 15

const texts = {
  en: {
    index: 'Errors',
    lead: 'Every error that the APIs report, with what to do about it. The guide on [errors](/docs/en/guides/errors) explains their form.',
    columns: ['Status', 'Code', 'Meaning'],
    remedy: 'What to do',
    example: 'The response',
    members: 'Members beyond those of every problem document',
    headers: 'Headers',
    operations: 'Responded by',
    all: '[All errors](/docs/en/errors) · [Guide on errors](/docs/en/guides/errors)',
  },
  es: {
    index: 'Errores',
    lead: 'Todos los errores que informan las API, y qué hacer con cada uno. La guía de [errores](/docs/es/guides/errors) explica su forma. Las respuestas de la API están en inglés.',
    columns: ['Estado', 'Código', 'Significado'],
    remedy: 'Qué hacer',
    example: 'La respuesta',
    members: 'Miembros además de los que tiene todo error',
    headers: 'Encabezados',
    operations: 'Operaciones que lo devuelven',
    all: '[Todos los errores](/docs/es/errors) · [Guía de errores](/docs/es/guides/errors)',
  },
}

/** What a page says about a problem. */
const wordsOf = (code: ProblemCode, language: Language) =>
  language === 'es' ? problemsInSpanish[code] : problemEntry(code)

const errorSlug = (code: ProblemCode) => `${errorsSlug}/${code}`

export function errorPages(describe: () => ApiDescription[], baseUrl: () => string): GeneratedPage[] {
  let operations: Map<ProblemCode, Operation[]> | undefined
  const operationsOf = (code: ProblemCode) => {
    operations ??= operationsByProblem(describe())
    return operations.get(code) ?? []
  }
  return [
    { slug: errorsSlug, languages, markdown: indexText },
    ...problemCodes.map((code) => ({
      slug: errorSlug(code),
      languages,
      markdown: (language: Language) => pageText(code, language, operationsOf(code), baseUrl()),
    })),
  ]
}

function indexText(language: Language): string {
  const { index, lead, columns } = texts[language]
  const rows = problemCodes.map((code) => [
    problemEntry(code).status,
    `[\`${code}\`](${pagePath(language, errorSlug(code))})`,
    plain(wordsOf(code, language).title),
  ])
  const table = [columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  return `# ${index}\n\n${lead}\n\n${table.join('\n')}\n`
}

function pageText(code: ProblemCode, language: Language, operations: Operation[], baseUrl: string): string {
  const { status, headers = [], extra = [] } = problemEntry(code)
  const { title, detail, remedy } = wordsOf(code, language)
  const words = texts[language]
  const spans = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
  const example = problemExample(status, code, operations[0]?.path ?? '/api/v1/portal/stock', baseUrl)
  const links = operations.map(({ name, reference }) => `[\`${name}\`](${reference})`)
  return [
    `# ${plain(title)}`,
    plain(detail),
    `HTTP ${status} · \`${code}\``,
    `## ${words.remedy}`,
    plain(remedy),
    `## ${words.example}`,
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    extra.length > 0 ? `${words.members}: ${spans(extra)}.` : '',
    headers.length > 0 ? `${words.headers}: ${spans(headers)}.` : '',
    links.length > 0 && links.length <= maxOperations ? `${words.operations}: ${links.join(', ')}.` : '',
    `${words.all}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

function operationsByProblem(apis: ApiDescription[]): Map<ProblemCode, Operation[]> {
  const found = new Map<ProblemCode, Operation[]>()
  for (const api of apis) {
    const base = api.servers[0]?.url ?? ''
    const slug = base.endsWith('/portal') ? referenceSlugs.portal : referenceSlugs.backoffice
    for (const [path, methods] of Object.entries(api.paths))
      for (const [method, { responses }] of Object.entries(methods)) {
        if (path.endsWith('.csv')) continue
        const name = `${method.toUpperCase()} ${path}`
        const reference = `${pagePath('en', slug)}#${anchorsOfPage()(name)}`
        const operation = { name, path: base + path, reference }
        for (const code of problemsOf(responses)) found.set(code, [...(found.get(code) ?? []), operation])
      }
  }
  return found
}

/** Texts of the catalogue contain names such as `<API_KEY>` and `*.local`. */
const plain = (text: string) => text.replace(/[\\*_<>`[\]|]/g, '\\$&')
