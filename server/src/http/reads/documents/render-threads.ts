// Renders documents in threads of their own, so that no other request waits for one. A thread renders one document at a time:
// if it crashes, only that document fails, and the next one gets a new thread. Threads are started when there is work.
import { parentPort, Worker } from 'node:worker_threads'
import type { Language } from '@anden/contract'
import { problem } from '../../../problem.ts'

/** Plain data: it is copied to the thread. */
export type RenderJob = {
  /** The name of what the thread draws. */
  template: string
  shown: unknown
  language: Language
  /** Stored files that it prints, by their ids. */
  files?: Record<string, Uint8Array>
}

/** What a room can draw, by the name of the template. */
export type Templates = Record<
  string,
  (shown: unknown, language: Language, files: Record<string, Uint8Array>) => Promise<Uint8Array>
>

/** The thread's script posts this for each job that it gets. */
export type RenderResult = { bytes: Uint8Array } | { fault: Error }

export type RenderThreads = ReturnType<typeof renderThreads>

/** Two: with one, a document of fifty remitos would delay all others. */
const maxThreads = 2
/** A document takes a few. A thread that needs more crashes, but not the process. */
const maxHeapMebibytes = 256

type Task = { job: RenderJob; resolve: (bytes: Buffer) => void; reject: (error: Error) => void }
type Thread = { worker: Worker; task: Task | null }

/** `workerData` is for a test's own script. */
export function renderThreads(script: URL, { workerData }: { workerData?: unknown } = {}) {
  const threads = new Set<Thread>()
  const waiting: Task[] = []
  let isClosed = false

  function startThread(): Thread {
    const worker = new Worker(script, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMebibytes },
    })
    const thread: Thread = { worker, task: null }
    threads.add(thread)
    let failure = new Error('a thread that renders documents has ended')
    worker.on('message', (result: RenderResult) => {
      const { task } = thread
      thread.task = null
      worker.unref()
      if ('fault' in result) task?.reject(result.fault)
      else task?.resolve(Buffer.from(result.bytes.buffer, result.bytes.byteOffset, result.bytes.byteLength))
      dispatch()
    })
    worker.on('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error))
    })
    worker.once('exit', () => {
      threads.delete(thread)
      thread.task?.reject(isClosed ? problem('server/unavailable') : failure)
      dispatch()
    })
    return thread
  }

  function freeThread(): Thread | null {
    for (const thread of threads) if (thread.task === null) return thread
    return threads.size < maxThreads ? startThread() : null
  }

  function dispatch(): void {
    while (waiting.length > 0 && !isClosed) {
      const thread = freeThread()
      const task = thread && waiting.shift()
      if (!task) return
      thread.task = task
      thread.worker.ref()
      thread.worker.postMessage(task.job)
    }
  }

  return {
    render(job: RenderJob): Promise<Buffer> {
      if (isClosed) return Promise.reject(problem('server/unavailable'))
      return new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject })
        dispatch()
      })
    },
    async close(): Promise<void> {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(problem('server/unavailable'))
      await Promise.all(Array.from(threads, ({ worker }) => worker.terminate()))
    },
  }
}

// The side of the thread (render-threads.ts has the other): draws each job that it gets, and posts the result.
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
