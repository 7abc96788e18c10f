// Starts Andén as in production, API and worker in one process, with rate limits that no run reaches.
import { type Child, startListener } from './child.ts'
import type { BenchDatabase } from './database.ts'
import type { RunScope } from './run-scope.ts'

export const secretKey = 'the secret key of a bench run'

export function startAnden(
  scope: RunScope,
  { url, filesDir }: BenchDatabase,
  settings: Record<string, string> = {},
): Promise<Child & { url: string }> {
  return startListener(scope, {
    script: new URL('../../server/src/main.ts', import.meta.url),
    args: ['serve'],
    env: {
      DATABASE_URL: url,
      SECRET_KEY: secretKey,
      DATA_DIR: filesDir,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      // As in deploy/.
      NODE_OPTIONS: '--max-semi-space-size=16',
      RATE_LIMIT_READ_PER_HOUR: '1000000',
      RATE_LIMIT_WRITE_PER_HOUR: '1000000',
      RATE_LIMIT_BURST_PER_MINUTE: '1000000',
      ...settings,
    },
  })
}
