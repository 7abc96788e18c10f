import { chown, readFile, rename, stat } from 'node:fs/promises'
import { newSecretKey, previousKeyFile, secretKeyFile } from '../config/secrets.ts'
import { writeDraft } from '../config/write-once.ts'

/**
 * Puts a new key in place of the generated one, which stays beside it. A rotation that was cut short has left both:
 * then there is nothing to do.
 */
export async function replaceGeneratedKey(dataDir: string): Promise<void> {
  const [file, previous] = [secretKeyFile(dataDir), previousKeyFile(dataDir)]
  const present = await readFile(file, 'utf8')
  const before = await readFile(previous, 'utf8').catch(() => present)
  if (before !== present) return
  await put(previous, present, file)
  await put(file, newSecretKey(), file)
}

/** Whole or not at all, and for the same user: the service may run under another than this command. */
async function put(file: string, content: string, like: string) {
  const { uid, gid } = await stat(like)
  const draft = await writeDraft(file, content)
  await chown(draft, uid, gid)
  await rename(draft, file)
}
