// Sends a file and reads the response outside the main thread, so that the page stays responsive: a check of 100,000
// lines responds with 20 MB of JSON. Uses XMLHttpRequest because fetch does not report upload progress.
import type { ImportChange, StockImport, StockImportPreview } from '@anden/sdk/backoffice'
import type { CountRequest, Sums, WorkerMessage } from './count-request.ts'

/** Small enough for the page to process a message in a few milliseconds. */
const changesPerMessage = 2_000

const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const say = (message: WorkerMessage) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<CountRequest>) => send(data))

function send({ url, file, idempotencyKey }: CountRequest): void {
  const request = new XMLHttpRequest()
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    say({ kind: 'sent', share: total > 0 ? loaded / total : 1 }),
  )
  request.upload.addEventListener('load', () => say({ kind: 'sent', share: 1 }))
  request.addEventListener('error', () => refuse(request))
  request.addEventListener('load', () => {
    if (request.status === 200) sayChecked(JSON.parse(request.responseText))
    else if (request.status === 201)
      say({ kind: 'applied', result: JSON.parse(request.responseText) as StockImport })
    else refuse(request)
  })
  request.open('POST', url)
  request.setRequestHeader('content-type', file.type === excelType ? excelType : 'text/csv')
  request.setRequestHeader('accept', 'application/json')
  if (idempotencyKey !== null) request.setRequestHeader('idempotency-key', idempotencyKey)
  request.send(file)
}

const refuse = (request: XMLHttpRequest) =>
  say({
    kind: 'refused',
    refusal: {
      status: request.status,
      text: request.responseText,
      requestId: request.getResponseHeader('x-request-id'),
    },
  })

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
