// What the page and the worker that sends a file say to each other.
import type { ImportChange, StockImport, StockImportPreview } from '@anden/sdk/backoffice'

export type CountRequest = { url: string; file: Blob; idempotencyKey: string | null }

/** How much goes up and down, by unit, in thousandths. */
export type Sums = Record<string, { up: number; down: number }>

export type CountSummary = Omit<StockImportPreview, 'changes'> & { sums: Sums }

/** What the service answered when it did not accept the file. `status` is 0 if there was no answer. */
export type Refusal = { status: number; text: string; requestId: string | null }

export type WorkerMessage =
  | { kind: 'sent'; share: number }
  | { kind: 'changes'; changes: ImportChange[] }
  | { kind: 'checked'; summary: CountSummary }
  | { kind: 'applied'; result: StockImport }
  | { kind: 'refused'; refusal: Refusal }
