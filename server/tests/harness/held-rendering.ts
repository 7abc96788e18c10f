// A thread that renders as the service's own does, except that a test controls it by the number of a remito: `held` blocks
// the whole thread until the test lets one go on, `crash` ends it, and `fault` fails.
import { workerData } from 'node:worker_threads'
import { drawTemplate } from '../../src/app/print/templates.ts'
import { renderInThread } from '../../src/http/reads/documents/render-threads.ts'

/** The script of the thread; its `workerData` is the gate. */
export const heldRenderingScript = new URL(import.meta.url)

export const renderingGate = () => {
  const gate = new Int32Array(new SharedArrayBuffer(8))
  return {
    gate,
    /** How many are or were blocked. */
    held: () => Atomics.load(gate, 1),
    /** Lets this many go on. */
    release(count: number) {
      Atomics.add(gate, 0, count)
      Atomics.notify(gate, 0)
    },
  }
}

if (workerData instanceof Int32Array) {
  renderInThread(async (job) => {
    const [, word] = /"remito_number":\["(held|crash|fault)/.exec(JSON.stringify(job.shown)) ?? []
    if (word === 'held') waitAt(workerData)
    if (word === 'crash') process.exit(1)
    if (word === 'fault') throw new Error('this document cannot be drawn')
    return drawTemplate(job)
  })
}

function waitAt(gate: Int32Array): void {
  Atomics.add(gate, 1, 1)
  for (;;) {
    const free = Atomics.load(gate, 0)
    if (free > 0 && Atomics.compareExchange(gate, 0, free, free - 1) === free) return
    if (free === 0) Atomics.wait(gate, 0, 0)
  }
}
