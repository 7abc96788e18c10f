// Writes openapi/*.json and the collections that are made from them. With --check it writes nothing and fails if they are
// out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import {
  backofficePrefix,
  backofficeRouter,
  portalPrefix,
  portalRouter,
  signInReference,
} from '../app/routes.ts'
import { buildOpenApi } from './build.ts'
import { postmanCollection, postmanEnvironment } from './collection.ts'
import { declarationDeps } from './declaration-deps.ts'

const workspace = new URL('../../../', import.meta.url)

const portal = buildOpenApi(portalRouter(declarationDeps), portalPrefix, declarationDeps, signInReference)
const backoffice = buildOpenApi(
  backofficeRouter(declarationDeps),
  backofficePrefix,
  declarationDeps,
  signInReference,
)
const documents = {
  'openapi/portal.json': portal,
  'openapi/backoffice.json': backoffice,
  'docs/collections/portal.postman.json': postmanCollection(portal, 'api_key'),
  'docs/collections/backoffice.postman.json': postmanCollection(backoffice, 'staff_key'),
  'docs/collections/local.postman-environment.json': postmanEnvironment,
}

for (const [name, document] of Object.entries(documents)) {
  const file = new URL(name, workspace)
  const text = `${JSON.stringify(document, null, 2)}\n`
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
