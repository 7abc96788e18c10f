// Receives a sheet as a whole, before anything is read of it. A process reads only a few at a time: each takes a thread, and its
// work a connection for longer than other requests.
import { maxSheetMebibytes, type ProblemCode } from '@anden/contract'
import type { FastifyRequest } from 'fastify'
import fastq from 'fastq'
import { keepOpen, receiveBody } from '../http/input/receive-body.ts'
import { openSpool } from '../http/input/spool.ts'
import { xlsxContentType } from '../http/reads/sheets/sheet-handler.ts'
import type { ReadyReply } from '../http/writes/upload-handler.ts'
import type { SheetFile } from '../spreadsheets/file.ts'
import type { DecimalSign } from '../spreadsheets/read-number.ts'

/** What a file is its content says. Bytes without a type, too: generated clients in Python know no other type of a file. */
export const sheetContentTypes = ['text/csv', xlsxContentType, 'application/octet-stream']

export const sheetProblems = [
  'validation/malformed-request',
  'validation/payload-too-large',
  'imports/invalid-sheet',
  'idempotency/key-reused-with-different-body',
  'idempotency/request-in-progress',
] as const satisfies readonly ProblemCode[]

const maxAtOnce = 2
const queue = fastq.promise((work: () => Promise<ReadyReply>) => work(), maxAtOnce)

/** `bytesHash`: of what was sent, for its Idempotency-Key. */
type Received = { file: SheetFile; bytesHash: Buffer }

export async function withSheet(
  request: FastifyRequest,
  work: (received: Received) => Promise<ReadyReply>,
): Promise<ReadyReply> {
  const file = await openSpool()
  try {
    const bytesHash = await receiveBody(request, file, maxSheetMebibytes)
    return await keepOpen(request, () => queue.push(() => work({ file, bytesHash })))
  } finally {
    await file.close()
  }
}

export const signIn = ({ decimal_sign }: { decimal_sign?: DecimalSign }): DecimalSign | null =>
  decimal_sign ?? null
