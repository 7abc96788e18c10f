// How the service logs: JSON lines, and no credential in any of them, whoever writes it. The upload library
// prints the headers of a request at the level trace.
import { type DestinationStream, pino } from 'pino'

const headers = ['headers', 'req.headers', 'busboyOptions.headers']

export type Log = ReturnType<typeof createLog>

export function createLog(level: string, destination: DestinationStream) {
  return pino({ level, base: null, redact: { paths: headers, remove: true } }, destination)
}
