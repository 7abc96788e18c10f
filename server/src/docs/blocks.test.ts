// The code blocks of the documentation are valid: JSON by the schemas of the APIs, TypeScript by the types of the SDK, shell
// by bash.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { formats } from '../../tests/harness/ajv-formats.ts'
import { blocksOf, pageFiles } from '../../tests/harness/docs-blocks.ts'
import { sdkExpression } from './code-samples.ts'
import type { ApiDescription } from './reference-page.ts'

const workspace = fileURLToPath(new URL('../../../', import.meta.url))
const blocks = pageFiles.flatMap(blocksOf)
const readApi = (name: string) =>
  JSON.parse(readFileSync(join(workspace, `openapi/${name}.json`), 'utf8')) as ApiDescription
const inLanguage = (language: string) => blocks.filter((block) => block.language === language)

test('blocks are of languages that are checked, or plain text', () => {
  const known = ['sh', 'json', 'ts', 'sql', 'http', 'csv', 'yaml', 'text']
  expect(blocks.filter(({ language }) => !known.includes(language))).toEqual([])
})

test('JSON names its schema in the API, and matches it', () => {
  const apis = ['portal', 'backoffice'].map((name) => {
    const ajv = new Ajv2020({ strict: false, formats: { ...formats, binary: true } })
    return { components: readApi(name).components, ajv }
  })
  const faults = inLanguage('json').flatMap(({ file, caption, code }) => {
    const api = apis.find(({ components }) => components.schemas[caption])
    if (!api) return [`${file}: there is no schema ${caption}`]
    const { components, ajv } = api
    const validate = ajv.compile({ components, $ref: `#/components/schemas/${caption}` })
    return validate(JSON.parse(code)) ? [] : [`${file}: ${ajv.errorsText(validate.errors)}`]
  })
  expect(inLanguage('json').length).toBeGreaterThan(5)
  expect(faults).toEqual([])
})

test('TypeScript compiles against the SDK', () => {
  const directory = mkdtempSync(join(tmpdir(), 'anden-docs-'))
  try {
    for (const [index, { code }] of inLanguage('ts').entries())
      writeFileSync(join(directory, `block-${index}.ts`), code)
    for (const name of ['portal', 'backoffice'])
      writeFileSync(join(directory, `calls-${name}.ts`), allSdkCalls(readApi(name)))
    const compilerOptions = {
      typeRoots: [join(workspace, 'node_modules/@types')],
      paths: {
        '@anden/sdk': [join(workspace, 'sdk/src/index.ts')],
        '@anden/sdk/backoffice': [join(workspace, 'sdk/src/backoffice.ts')],
        '@anden/sdk/webhooks': [join(workspace, 'sdk/src/webhooks/index.ts')],
        '@anden/sdk/*': [join(workspace, 'sdk/src/*.ts')],
      },
    }
    const config = { extends: join(workspace, 'tsconfig.json'), compilerOptions, include: ['*.ts'] }
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config))
    writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
    const tsc = join(workspace, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', directory], { encoding: 'utf8' })
    expect(inLanguage('ts').length).toBeGreaterThan(0)
    expect(stdout).toBe('')
  } finally {
    rmSync(directory, { recursive: true })
  }
})

/** Every operation as the reference shows it for the SDK, in one file. */
function allSdkCalls(api: ApiDescription): string {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => responses)
      .map(([method, operation]) => sdkExpression(api, { method: method.toUpperCase(), path, operation })),
  )
  expect(calls.length).toBeGreaterThan(50)
  const [client, module] = api.servers[0]?.url.endsWith('/portal')
    ? ['AndenSandbox', '@anden/sdk/sandbox']
    : ['Backoffice', '@anden/sdk/backoffice']
  return [
    `import { ${client} } from '${module}'`,
    `const anden = new ${client}()`,
    ...calls.map((call) => `await ${call}`),
  ].join('\n')
}

test('shell is valid', () => {
  // Placeholders in angle brackets are for the reader to replace.
  const scripts = inLanguage('sh').map(({ code }) => code.replace(/<[a-z]+>/g, 'x'))
  expect(() => execFileSync('bash', ['-n'], { input: scripts.join('\n'), stdio: 'pipe' })).not.toThrow()
})
