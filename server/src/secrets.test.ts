import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deriveSecrets, loadSecrets } from './secrets.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anden-secrets-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const load = () => loadSecrets({ secretKey: null, dataDir })

describe('the generated secret', () => {
  test('is the same for all of many first starts at once', async () => {
    const started = await Promise.all(Array.from({ length: 20 }, load))
    expect(new Set(started.map(({ keyFor }) => keyFor('cursor').toString('hex'))).size).toBe(1)
    expect((await load()).keyFor('cursor')).toEqual(started[0]?.keyFor('cursor'))
    expect(await readdir(dataDir)).toEqual(['secret-key'])
  })

  test('is 32 random bytes that only their owner can read', async () => {
    await load()
    expect(await readFile(join(dataDir, 'secret-key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600)
  })

  test.each(['', 'ab12', '\n'])('is refused when its file was cut to "%s"', async (text) => {
    await writeFile(join(dataDir, 'secret-key'), text)
    await expect(load()).rejects.toThrow('secret-key is damaged: restore it from a backup')
  })

  test('is not made where one is given', async () => {
    const given = await loadSecrets({ secretKey: 'a secret of one’s own', dataDir })
    expect(given.keyFor('link')).toEqual(deriveSecrets('a secret of one’s own').keyFor('link'))
    expect(await readdir(dataDir)).toEqual([])
  })
})

test('every use has a key of its own', () => {
  const { keyFor } = deriveSecrets('0123456789abcdef')
  expect(keyFor('cursor')).toHaveLength(32)
  expect(keyFor('cursor')).not.toEqual(keyFor('link'))
  expect(keyFor('cursor')).not.toEqual(deriveSecrets('0123456789abcdeg').keyFor('cursor'))
})
