// Waiting for a party that may not respond.
import type pg from 'pg'

const endTimeoutMs = 1_000

/** Closes a connection even if the server does not respond. */
export async function disconnect(connection: pg.Client): Promise<void> {
  const ended = connection.end().catch(() => undefined)
  await withTimeout(endTimeoutMs, ended)
  connection.connection.stream.destroy()
}

/** Resolves with the result, or with undefined after the time-out. The work is not cancelled, only ignored. */
export function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    // After a stall of this process the timer fires before the sockets are read, although the answer may already have
    // arrived. An immediate runs after the sockets are read, so that such an answer still counts.
    const timer = setTimeout(() => setImmediate(resolve, undefined), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
