// The package as it is published: built, packed, installed into a project of its own and used there against the service.
// Every run builds it; installing it and its tools takes a minute, so that is part of the full test size.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { staffScopes } from '@anden/contract'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueStaffKey } from '../../server/src/identity/issue-keys.ts'
import { useService } from '../../server/tests/harness/prologue.ts'
import { isFull } from '../../server/tests/harness/sizes.ts'
import { backofficeOf, stockedClient } from './testing/clients.ts'

const workspace = fileURLToPath(new URL('../', import.meta.url))
const directory = await mkdtemp(join(tmpdir(), 'anden-sdk-'))
afterAll(() => rm(directory, { recursive: true, force: true }))
const built = join(directory, 'built')
const project = join(directory, 'project')

const run = promisify(execFile)
await run(process.execPath, [join(workspace, 'build/main.ts'), built])

describe('the built package', () => {
  const files = globSync('**/*.{js,d.ts}', { cwd: built })
  const esm = files.filter((file) => file.startsWith('dist/esm/'))

  test('has every entry, without tests', async () => {
    const manifest = JSON.parse(await readFile(join(built, 'package.json'), 'utf8'))
    const builds = Object.values<{ import?: object; require?: object }>(manifest.exports)
    const entries = builds.flatMap((entry) =>
      [entry.import, entry.require].flatMap((one) => Object.values(one ?? {})),
    )
    const named = [...entries, manifest.main, manifest.types, ...Object.values<string>(manifest.bin)].map(
      (path) => path.slice(2),
    )
    expect(named.length).toBeGreaterThanOrEqual(24)
    expect(manifest).toMatchObject({ license: 'MIT', name: '@anden/sdk' })
    expect(files).toEqual(expect.arrayContaining(named))
    expect(files.filter((file) => /test/.test(file))).toEqual([])
  })

  test('refers to nothing but its own files', async () => {
    const outside = ['listen/']
    const used = esm.filter((file) => !outside.some((part) => file.includes(part)))
    const texts = await Promise.all(used.map((file) => readFile(join(built, file), 'utf8')))
    const imported = texts.flatMap((text) =>
      [...text.matchAll(/(?:\bfrom |\bimport\(|^import )['"]([^'"\n]+)['"]/gm)].map(([, to]) => to),
    )
    expect(imported.length).toBeGreaterThan(20)
    expect(imported.filter((to) => !/^\.\.?\/.*\.js$/.test(to ?? ''))).toEqual([])
  })

  test('runs', async () => {
    const { Anden } = await import(join(built, 'dist/esm/index.js'))
    expect(new Anden({ baseUrl: 'https://portal.example.com' }).stock.lots.list).toBeTypeOf('function')
  })
})

describe('the file that an installation serves', () => {
  const entriesOf = async (file: string) =>
    (await run('tar', ['tvzf', file])).stdout
      .trim()
      .split('\n')
      .map((line) => line.replace(/^(\S+) +\S+ +(\d+) .* (\S+)$/, '$1 $2 $3'))
      .sort()

  test('is what npm pack makes, and has the same bytes each time', async () => {
    const served = ['served-1', 'served-2'].map((name) => join(directory, name))
    for (const folder of served)
      await run(process.execPath, [join(workspace, 'build/main.ts'), '--tarball', folder])
    const [first, second] = await Promise.all(served.map((folder) => readFile(join(folder, 'sdk.tgz'))))
    expect(first).toEqual(second)
    const { integrity } = JSON.parse(await readFile(join(directory, 'served-1/sdk.json'), 'utf8'))
    expect(integrity).toBe(
      `sha512-${createHash('sha512')
        .update(first ?? '')
        .digest('base64')}`,
    )

    // In a copy: while npm packs a workspace, its package.json is the published one.
    const copy = join(directory, 'copy')
    const root = join(workspace, '..')
    await mkdir(join(copy, 'sdk'), { recursive: true })
    for (const name of [
      'LICENSE',
      'README.md',
      'build',
      'package.json',
      'src',
      'tsconfig.build.json',
      'tsconfig.listen.json',
    ])
      await cp(join(workspace, name), join(copy, 'sdk', name), { recursive: true })
    await writeFile(
      join(copy, 'package.json'),
      JSON.stringify({ name: 'copy', private: true, workspaces: ['sdk'] }),
    )
    await cp(join(root, '.gitignore'), join(copy, '.gitignore'))
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
    const own = await readFile(join(copy, 'sdk/package.json'), 'utf8')
    await run('npm', ['pack', '-w', 'sdk', '--silent', '--pack-destination', directory], { cwd: copy })
    expect(await entriesOf(join(directory, 'anden-sdk-0.1.0.tgz'))).toEqual(
      await entriesOf(join(served[0] ?? '', 'sdk.tgz')),
    )
    expect(await readFile(join(copy, 'sdk/package.json'), 'utf8')).toBe(own)
  })
})

if (isFull) {
  const service = await useService()
  // `fetch` keeps the connections of abandoned streams in its pool.
  afterAll(() => service.app.server.closeAllConnections())
  const { token: staffKey } = await issueStaffKey(service.db, { name: 'erp', scopes: staffScopes })
  const { token, product, destinatario } = await stockedClient(service, await backofficeOf(service))
  const env = {
    ...process.env,
    NO_COLOR: '1',
    ANDEN_URL: service.url,
    ANDEN_KEY: token,
    ANDEN_STAFF_KEY: staffKey,
    PRODUCT_ID: product.id,
    DESTINATARIO_ID: destinatario.id,
  }
  const inProject = async (command: string, ...parameters: string[]) =>
    (await run(command, parameters, { cwd: project, env })).stdout.trim()
  const tool = (name: string) => join(project, 'node_modules/.bin', name)

  describe('the packed package', { timeout: 600_000 }, () => {
    let tarball = ''
    beforeAll(async () => {
      await cp(join(workspace, 'consumers'), project, { recursive: true })
      await run(process.execPath, [join(workspace, 'build/main.ts'), '--tarball', directory])
      tarball = join(directory, 'sdk.tgz')
      // Not `npm ci`: optional packages of Deno for other systems may be missing from the lockfile.
      await inProject('npm', 'install', '--prefer-offline', tarball)
    }, 600_000)

    test('is as publint and arethetypeswrong want it', async () => {
      expect(await inProject(tool('publint'), tarball, '--strict')).toContain('All good!')
      await inProject(tool('attw'), tarball, '--profile', 'strict')
    })

    test('compiles with the declarations alone, in strict mode, and with DOM types instead of those of Node', async () => {
      await inProject(tool('tsc'), '--project', 'tsconfig.json')
    })

    test('works in Node, also by require', async () => {
      expect(await inProject(process.execPath, 'smoke.ts')).toBe('ok')
      const required = `console.log(typeof require('@anden/sdk').Anden)`
      expect(await inProject(process.execPath, '--input-type=commonjs', '-e', required)).toBe('function')
      expect(await inProject(tool('anden-listen'), '--help')).toContain('usage: anden-listen --forward-to')
    })

    test('works in a bundle for browsers', async () => {
      const outfile = join(project, 'bundle.mjs')
      const entryPoints = [join(project, 'smoke.ts')]
      await build({ entryPoints, outfile, bundle: true, minify: true, format: 'esm', platform: 'browser' })
      expect(await inProject(process.execPath, 'bundle.mjs')).toBe('ok')
    })

    test('works in Deno', async () => {
      const permissions = ['--allow-net', '--allow-env', '--no-prompt']
      expect(
        await inProject(tool('deno'), 'run', '--node-modules-dir=manual', ...permissions, 'smoke.ts'),
      ).toBe('ok')
    })

    test('works in Bun', async () => {
      expect(await inProject(tool('bun'), 'run', 'smoke.ts')).toBe('ok')
    })

    test('a client of openapi-typescript and openapi-fetch compiles and works, too', async () => {
      for (const name of ['portal', 'backoffice']) {
        const document = join(workspace, `../openapi/${name}.json`)
        await inProject(tool('openapi-typescript'), document, '--output', `${name}.d.ts`)
      }
      await inProject(tool('tsc'), '--project', 'tsconfig.openapi.json')
      expect(await inProject(process.execPath, 'openapi-fetch.ts')).toBe('ok')
    })
  })
}
