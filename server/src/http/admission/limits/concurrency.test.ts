import { expect, test } from 'vitest'
import { limitConcurrency } from './concurrency.ts'

const refusal = { refusal: 'Too many.', retryAfterSeconds: 1 }

test('runs a limited number at a time, lets others wait in order, and refuses the rest', async () => {
  const inTurn = limitConcurrency({ maxRunning: 2, maxWaiting: 3, ...refusal })
  const started: number[] = []
  const finish: (() => void)[] = []
  const work = (number: number) =>
    inTurn(() => {
      started.push(number)
      return new Promise<void>((resolve) => finish.push(resolve))
    })
  const running = [1, 2, 3, 4, 5].map(work)
  await expect(work(6)).rejects.toMatchObject({ code: 'server/unavailable' })
  expect(started).toEqual([1, 2])
  for (const count of [3, 4, 5]) {
    finish.shift()?.()
    await expect.poll(() => started.length).toBe(count)
  }
  expect(started).toEqual([1, 2, 3, 4, 5])
  for (const end of finish) end()
  await Promise.all(running)
})

test('a failure frees its place', async () => {
  const inTurn = limitConcurrency({ maxRunning: 1, maxWaiting: 1, ...refusal })
  const failing = inTurn(() => Promise.reject(new Error('x')))
  await expect(failing).rejects.toThrow('x')
  expect(await inTurn(async () => 'done')).toBe('done')
})
