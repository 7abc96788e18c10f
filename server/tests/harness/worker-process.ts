// `anden serve --roles worker` as a separate process, on the database of a test's service.
import { launch, type Settings } from './command.ts'
import { type TestService, testSecret } from './service.ts'
import { until } from './until.ts'

export function processSettings(service: TestService, dataDir: string): Settings {
  return {
    ...service.database.settings,
    SECRET_KEY: testSecret,
    DATA_DIR: dataDir,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    LOG_LEVEL: 'info',
  }
}

export async function startWorkerProcess(settings: Settings) {
  const worker = launch(['serve', '--roles', 'worker'], settings)
  await until(
    'the worker runs',
    () => worker.stderr().includes('without the API') || worker.exitCode() !== undefined,
  )
  if (worker.exitCode() !== undefined) throw new Error(`the worker ended: ${worker.stderr()}`)
  return worker
}
