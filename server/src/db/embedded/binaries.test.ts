import { chmod, cp, lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scratchOnDisk } from '../../../tests/harness/embedded/trial.ts'
import { chooseAccount, isRoot } from './account.ts'
import { findPackage, prepareBinaries } from './binaries.ts'

const installed = findPackage()

/** The package as it comes out of npm's archive: without links, and here without executable bits and data either. */
async function unpack(dir: string) {
  const native = join(dir, 'package', 'native')
  await cp(installed.native, native, {
    recursive: true,
    filter: (source) => !source.endsWith('.a') && source !== join(installed.native, 'share'),
    verbatimSymlinks: true,
  })
  for (const target of await linksOf(native)) await rm(target)
  for (const name of await readdir(join(native, 'bin'))) await chmod(join(native, 'bin', name), 0o644)
  return { native, version: installed.version }
}

async function linksOf(native: string): Promise<string[]> {
  const list = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  return list.map(({ target }) => join(native, relative('native', target)))
}

async function prepare(dir: string, unpacked: typeof installed) {
  const said: string[] = []
  const account = await chooseAccount()
  const copiesIn = async () => join(dir, 'copies')
  const binaries = await prepareBinaries({
    package: unpacked,
    account,
    copiesIn,
    say: (line) => said.push(line),
  })
  return { binaries, said }
}

describe('prepareBinaries', { timeout: 30_000 }, () => {
  test('makes missing links and executable bits in the package', async () => {
    const dir = await scratchOnDisk()
    const unpacked = await unpack(dir)
    const { binaries } = await prepare(dir, unpacked)
    expect(binaries).toEqual({
      initdb: join(unpacked.native, 'bin', 'initdb'),
      postgres: join(unpacked.native, 'bin', 'postgres'),
      major: installed.version.split('.')[0],
    })
    for (const target of await linksOf(unpacked.native))
      expect((await lstat(target)).isSymbolicLink()).toBe(true)
  })

  test.skipIf(!isRoot())('uses a copy when the account cannot reach the package (needs root)', async () => {
    const dir = await scratchOnDisk()
    await mkdir(join(dir, 'package'), { mode: 0o700 })
    await mkdir(join(dir, 'copies'))
    const unpacked = await unpack(dir)
    const umask = process.umask(0o077)
    try {
      const { binaries, said } = await prepare(dir, unpacked)
      expect(said).toEqual([expect.stringContaining(`programs to ${join(dir, 'copies')}`)])
      expect(binaries.postgres.startsWith(join(dir, 'copies'))).toBe(true)
    } finally {
      process.umask(umask)
    }
    expect((await prepare(dir, unpacked)).said).toEqual([])
  })

  test('says in one line what to do when nothing runs', async () => {
    const dir = await scratchOnDisk()
    const broken = { native: join(dir, 'nothing'), version: '0' }
    await mkdir(join(dir, 'nothing', 'bin'), { recursive: true })
    await expect(prepare(dir, broken)).rejects.toThrow(
      /^PostgreSQL's programs do not run here \(.*\): set DATABASE_URL.*$/,
    )
  })
})
