// One secret key, and a key derived from it for each use, so that a link can never pass for a cursor. While the
// secret key is being rotated there are two: both open and verify.
import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir } from './data-dir.ts'
import type { Config } from './settings.ts'
import { writeOnce } from './write-once.ts'

type Use = 'check' | 'cursor' | 'link' | 'webhook'

export type SecretKeys = {
  /** Where they come from, for messages: the name of a setting, or a file. */
  source: string
  /** One for each secret key, the present one first. */
  keysFor(use: Use): readonly Buffer[]
  /** Reads generated keys again. true: there is one that was not known. */
  reload(): boolean
}

/** With the key of the cursors, which the database keeps sealed: see secret-key/open-secrets.ts. */
export type Secrets = SecretKeys & { cursorKey: Buffer }

type SettingsOfKeys = Pick<Config, 'secretKey' | 'previousSecretKey' | 'dataDir'>

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
      // Those from before are kept: links that were signed with them are still on their way.
      known = [...new Set([...readAgain(), ...known])]
      if (known.length > before) derived.clear()
      return known.length > before
    },
  }
}

/** Without a key where none is set and none has been generated yet. */
export async function configuredSecretKeys(config: SettingsOfKeys): Promise<SecretKeys> {
  if (config.secretKey === null) return generatedKeys(config.dataDir)
  return secretKeys([config.secretKey, ...(config.previousSecretKey ? [config.previousSecretKey] : [])])
}

export const secretKeyFile = (dataDir: string) => join(dataDir, 'secret-key')
/** Beside the new key until everything is sealed under that one. */
export const previousKeyFile = (dataDir: string) => join(dataDir, 'secret-key.previous')

function generatedKeys(dataDir: string): SecretKeys {
  const files = [secretKeyFile(dataDir), previousKeyFile(dataDir)]
  const readAgain = () => files.flatMap((file) => readKey(file) ?? [])
  return secretKeys(readAgain(), { source: secretKeyFile(dataDir), readAgain })
}

/** Read at once, also by whoever cannot wait: 64 characters take 20 µs. */
function readKey(file: string): string | undefined {
  try {
    return checkedKey(file, readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function checkedKey(file: string, content: string): string {
  const key = content.trim()
  if (/^[0-9a-f]{64}$/.test(key)) return key
  throw new Error(
    `${file} is damaged: restore it from a backup. Without it, stored webhook secrets cannot be read`,
  )
}

/** Resolves with the key in the file, which is the one generated here or by whoever came first. */
export async function generateSecretKey(dataDir: string): Promise<string> {
  await makeDataDir(dataDir)
  const file = secretKeyFile(dataDir)
  return checkedKey(file, await writeOnce(file, newSecretKey()))
}

export const newSecretKey = () => `${randomBytes(32).toString('hex')}\n`
