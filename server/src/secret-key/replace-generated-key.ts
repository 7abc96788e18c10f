import { chown, readFile, rename, stat } from 'node:fs/promises'
import { newSecretKey, previousKeyFile, secretKeyFile } from '../config/secrets.ts'
import { writeDraft } from '../config/write-once.ts'

/**
 * Replaces the generated key with a new one, and keeps the old one in a second file. If an interrupted rotation has
 * left both, there is nothing to do.
 */
export async function replaceGeneratedKey(dataDir: string): Promise<void> {
  const [file, previous] = [secretKeyFile(dataDir), previousKeyFile(dataDir)]
  const current = await readFile(file, 'utf8')
  const before = await readFile(previous, 'utf8').catch(() => current)
  if (before !== current) return
  await replaceFile(previous, current, file)
  await replaceFile(file, newSecretKey(), file)
}

/** Atomically, and with the same owner: the service may run as a different user than this command. */
async function replaceFile(file: string, content: string, like: string) {
  const { uid, gid } = await stat(like)
  const draft = await writeDraft(file, content)
  await chown(draft, uid, gid)
  await rename(draft, file)
}
