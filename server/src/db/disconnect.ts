import type pg from 'pg'
import { withTimeout } from './with-timeout.ts'

const endTimeoutMs = 1_000

/** Closes a connection even if the server does not respond. */
export async function disconnect(connection: pg.Client): Promise<void> {
  const ended = connection.end().catch(() => undefined)
  await withTimeout(endTimeoutMs, ended)
  connection.connection.stream.destroy()
}
