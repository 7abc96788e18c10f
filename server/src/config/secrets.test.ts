import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { configuredSecretKeys, generateSecretKey, secretKeys } from './secrets.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anden-secrets-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const load = () => configuredSecretKeys({ secretKey: null, previousSecretKey: null, dataDir })
const generate = () => generateSecretKey(dataDir)

describe('the generated secret', () => {
  test('is the same for all of many first starts at once', async () => {
    const started = await Promise.all(Array.from({ length: 20 }, generate))
    expect(new Set(started).size).toBe(1)
    expect((await load()).keysFor('link')).toEqual(secretKeys(started).keysFor('link'))
    expect(await readdir(dataDir)).toEqual(['secret-key'])
  })

  test('is 32 random bytes that only their owner can read', async () => {
    await generate()
    expect(await readFile(join(dataDir, 'secret-key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600)
  })

  test.each(['', 'ab12', '\n'])('is refused when its file was cut to "%s"', async (text) => {
    await writeFile(join(dataDir, 'secret-key'), text)
    await expect(load()).rejects.toThrow('secret-key is damaged: restore it from a backup')
    await expect(generate()).rejects.toThrow('secret-key is damaged: restore it from a backup')
  })

  test('is not created by reading it, nor if a key is configured', async () => {
    expect((await load()).keysFor('link')).toEqual([])
    const secretKey = 'a secret of one’s own'
    const given = await configuredSecretKeys({ secretKey, previousSecretKey: null, dataDir })
    expect(given.keysFor('link')).toEqual(secretKeys([secretKey]).keysFor('link'))
    expect(await readdir(dataDir)).toEqual([])
  })

  test('is read again when asked, and one that was replaced is remembered', async () => {
    const [old, present] = ['ab'.repeat(32), 'cd'.repeat(32)]
    await writeFile(join(dataDir, 'secret-key'), old)
    const keys = await load()
    expect(keys.reload()).toBe(false)
    await writeFile(join(dataDir, 'secret-key'), present)
    expect(keys.reload()).toBe(true)
    expect(keys.keysFor('link')).toEqual(secretKeys([present, old]).keysFor('link'))
  })
})

test('every purpose and every secret key gets its own derived key', () => {
  const [key = Buffer.alloc(0), other] = secretKeys(['0123456789abcdef', '0123456789abcdeg']).keysFor('check')
  expect(key).toHaveLength(32)
  expect(key).not.toEqual(other)
  for (const use of ['cursor', 'link', 'webhook'] as const) {
    expect(secretKeys(['0123456789abcdef']).keysFor(use)).not.toContainEqual(key)
  }
})
