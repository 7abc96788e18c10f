// With Redis, failed sign-ins and the requests of a person are counted over all processes.
import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browser } from '../../../tests/harness/browser.ts'
import { testPassword } from '../../../tests/harness/people.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { isRedisMissing, spawnRedis, stopRedis } from '../../../tests/harness/redis-process.ts'
import { startTestService, type TestService } from '../../../tests/harness/service.ts'
import { stablePort } from '../../../tests/harness/stable-port.ts'
import { portalPrefix } from '../../app/routes.ts'
import { memoryLimiter } from '../../http/admission/limits/memory.ts'
import { redisLimiter } from '../../http/admission/limits/redis.ts'

describe.skipIf(isRedisMissing())('two processes with one Redis', () => {
  let redis: ChildProcess
  let services: TestService[]

  beforeAll(async () => {
    const port = await stablePort()
    redis = await spawnRedis(port)
    const limiter = () => {
      const fallback = memoryLimiter({ now: Date.now })
      return redisLimiter({ url: `redis://127.0.0.1:${port}`, fallback, onError: () => {} })
    }
    const first = await startTestService({ limiter: limiter() })
    const { db, secrets } = first.deps
    services = [await startTestService({ limiter: limiter(), db, secrets }), first]
  })
  afterAll(async () => {
    for (const service of services) await service.stop()
    await stopRedis(redis)
  })

  test('admit ten failed attempts at an account between them', async () => {
    const guess = (url: string) => browser(url).signIn('nadie@cliente.example', 'not this password')
    for (let i = 0; i < 5; i++)
      for (const { url } of services) expectProblem(await guess(url), 'auth/invalid-login')
    for (const { url } of services) {
      const answer = await guess(url)
      expect(expectProblem(answer, 'rate-limit/exceeded').tier).toBe('auth')
    }
  })

  test('admit 600 requests a minute of a person between them, whatever the session', async () => {
    const [one, other] = services as [TestService, TestService]
    const { id } = await one.aClient()
    const place = { clientId: id, role: 'reader' as const, scopes: [] }
    const { email } = await one.people.aPersonWithPassword(place)
    const pages = [browser(one.url), browser(other.url), browser(other.url)]
    for (const page of pages) expect((await page.signIn(email, testPassword)).status).toBe(200)
    const answers = await Promise.all(
      pages.flatMap((page) => Array.from({ length: 250 }, () => page.get(`${portalPrefix}/session`))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(600)
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.tier]).toEqual([429, 'burst'])
  })
})
