// A process that takes the lock again and again, for the tests. While it holds the lock, it increments a number in a file
// in a way that loses counts if another process holds the lock, too.
import { readFileSync, writeFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { withLock } from '../../../src/db/embedded/lock.ts'

const [lock = '', counter = '', times = '0'] = process.argv.slice(2)

for (let time = 0; time < Number(times); time += 1) {
  await withLock(lock, async () => {
    const count = Number(readFileSync(counter, 'utf8'))
    await turn()
    writeFileSync(counter, String(count + 1))
  })
}
