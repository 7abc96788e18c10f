// Sends a file and reads the response outside the main thread, so that the page stays responsive: a check of 100,000
// lines responds with 20 MB of JSON.
import type { ImportChange, StockImport, StockImportPreview } from '@anden/sdk/backoffice'
import { upload } from '../../shared/files/upload.ts'
import type { CountRequest, Sums, WorkerMessage } from './count-request.ts'

/** Small enough for the page to process a message in a few milliseconds. */
const changesPerMessage = 2_000

const say = (message: WorkerMessage) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<CountRequest>) => void send(data))

async function send({ url, file, idempotencyKey }: CountRequest): Promise<void> {
  const headers: Record<string, string> = idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }
  const answer = await upload({ url, file, headers, onProgress: (share) => say({ kind: 'sent', share }) })
  if (answer.status === 200) sayChecked(JSON.parse(answer.text))
  else if (answer.status === 201) say({ kind: 'applied', result: JSON.parse(answer.text) as StockImport })
  else say({ kind: 'refused', refusal: answer })
}

function sayChecked({ changes, ...summary }: StockImportPreview): void {
  for (let from = 0; from < changes.length; from += changesPerMessage) {
    say({ kind: 'changes', changes: changes.slice(from, from + changesPerMessage) })
  }
  say({ kind: 'checked', summary: { ...summary, sums: sumsOf(changes) } })
}

function sumsOf(changes: readonly ImportChange[]): Sums {
  const sums: Sums = {}
  for (const { delta, unit_type } of changes) {
    sums[unit_type] ??= { up: 0, down: 0 }
    const sum = sums[unit_type]
    const thousandths = Math.round(delta * 1_000)
    if (thousandths > 0) sum.up += thousandths
    else sum.down -= thousandths
  }
  return sums
}
