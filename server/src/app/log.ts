// The service logs JSON lines, with credentials redacted from all of them, including those of libraries: the upload
// library logs the headers of a request at the level trace.
import { type DestinationStream, pino } from 'pino'

const headers = ['headers', 'req.headers', 'busboyOptions.headers']

export type Log = ReturnType<typeof createLog>

/** `fields` are part of every line. */
export function createLog(level: string, destination: DestinationStream, fields: object | null = null) {
  return pino({ level, base: fields, redact: { paths: headers, remove: true } }, destination)
}

/**
 * Standard error, which several processes may share. A pipe takes up to 4 KiB (PIPE_BUF) in one piece, so that no line is
 * written into the middle of another.
 */
export const logDestination = () => pino.destination({ fd: 2, sync: false, maxWrite: 4096 })
