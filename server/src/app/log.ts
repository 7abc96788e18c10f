// The service logs JSON lines, with credentials redacted from all of them, including those of libraries: the upload
// library logs the headers of a request at the level trace.
import { type DestinationStream, pino } from 'pino'

const headers = ['headers', 'req.headers', 'busboyOptions.headers']

export type Log = ReturnType<typeof createLog>

export function createLog(level: string, destination: DestinationStream) {
  return pino({ level, base: null, redact: { paths: headers, remove: true } }, destination)
}
