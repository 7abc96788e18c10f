// A worker has no port of the API; OPS_PORT gives it one for its probes, and for the metrics of what it delivers.

import { expect, test } from 'vitest'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { useReceiver, useWebhooks } from '../../tests/harness/prologue.ts'
import { processSettings, startWorkerProcess } from '../../tests/harness/service-process.ts'
import { until } from '../../tests/harness/until.ts'

const receiver = await useReceiver()
const webhooks = await useWebhooks()

test('a process with the worker role alone shows its probes and metrics on OPS_PORT, and nothing else', async () => {
  const settings = { ...processSettings(webhooks.service, await scratch()), OPS_PORT: '0' }
  const worker = await startWorkerProcess(settings)
  const url = /probes and metrics: (http:\/\/127\.0\.0\.1:\d+)/.exec(worker.stderr())?.[1] ?? ''
  const client = await webhooks.aSubscriber(receiver.url)
  await webhooks.pay(client)
  await receiver.arrived(1)
  const statusOf = async (path: string) => (await fetch(url + path)).status
  expect(await statusOf('/livez')).toBe(200)
  expect(await statusOf('/readyz')).toBe(200)
  for (const path of ['/api/v1/portal/health', '/docs', '/']) expect(await statusOf(path)).toBe(404)
  expect((await fetch(`${url}/livez`, { method: 'POST' })).status).toBe(405)
  await until('the attempt is counted where it was made', async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return metrics.includes('anden_webhook_attempts_total{outcome="succeeded"} 1')
  })
  expect(await worker.end('SIGTERM')).toBe(0)
})
