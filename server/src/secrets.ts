// One secret, and a key of its own for each use, so that a cursor can never pass for a link.
import { hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

export type Secrets = { keyFor(use: 'cursor' | 'link'): Buffer }

export function deriveSecrets(secretKey: string): Secrets {
  return {
    keyFor: (use) => Buffer.from(hkdfSync('sha256', secretKey, 'anden', use, 32)),
  }
}

export async function loadSecrets(config: Config): Promise<Secrets> {
  return deriveSecrets(config.secretKey ?? (await generatedSecretKey(config.dataDir)))
}

/** Written whole under another name and linked into place: of two first starts, both read the same one. */
async function generatedSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret-key')
  await mkdir(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  const existing = await readFile(file, 'utf8').catch(() => null)
  if (existing) return existing.trim()
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return (await readFile(file, 'utf8')).trim()
}
