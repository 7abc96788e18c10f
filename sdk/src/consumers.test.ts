// Programs of clients compile: with the oldest and the newest TypeScript that they may have, as ES modules, as CommonJS and
// for a bundler, by the strictest settings and by what `tsc --init` writes. They also run by `import` and `require`.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../../server/tests/harness/sizes.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const workspace = fileURLToPath(new URL('../', import.meta.url))
const directory = await mkdtemp(join(tmpdir(), 'anden-consumers-'))
afterAll(() => rm(directory, { recursive: true, force: true }))

beforeAll(async () => {
  const modules = join(directory, 'node_modules')
  await mkdir(join(modules, '@anden/sdk'), { recursive: true })
  await mkdir(join(modules, '@types'))
  await run(process.execPath, [join(workspace, 'build/main.ts'), join(modules, '@anden/sdk')])
  for (const name of ['@types/node', 'undici-types'])
    await symlink(join(workspace, '../node_modules', name), join(modules, name))
  for (const kind of ['module', 'commonjs']) {
    await mkdir(join(directory, kind))
    await writeFile(join(directory, kind, 'package.json'), JSON.stringify({ type: kind }))
    await cp(join(workspace, 'consumers/types.ts'), join(directory, kind, 'types.ts'))
  }
})

const compilers = { '5.6': 'typescript-5.6', '5.9': 'typescript-5.9', '7': 'typescript' }
const compilerOf = (name: string) =>
  join(require.resolve(`${name}/package.json`).replace(/package\.json$/, ''), 'bin/tsc')

const strictest = {
  ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: ['node'], noEmit: true },
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
  ...{ noPropertyAccessFromIndexSignature: true, noImplicitOverride: true, isolatedModules: true },
}
const styles = [
  { style: 'an ES module', kind: 'module', options: { module: 'nodenext', verbatimModuleSyntax: true } },
  { style: 'CommonJS', kind: 'commonjs', options: { module: 'node16', moduleResolution: 'node16' } },
  { style: 'for a bundler', kind: 'module', options: { module: 'esnext', moduleResolution: 'bundler' } },
]
const all = Object.entries(compilers).flatMap(([version, compiler]) =>
  styles.map((style) => ({ version, compiler, ...style })),
)
// Each takes seconds of CPU time, except those of TypeScript 7.
const compiled = isFull
  ? all
  : all.filter(({ version, kind }) => version === '7' || (version === '5.6' && kind !== 'module'))

/** What the compiler prints, which is nothing if all is well. */
async function compile(compiler: string, parameters: string[], cwd: string): Promise<string> {
  const { stdout } = await run(process.execPath, [compilerOf(compiler), ...parameters], { cwd }).catch(
    (error: { stdout: string }) => error,
  )
  return stdout
}

test.each(compiled)(
  'a program compiles by TypeScript $version as $style',
  async ({ compiler, kind, options, version, style }) => {
    const project = `tsconfig.${version} ${style}.json`
    const compilerOptions = { ...strictest, ...options }
    await writeFile(join(directory, kind, project), JSON.stringify({ compilerOptions, files: ['types.ts'] }))
    expect(await compile(compiler, ['-p', project], join(directory, kind))).toBe('')
  },
)

test.each(Object.entries(compilers))(
  'it compiles by what tsc --init of TypeScript %s writes',
  async (version, compiler) => {
    // In a folder of its own; older versions set up CommonJS.
    const folder = join(directory, `init-${version}`)
    await mkdir(folder)
    await cp(join(workspace, 'consumers/types.ts'), join(folder, 'types.ts'))
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ type: version === '5.6' ? 'commonjs' : 'module' }),
    )
    await compile(compiler, ['--init'], folder)
    const options = ['-p', '.', '--noEmit', '--types', 'node', '--exactOptionalPropertyTypes']
    expect(await compile(compiler, options, folder)).toBe('')
  },
)

/** The locked Node, and the one of the system if that is another version that clients may have. */
async function nodesHere(): Promise<{ version: string; path: string }[]> {
  const found = new Map<string, string>()
  for (const path of [process.execPath, '/usr/bin/node', '/usr/local/bin/node']) {
    const version = (await run(path, ['--version']).catch(() => null))?.stdout.trim() ?? ''
    const major = version.replace(/^v(\d+).*$/s, '$1')
    if (Number(major) >= 20 && !found.has(major)) found.set(major, path)
  }
  if (!found.has('20'))
    process.stderr.write('The SDK is not tried on Node 20, which is not the Node of this system.\n')
  return [...found].map(([version, path]) => ({ version, path }))
}

describe.each(await nodesHere())('the built package runs on Node $version', ({ path }) => {
  const node = async (...parameters: string[]) =>
    (await run(path, parameters, { cwd: directory })).stdout.trim()
  // So that `require` has only CommonJS. Older versions never do otherwise, and do not know the option.
  const onlyCommonJs = '--no-experimental-require-module'
  const entries = ['', '/backoffice', '/webhooks', '/webhooks/express', '/webhooks/next', '/webhooks/node']

  test('by require, as CommonJS, and by import, with errors that know each other', async () => {
    const names = JSON.stringify(entries.map((entry) => `@anden/sdk${entry}`))
    const script = `
      const names = ${names}
      const { createRequire } = require('node:module')
      const required = names.map((name) => require(name))
      Promise.all(names.map((name) => import(name))).then((imported) => {
        const same = names.map((_, i) => String(Object.keys(required[i]).sort()) ===
          String(Object.keys(imported[i]).filter((key) => key !== 'default' && key !== 'module.exports').sort()))
        const [one, other] = [required[2].WebhookSignatureError, imported[2].WebhookSignatureError]
        console.log(JSON.stringify([same, new one('no-match', '') instanceof other, one === other,
          require.cache[require.resolve('@anden/sdk')] !== undefined]))
      })`
    const isKnown = await node(onlyCommonJs, '--version').catch(() => null)
    const options = isKnown ? [onlyCommonJs] : []
    expect(JSON.parse(await node('--input-type=commonjs', ...options, '-e', script))).toEqual([
      entries.map(() => true),
      true,
      false,
      true,
    ])
  })
})
