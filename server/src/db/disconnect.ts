import type pg from 'pg'
import { withTimeout } from './with-timeout.ts'

const goodbyeMs = 1_000

/** Closes a connection also when the server does not answer the goodbye. */
export async function disconnect(connection: pg.Client): Promise<void> {
  const ended = connection.end().catch(() => undefined)
  await withTimeout(goodbyeMs, ended)
  connection.connection.stream.destroy()
}
