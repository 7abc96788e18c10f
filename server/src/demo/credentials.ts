// The demo key is random, made once, and kept in a file that only its owner can read.

import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { portalScopes } from '@anden/contract'
import type { Db } from '../db/pool.ts'
import { issueApiKey } from '../identity/issue-keys.ts'
import { keyByHash } from '../identity/queries.ts'
import { hashOf } from '../identity/tokens.ts'
import { demoClients } from './data.ts'

export type DemoCredentials = { apiKey: string }

export async function demoCredentials(db: Db, dataDir: string): Promise<DemoCredentials> {
  const file = join(dataDir, 'demo-credentials.json')
  const kept = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as DemoCredentials,
    () => null,
  )
  const known = kept && (await db.maybeOne(keyByHash(hashOf(kept.apiKey), null)))
  if (kept && known && known.revoked_at === null) return kept
  const { token } = await issueApiKey(db, { clientId: demoClients[0].id, name: 'Demo', scopes: portalScopes })
  const credentials = { apiKey: token }
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  await chmod(file, 0o600)
  return credentials
}
