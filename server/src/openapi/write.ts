// Writes openapi/*.json, the collections that are made from them, and the table of events in the guide to webhooks. With
// --check it writes nothing and fails if they are out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { languages } from '@anden/contract'
import { declarationDeps } from '../app/declaration-deps.ts'
import {
  backofficePrefix,
  backofficeRouter,
  portalPrefix,
  portalRouter,
  signInReference,
} from '../app/routes.ts'
import { buildOpenApi } from './build.ts'
import { postmanCollection, postmanEnvironment } from './collection.ts'
import { withEventTable } from './event-table.ts'
import { openReplies } from './open-replies.ts'

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
