// The messages between the page and the worker that sends a file.
import type { ImportChange, StockImport, StockImportPreview } from '@anden/sdk/backoffice'
import type { Answer } from '../../shared/files/upload.ts'

export type CountRequest = { url: string; file: Blob; idempotencyKey: string | null }

/** The sums of increases and decreases by unit, in thousandths. */
export type Sums = Record<string, { up: number; down: number }>

export type CountSummary = Omit<StockImportPreview, 'changes'> & { sums: Sums }

export type WorkerMessage =
  | { kind: 'sent'; share: number }
  | { kind: 'changes'; changes: ImportChange[] }
  | { kind: 'checked'; summary: CountSummary }
  | { kind: 'applied'; result: StockImport }
  | { kind: 'refused'; refusal: Answer }
