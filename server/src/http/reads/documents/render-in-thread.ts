// The side of the thread (render-threads.ts has the other): draws each job that it gets, and posts the result.
import { parentPort } from 'node:worker_threads'
import type { RenderJob, RenderResult } from './render-threads.ts'

export function renderInThread(draw: (job: RenderJob) => Promise<Uint8Array>): void {
  parentPort?.on('message', async (job: RenderJob) => {
    const result = await draw(job).then(
      // A copy with memory of its own, which can be moved to the other thread.
      (bytes): RenderResult => ({ bytes: new Uint8Array(bytes) }),
      (error): RenderResult => ({ fault: error instanceof Error ? error : new Error(String(error)) }),
    )
    parentPort?.postMessage(result, 'bytes' in result ? [result.bytes.buffer as ArrayBuffer] : [])
  })
}
