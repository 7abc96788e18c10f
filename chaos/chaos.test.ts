// Injects every fault that an operator may meet, while clients and staff work. Nothing that was acknowledged is lost,
// done twice or left half done, and data that the service stores in several places stays consistent.
import { setTimeout as sleep } from 'node:timers/promises'
import { eventTypes } from '@anden/contract'
import { afterAll, expect, test } from 'vitest'
import type { Business } from '../server/tests/harness/business.ts'
import { audit } from './audit.ts'
import { startInstallation } from './installation.ts'
import { seededRandom } from './random.ts'
import { type ChaosReceiver, startChaosReceiver } from './receivers.ts'
import { findingsText } from './report.ts'
import { chooseFaults, faultCount, runFaults } from './schedule.ts'
import { startTraffic } from './traffic.ts'

const seed = Number(process.env['CHAOS_SEED'] ?? 1)
const seconds = Number(process.env['CHAOS_SECONDS'] ?? 120)
const say = (text: string) => process.stdout.write(`${text}\n`)
/** Everything has to work once before the first fault. */
const calmMs = 2000

say(`seed ${seed}, ${seconds} s: npm run chaos -- --seed ${seed} --seconds ${seconds}`)
const installation = await startInstallation()
let isStopped = false
afterAll(async () => {
  if (!isStopped) await installation.stop()
})
const [random, ofReceiver] = [seededRandom(seed), seededRandom(seed + 1)]
const receivers = { good: await startChaosReceiver(null), bad: await startChaosReceiver(ofReceiver) }
afterAll(() => Promise.all([receivers.good.stop(), receivers.bad.stop()]))

test(`under faults (seed ${seed}) nothing acknowledged is lost, done twice or half done`, async () => {
  const traffic = await startTraffic(installation, async ({ clients: [first, second] }) => {
    await subscribe(first, receivers.good)
    await subscribe(second, receivers.bad)
  })
  await sleep(calmMs)

  say('what is done:')
  const chosen = chooseFaults(installation, random, faultCount(seconds))
  const faults = await Promise.race([runFaults(chosen, random, say), traffic.unexpected])
  receivers.bad.behave()
  await Promise.race([traffic.stop(), traffic.unexpected])

  say('what is seen:')
  const limits = await audit({ installation, traffic, receivers, faults })
  say(findingsText({ traffic, receivers, limits, faults }))

  const pids = installation.processes.map((process) => process.pid())
  await installation.stop()
  isStopped = true
  expect(pids.filter(isAlive), 'processes that are left').toEqual([])
})

async function subscribe(client: Business['clients'][number] | undefined, receiver: ChaosReceiver) {
  const asked = await client?.portal((api) =>
    api.post('/webhooks', { url: receiver.url, events: eventTypes }),
  )
  expect(asked?.answer.status, asked?.answer.text).toBe(201)
  receiver.setSecret(asked?.answer.body.signing_secret)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
