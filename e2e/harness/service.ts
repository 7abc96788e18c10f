// The complete service in this process, as `anden serve` starts it: API, dashboard, worker and jobs.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startService } from '../../server/src/app/start.ts'
import { readConfig } from '../../server/src/config/settings.ts'
import { demoLogins } from '../../server/src/demo/people.ts'

export const secretKey = 'a secret that only the browser tests know'

const plenty = '1000000'

export type RunningService = { url: string; stop(): Promise<void> }

export const makeDataDir = () => mkdtemp(join(tmpdir(), 'anden-e2e-'))

/** With `port`, the service comes back at its old address. */
export async function startAnden(databaseUrl: string, dataDir: string, port = 0): Promise<RunningService> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(port),
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_READ_PER_HOUR: plenty,
    RATE_LIMIT_WRITE_PER_HOUR: plenty,
    RATE_LIMIT_BURST_PER_MINUTE: plenty,
    // Receivers listen on loopback, and a failing one has to be paused within a test.
    WEBHOOK_ALLOW_PRIVATE: 'true',
    WEBHOOK_RETRY_SCHEDULE: '0,1,3600',
    WEBHOOK_PAUSE_AFTER: '3',
    WEBHOOK_SOURCE_ADDRESSES: '203.0.113.0/28',
    WAREHOUSE_NAME: 'Depósito Andén',
  })
  const said: string[] = []
  const { deps, url, stop } = await startService(config, (line) => said.push(line), { demo: demoLogins })
  while (deps.dashboard?.state().is === 'building') await delay(20)
  if (deps.dashboard?.state().is !== 'ready') throw new Error(`no dashboard: ${said.join('\n')}`)
  return { url, stop }
}
