// Writes openapi/*.json. With --check it writes nothing and fails if they are out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import {
  backofficePrefix,
  backofficeRouter,
  portalPrefix,
  portalRouter,
  signInReference,
} from '../app/routes.ts'
import { buildOpenApi } from './build.ts'
import { declarationDeps } from './declaration-deps.ts'

const directory = new URL('../../../openapi/', import.meta.url)

const documents = {
  'portal.json': buildOpenApi(portalRouter(declarationDeps), portalPrefix, declarationDeps, signInReference),
  'backoffice.json': buildOpenApi(
    backofficeRouter(declarationDeps),
    backofficePrefix,
    declarationDeps,
    signInReference,
  ),
}

await mkdir(directory, { recursive: true })
for (const [name, document] of Object.entries(documents)) {
  const file = new URL(name, directory)
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (process.argv.includes('--check')) {
    if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
      process.stderr.write(`openapi/${name} is out of date: run npm run openapi\n`)
      process.exitCode = 1
    }
  } else {
    await writeFile(file, text)
  }
}
