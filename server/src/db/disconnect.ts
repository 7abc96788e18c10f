import type pg from 'pg'
import { settledWithin } from './settled-within.ts'

const goodbyeMs = 1_000

/** Closes a connection also when the server does not answer the goodbye. */
export async function disconnect(connection: pg.Client): Promise<void> {
  await settledWithin(
    goodbyeMs,
    connection.end().catch(() => undefined),
  )
  connection.connection.stream.destroy()
}
