// A stranger with an empty folder, the address of the installation and a key: the SDK comes from the installation itself.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, inject, test } from 'vitest'

const url = inject('url')
const folder = await mkdtemp(join(tmpdir(), 'anden-stranger-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const { PATH, HOME } = process.env
const env = { PATH, HOME, ANDEN_API_KEY: 'pk_wrong' }
const run = async (program: string, ...parameters: string[]) =>
  (await promisify(execFile)(program, parameters, { cwd: folder, env })).stdout.trim()

test('npm installs the SDK from the installation, by both addresses, for import and require', async () => {
  const page = await (await fetch(`${url}/docs/en/guides/sdk.md`)).text()
  const [fixed = ''] = /https?:\S+\/docs\/sdk-[\d.]+-[0-9a-f]{8}\.tgz/.exec(page) ?? []
  const [integrity = ''] = /sha512-[\w+/=]+/.exec(page) ?? []
  await writeFile(join(folder, 'package.json'), '{}')
  for (const address of [`${url}/docs/sdk.tgz`, url + new URL(fixed).pathname]) {
    await run('npm', 'install', '--no-audit', '--no-fund', address)
    const lockfile = await run(process.execPath, '-p', 'JSON.stringify(require("./package-lock.json"))')
    expect(JSON.parse(lockfile).packages['node_modules/@anden/sdk']).toMatchObject({
      integrity,
      license: 'MIT',
    })
  }
  const imported = `import { Anden } from '@anden/sdk'; console.log(typeof Anden)`
  expect(await run(process.execPath, '--input-type=module', '-e', imported)).toBe('function')
  expect(await run(process.execPath, '-p', `typeof require('@anden/sdk/webhooks').unwrap`)).toBe('function')
})

test('anden-listen knows the address that it was installed from', async () => {
  const asked = run('npx', '--yes', '--package', `${url}/docs/sdk.tgz`, 'anden-listen', '--print')
  await expect(asked).rejects.toThrow('Is ANDEN_API_KEY the whole key, and of this warehouse?')
})
