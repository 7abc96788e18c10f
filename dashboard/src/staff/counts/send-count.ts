// Sends a file to the service and returns the result. The work is done in count-worker.ts.
import { AndenError } from '@anden/sdk'
import type { ImportChange, StockImport } from '@anden/sdk/backoffice'
import type { CountRequest, CountSummary, Refusal, WorkerMessage } from './count-request.ts'

export type Check = CountSummary & { changes: ImportChange[] }

type Sending = {
  clientId: string
  file: Blob
  /** Takes the share of the file that has been sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

export const checkCount = ({ clientId, ...sending }: Sending): Promise<Check> =>
  run<Check>({ ...sending, idempotencyKey: null }, { client_id: clientId, dry_run: 'true' })

/** Applies the file only if the lots are still as the check with this fingerprint found them. */
export const applyCount = (
  { clientId, ...sending }: Sending,
  { fingerprint, idempotencyKey }: { fingerprint: string; idempotencyKey: string },
): Promise<StockImport> =>
  run<StockImport>({ ...sending, idempotencyKey }, { client_id: clientId, fingerprint })

type Run = Pick<Sending, 'file' | 'onProgress' | 'signal'> & { idempotencyKey: string | null }

async function run<Result>(
  { file, idempotencyKey, onProgress, signal }: Run,
  query: Record<string, string>,
): Promise<Result> {
  const worker = new Worker(new URL('./count-worker.ts', import.meta.url), { type: 'module' })
  const changes: ImportChange[] = []
  try {
    return await new Promise<Result>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      worker.addEventListener('error', ({ message }) => reject(new Error(message)))
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
        if (data.kind === 'sent') onProgress(data.share)
        else if (data.kind === 'changes') for (const change of data.changes) changes.push(change)
        else if (data.kind === 'checked') resolve({ ...data.summary, changes } as Result)
        else if (data.kind === 'applied') resolve(data.result as Result)
        else reject(errorOf(data.refusal, idempotencyKey))
      })
      const url = `/api/v1/backoffice/stock/imports?${new URLSearchParams(query)}`
      worker.postMessage({ url, file, idempotencyKey } satisfies CountRequest)
    })
  } finally {
    worker.terminate()
  }
}

/** Makes an error like those of the SDK, so that it is shown like all others. */
function errorOf({ status, text, requestId }: Refusal, idempotencyKey: string | null): AndenError {
  const context = { idempotencyKey, attempt: 1, requestId, url: '/api/v1/backoffice/stock/imports' }
  if (status === 0) return new AndenError({ code: 'request/network', message: 'no answer' }, context)
  const problem = problemIn(text)
  const code = problem?.type.split('/errors/')[1] ?? 'response/unexpected'
  const response = {
    ...{ status, requestId, rateLimit: null, etag: null, replayed: false, cached: false },
    headers: new Headers(),
  }
  return new AndenError(
    { code, message: problem?.title ?? String(status), response, ...(problem ? { problem } : {}) },
    context,
  )
}

type ProblemDocument = NonNullable<AndenError['problem']>

function problemIn(text: string): ProblemDocument | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
