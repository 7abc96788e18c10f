import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { scratch, untilSoon } from '../../../tests/harness/embedded/trial.ts'
import { withLock } from './lock.ts'

// No process has this number on any system we run on.
const dead = (nonce: string) => `99999999.0.${nonce}`

function contend(lock: string, counter: string, times: number) {
  const script = fileURLToPath(new URL('../../../tests/harness/embedded/lock-contender.ts', import.meta.url))
  const child = spawn(process.execPath, [script, lock, counter, String(times)], { stdio: 'inherit' })
  return { child, gone: once(child, 'exit') }
}

describe('withLock', { timeout: 30_000 }, () => {
  test('lets in one at a time, though all find at once that the holder and its breakers are dead', async () => {
    const dir = await scratch()
    for (let round = 0; round < 10; round += 1) {
      const lock = join(dir, `lock-${round}`)
      await mkdir(lock)
      await writeFile(join(lock, 'held'), dead('holder'))
      await writeFile(join(lock, `break.${dead('holder')}`), dead('breaker'))
      await writeFile(join(lock, `ticket.${dead('waiting')}`), '')
      let inside = 0
      let most = 0
      const enter = () =>
        withLock(lock, async () => {
          inside += 1
          most = Math.max(most, inside)
          await turn()
          inside -= 1
        })
      await Promise.all(Array.from({ length: 12 }, enter))
      expect(most).toBe(1)
      expect(await readdir(lock)).toEqual([])
    }
  })

  test('loses no count among processes', async () => {
    const dir = await scratch()
    const [lock, counter] = [join(dir, 'lock'), join(dir, 'counter')]
    await writeFile(counter, '0')
    const contenders = Array.from({ length: 3 }, () => contend(lock, counter, 100))
    await Promise.all(contenders.map(({ gone }) => gone))
    expect(await readFile(counter, 'utf8')).toBe('300')
  })

  test('goes on after holders have been killed inside', async () => {
    const dir = await scratch()
    const [lock, counter] = [join(dir, 'lock'), join(dir, 'counter')]
    await writeFile(counter, '0')
    for (let round = 0; round < 5; round += 1) {
      const victim = contend(lock, counter, 1_000_000)
      const marker = String(victim.child.pid)
      await untilSoon('it is inside', () => {
        try {
          return readFileSync(join(lock, 'held'), 'utf8').startsWith(`${marker}.`)
        } catch {
          return false
        }
      })
      victim.child.kill('SIGKILL')
      await victim.gone
      expect(await withLock(lock, async () => round)).toBe(round)
    }
    expect(await readdir(lock)).toEqual([])
  })

  test('is released when the work fails', async () => {
    const lock = join(await scratch(), 'lock')
    await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await withLock(lock, async () => 'in')).toBe('in')
  })
})
