// Sends a file to the service and returns the result. The work is done in count-worker.ts.
import type { ImportChange, StockImport } from '@anden/sdk/backoffice'
import { errorOfAnswer } from '../../shared/files/answer-error.ts'
import type { CountRequest, CountSummary, WorkerMessage } from './count-request.ts'

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
  const url = `/api/v1/backoffice/stock/imports?${new URLSearchParams(query)}`
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
        else reject(errorOfAnswer(data.refusal, { url, idempotencyKey }))
      })
      worker.postMessage({ url, file, idempotencyKey } satisfies CountRequest)
    })
  } finally {
    worker.terminate()
  }
}
