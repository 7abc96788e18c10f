// Writes src/generated/. With --check it writes nothing and fails if a file is out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { backofficeDocument, portalDocument } from './documents.ts'
import { faultTypes } from './faults.ts'
import { problemTypes } from './problems.ts'
import { resourceTypes } from './resources.ts'
import { schemaTypes } from './schemas.ts'

const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))

/** They are an entry of their own: a program in production does not need them. */
const isOfSandbox = (path: string) => /^\/sandbox\b/.test(path)

const directory = new URL('../src/generated/', import.meta.url)
const files = {
  'schemas.ts': schemaTypes([portalDocument, backofficeDocument]),
  'faults.ts': faultTypes(),
  'problems.ts': problemTypes(),
  'portal.ts': resourceTypes(portalDocument, { api: 'Portal', includes: (path) => !isOfSandbox(path) }),
  'sandbox.ts': resourceTypes(portalDocument, { api: 'Portal', part: 'Sandbox', includes: isOfSandbox }),
  'backoffice.ts': resourceTypes(backofficeDocument, { api: 'Backoffice' }),
  'version.ts': `export const version = '${version}'\n`,
}

await mkdir(directory, { recursive: true })
for (const [name, body] of Object.entries(files)) {
  const file = new URL(name, directory)
  const text = `// Generated from the contract by npm run sdk:types. Do not edit.\n${body}`
  if (process.argv.includes('--check')) {
    if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
      process.stderr.write(`sdk/src/generated/${name} is out of date: run npm run sdk:types\n`)
      process.exitCode = 1
    }
  } else {
    await writeFile(file, text)
  }
}
