// The messages between the page and the worker that sends a file.
import type { ImportChange, StockImport, StockImportPreview } from '@anden/sdk/backoffice'

export type CountRequest = { url: string; file: Blob; idempotencyKey: string | null }

/** The sums of increases and decreases by unit, in thousandths. */
export type Sums = Record<string, { up: number; down: number }>

export type CountSummary = Omit<StockImportPreview, 'changes'> & { sums: Sums }

/** The service's response if it did not accept the file. `status` is 0 if there was no response. */
export type Refusal = { status: number; text: string; requestId: string | null }

export type WorkerMessage =
  | { kind: 'sent'; share: number }
  | { kind: 'changes'; changes: ImportChange[] }
  | { kind: 'checked'; summary: CountSummary }
  | { kind: 'applied'; result: StockImport }
  | { kind: 'refused'; refusal: Refusal }
