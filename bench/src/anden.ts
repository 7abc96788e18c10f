// Starts Andén as it is installed: compiled ahead of time, with API and worker in one process, and with rate limits
// that no run reaches.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Child, startListener } from './child.ts'
import type { BenchDatabase } from './database.ts'
import type { RunScope } from './run-scope.ts'

export const secretKey = 'the secret key of a bench run'

// Not bin/anden.js: if the Node version is not the locked one, it starts a second process, whose memory and CPU time
// would not be measured.
const script = new URL('../../server/src/main.ts', import.meta.url)
const compiledCode = fileURLToPath(new URL('../../node_modules/.cache/anden', import.meta.url))
let building: Promise<unknown> | undefined

export async function startAnden(
  scope: RunScope,
  { url, filesDir }: BenchDatabase,
  settings: Record<string, string> = {},
): Promise<Child & { url: string }> {
  building ??= promisify(execFile)(process.execPath, [fileURLToPath(script), 'dashboard', 'build'], {
    env: { ...process.env, NODE_COMPILE_CACHE: compiledCode },
  })
  await building
  return startListener(scope, {
    script,
    args: ['serve'],
    env: {
      DATABASE_URL: url,
      SECRET_KEY: secretKey,
      DATA_DIR: filesDir,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: compiledCode,
      // The same setting as in deploy/.
      NODE_OPTIONS: '--max-semi-space-size=8',
      RATE_LIMIT_READ_PER_HOUR: '1000000',
      RATE_LIMIT_WRITE_PER_HOUR: '1000000',
      RATE_LIMIT_BURST_PER_MINUTE: '1000000',
      ...settings,
    },
  })
}
