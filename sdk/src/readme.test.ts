// The samples of the README compile, as one program.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const workspace = fileURLToPath(new URL('../', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'anden-readme-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Declarations that the samples assume. */
const given = `import type { NewOrder } from '@anden/sdk'
declare const newOrder: NewOrder
declare const purchases: { number: string; newOrder: NewOrder }[]
declare const sheet: File
declare const remitoId: string
declare const number: number
declare const bytes: Uint8Array
declare const baseUrl: string
declare const apiKey: string
declare const traceparent: string
declare const signal: AbortSignal
declare const request: Request
declare function load(): Promise<string | undefined>
declare function save(cursor: string | undefined): Promise<void>
declare function refresh(): Promise<void>
`

const tsconfig = {
  extends: join(workspace, '../tsconfig.json'),
  compilerOptions: {
    noUnusedLocals: false,
    typeRoots: [join(workspace, '../node_modules/@types')],
    paths: {
      '@anden/sdk': [join(workspace, 'src/index.ts')],
      '@anden/sdk/webhooks': [join(workspace, 'src/webhooks/index.ts')],
      '@anden/sdk/*': [join(workspace, 'src/*.ts')],
    },
  },
  include: ['samples.ts'],
}

test('the samples of the README compile', () => {
  const readme = readFileSync(join(workspace, 'README.md'), 'utf8')
  const samples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code)
  expect(samples.length).toBeGreaterThan(8)
  writeFileSync(join(directory, 'samples.ts'), given + samples.join('\n'))
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(tsconfig))
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json')
  const compiler = typescript.replace('package.json', 'bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', directory], { encoding: 'utf8' })
  expect(stdout).toBe('')
})
