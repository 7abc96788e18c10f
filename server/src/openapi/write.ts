// Writes openapi/*.json, the collections that are made from them, and the table of events in the guide to webhooks. With
// --check it writes nothing and fails if they are out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import {
  eventFamilies,
  eventFamilyOf,
  eventTexts,
  eventTypes,
  type Language,
  languages,
} from '@anden/contract'
import { declarationDeps } from '../app/deps.ts'
import {
  backofficePrefix,
  backofficeRouter,
  portalPrefix,
  portalRouter,
  signInReference,
} from '../app/routes.ts'
import { buildOpenApi } from './build.ts'
import { postmanCollection, postmanEnvironment } from './collection.ts'
import { openReplies } from './open-replies.ts'

// The table of all events in the guide to webhooks, written from the contract in both languages.

const headings: Record<Language, string[]> = {
  en: ['Event', 'When', '`data.object`'],
  es: ['Evento', 'Cuándo', '`data.object`'],
}
const below = /(^## (?:Events|Eventos)\n\n)(?:\|.*\n)*/m

function withEventTable(page: string, language: Language): string {
  if (!below.test(page)) throw new Error('the guide to webhooks has no section of events')
  return page.replace(below, (_, heading: string) => heading + tableIn(language))
}

function tableIn(language: Language): string {
  const rows = eventTypes.map((type) => [
    `\`${type}\``,
    eventTexts[type][language],
    eventFamilies[eventFamilyOf(type)].object[language],
  ])
  const lines = [headings[language], ...rows]
  const widths = headings[language].map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  const written = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
  written.splice(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  )
  return written.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

const workspace = new URL('../../../', import.meta.url)

const portal = openReplies(
  buildOpenApi(portalRouter(declarationDeps), portalPrefix, declarationDeps, signInReference),
)
const backoffice = openReplies(
  buildOpenApi(backofficeRouter(declarationDeps), backofficePrefix, declarationDeps, signInReference),
)
const asText = (document: unknown) => `${JSON.stringify(document, null, 2)}\n`
const documents: Record<string, string> = {
  'openapi/portal.json': asText(portal),
  'openapi/backoffice.json': asText(backoffice),
  'docs/collections/portal.postman.json': asText(postmanCollection(portal, 'api_key')),
  'docs/collections/backoffice.postman.json': asText(postmanCollection(backoffice, 'staff_key')),
  'docs/collections/local.postman-environment.json': asText(postmanEnvironment),
}
for (const language of languages) {
  const guide = `docs/${language}/guides/webhooks.md`
  documents[guide] = withEventTable(await readFile(new URL(guide, workspace), 'utf8'), language)
}

for (const [name, text] of Object.entries(documents)) {
  const file = new URL(name, workspace)
  if (process.argv.includes('--check')) {
    if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
      process.stderr.write(`${name} is out of date: run npm run openapi\n`)
      process.exitCode = 1
    }
  } else {
    await mkdir(new URL('.', file), { recursive: true })
    await writeFile(file, text)
  }
}
