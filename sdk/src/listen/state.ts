// What `anden-listen` remembers for each installation and key: its signing secret, and where it is in the feed.
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

export type Position = {
  /** The cursor is valid only together with it. */
  from: string
  cursor?: string | undefined
  /** Events behind the cursor that were forwarded: a cursor belongs to a page. */
  forwarded: string[]
}
export type State = { secret: string; position?: Position | undefined }

export const stateFile = (environment: Record<string, string | undefined>) =>
  environment['ANDEN_LISTEN_STATE'] || join(homedir(), '.anden', 'listen.json')

/** The key itself is not written down. */
const nameOf = (baseUrl: string, apiKey: string) =>
  `${baseUrl} ${createHash('sha256').update(apiKey).digest('hex').slice(0, 16)}`

export function loadState(file: string, baseUrl: string, apiKey: string): State {
  return readAll(file)[nameOf(baseUrl, apiKey)] ?? { secret: `whsec_${randomBytes(32).toString('hex')}` }
}

export function saveState(file: string, baseUrl: string, apiKey: string, state: State): void {
  const all = { ...readAll(file), [nameOf(baseUrl, apiKey)]: state }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Renamed into place, so that an interruption leaves the earlier one.
  const next = `${file}.${process.pid}`
  writeFileSync(next, JSON.stringify(all, null, 2), { mode: 0o600 })
  renameSync(next, file)
}

function readAll(file: string): Record<string, State> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
