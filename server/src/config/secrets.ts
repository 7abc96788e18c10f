// One secret key, and a key derived from it for each use, so that a link can never pass for a cursor. During a
// rotation there are two secret keys, and both can open and verify.
import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir, writeOnce } from './data-dir.ts'
import type { Config } from './settings.ts'

type Use = 'check' | 'cursor' | 'link' | 'webhook'

export type SecretKeys = {
  /** Where the keys come from, for messages: the name of a setting, or a file. */
  source: string
  /** One per secret key, the current one first. */
  keysFor(use: Use): readonly Buffer[]
  /** Reads generated keys again. true: a new one was found. */
  reload(): boolean
}

/** Includes the key for cursors, which the database keeps sealed: see secret-key/stored-key.ts. */
export type Secrets = SecretKeys & { cursorKey: Buffer }

export type KeySettings = Pick<Config, 'secretKey' | 'previousSecretKey' | 'dataDir'>

export function secretKeys(
  given: readonly string[],
  {
    source = 'SECRET_KEY',
    readAgain = () => given,
  }: { source?: string; readAgain?: () => readonly string[] } = {},
): SecretKeys {
  let known = [...new Set(given)]
  const derived = new Map<Use, readonly Buffer[]>()
  return {
    source,
    keysFor(use) {
      const keys =
        derived.get(use) ?? known.map((key) => Buffer.from(hkdfSync('sha256', key, 'anden', use, 32)))
      derived.set(use, keys)
      return keys
    },
    reload() {
      const before = known.length
      // Earlier keys are kept: links signed with them are still in use.
      known = [...new Set([...readAgain(), ...known])]
      if (known.length > before) derived.clear()
      return known.length > before
    },
  }
}

/** Holds no key if none is configured and none has been generated yet. */
export async function configuredSecretKeys(config: KeySettings): Promise<SecretKeys> {
  if (config.secretKey === null) return generatedKeys(config.dataDir)
  return secretKeys([config.secretKey, ...(config.previousSecretKey ? [config.previousSecretKey] : [])])
}

export const secretKeyFile = (dataDir: string) => join(dataDir, 'secret-key')
/** Kept next to the new key until everything is sealed under the new one. */
export const previousKeyFile = (dataDir: string) => join(dataDir, 'secret-key.previous')

function generatedKeys(dataDir: string): SecretKeys {
  const files = [secretKeyFile(dataDir), previousKeyFile(dataDir)]
  const readAgain = () => files.flatMap((file) => readKey(file) ?? [])
  return secretKeys(readAgain(), { source: secretKeyFile(dataDir), readAgain })
}

/** Synchronous, because some callers cannot wait: 64 characters take 20 µs. */
function readKey(file: string): string | undefined {
  try {
    return parseKey(file, readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parseKey(file: string, content: string): string {
  const key = content.trim()
  if (/^[0-9a-f]{64}$/.test(key)) return key
  throw new Error(
    `${file} is damaged: restore it from a backup. Without it, stored webhook secrets are unreadable`,
  )
}

/** Resolves with the key in the file: if several processes do this at once, all get the one that was written first. */
export async function generateSecretKey(dataDir: string): Promise<string> {
  await makeDataDir(dataDir)
  const file = secretKeyFile(dataDir)
  return parseKey(file, await writeOnce(file, newSecretKey()))
}

export const newSecretKey = () => `${randomBytes(32).toString('hex')}\n`
